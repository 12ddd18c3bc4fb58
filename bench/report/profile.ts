// `node bench/report/profile.ts <kind> [postgres|embedded]`: where the server's time goes for one kind of request.
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { hotFunctions, type Hot } from './hot-functions.ts'
import {
  adPath,
  application,
  embedPath,
  knownPage,
  measure,
  measureFirst,
  newPublicPage,
  newWidget,
  overview,
  staffCounts,
  staffList,
  staffSearch,
  type Kind,
  type Shop,
} from '../kinds.ts'
import { startShops } from '../load/shops.ts'

const SHOWN = 40

const kinds: Record<string, (shop: Shop) => Kind> = {
  cached: ({ slug }) => ({ ...knownPage(embedPath(slug)), count: 20_000 }),
  uncached: ({ slug }) => ({ ...newWidget(slug), count: 3000 }),
  ad: ({ slug }) => ({ ...newPublicPage(adPath(slug)), count: 3000 }),
  submit: (shop) => ({ ...application(shop, { hasCv: true }), count: 400 }),
  list: (shop) => ({ ...staffList(shop), count: 1500 }),
  counts: (shop) => ({ ...staffCounts(shop), count: 500 }),
  search: (shop) => ({ ...staffSearch(shop, 'Okafor'), count: 500 }),
  overview: (shop) => ({ ...overview(shop), count: 500 }),
}

function print(title: string, rows: readonly Hot[], requests: number): void {
  console.log(`\n${title}`)
  for (const { name, place, ms, share } of rows.slice(0, SHOWN)) {
    const cost = `${((ms / requests) * 1000).toFixed(1)} µs`
    console.log(
      `  ${`${(share * 100).toFixed(1)} %`.padStart(7)} ${cost.padStart(10)}  ${name} ${place}`,
    )
  }
}

const [name = 'uncached', engine = 'postgres'] = process.argv.slice(2)
const kindOf = kinds[name]
if (!kindOf) throw new Error(`There is ${Object.keys(kinds).join(', ')}; not ${name}`)
const shops = await startShops()
try {
  const shop = engine === 'embedded' ? shops.embedded : shops.postgres
  const kind = kindOf(shop)
  await measureFirst(shop, kind)
  await shop.child.ask('startProfile', undefined)
  const { cpu } = await measure(shop, kind)
  const profile = await shop.child.ask('stopProfile', undefined)
  const { functions, owners, ms } = hotFunctions(profile)
  const requests = kind.count + kind.warmUp
  console.log(
    `${name} on ${engine}: ${requests} requests, ${cpu.toFixed(3)} ms of processor time each while ` +
      `profiled, ${(ms / requests).toFixed(3)} ms of it on the main thread`,
  )
  print('By owner', owners, requests)
  print('By function', functions, requests)
  const file = path.join(os.tmpdir(), `storehand-${name}-${engine}.cpuprofile`)
  await writeFile(file, JSON.stringify(profile))
  console.log(`\nThe whole profile: ${file}`)
} finally {
  await shops.close()
}
