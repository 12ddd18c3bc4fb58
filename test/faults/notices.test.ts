// R10: notices of a store as the platform may deliver them: ten times, in any order, hours late, altered on the way, signed with a
// wrong secret or with the one before, and again a week later.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import {
  connectTestStore,
  openTestStand,
  signBody,
  storeClient,
  type Shop,
  type TestStand,
} from '../servers/stores.ts'
import { workStores } from '../work.ts'
import { rounds, seed, seeded, seedHint } from './extent.ts'
import { record } from './record.ts'

const FORMER_SECRET = 'the-secret-before-this-one'
const WEEK_SECONDS = 7 * 86_400
/** So many are on their way at the same time. */
const AT_ONCE = 10

let stand: TestStand
let app: TestApp
let owner: Member
let shop: Shop

beforeAll(async () => {
  stand = await openTestStand()
  app = await createTestApp({ env: { ...stand.env, SHOPIFY_API_SECRET_PREVIOUS: FORMER_SECRET } })
  stand.appUrl(app.url)
  owner = await app.owner()
  shop = stand.shop('told-a-lot')
  await connectTestStore(app, owner, shop)
})
afterAll(async () => {
  await app.close()
  await stand.stop()
})

/** What became of a notice on its way; the platform sends all but the first two kinds. */
const ways = [
  'altered',
  'forged',
  'once',
  'once',
  'ten times',
  'under two ids',
  'late',
  'before',
] as const
type Notice = { email: string; event: string; way: (typeof ways)[number] }

async function deliver({ email, event, way }: Notice, id: string): Promise<number> {
  const text = JSON.stringify({ customer: { email } })
  const secret = { forged: 'another secret', before: FORMER_SECRET }[way as string]
  const response = await fetch(`${app.url}/webhooks`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': 'customers/data_request',
      'X-Shopify-Hmac-Sha256': signBody(text, secret ?? storeClient.secret),
      'X-Shopify-Shop-Domain': shop.domain,
      'X-Shopify-Webhook-Id': id,
      'X-Shopify-Event-Id': event,
      'X-Shopify-Triggered-At': new Date(
        Date.now() - (way === 'late' ? 4 : 0) * 3_600_000,
      ).toISOString(),
    },
    body: way === 'altered' ? text.replace('@', '#') : text,
  })
  await response.arrayBuffer()
  return response.status
}

const deliveriesOf = (notice: Notice): (() => Promise<number>)[] => {
  const ids =
    notice.way === 'ten times'
      ? Array<string>(10).fill(notice.event)
      : notice.way === 'under two ids'
        ? [randomUUID(), randomUUID()]
        : [notice.event]
  return ids.map((id) => () => deliver(notice, id))
}

/** The addresses that requests are for, each as often as there are requests. */
async function asked(): Promise<string[]> {
  await expect
    .poll(async () => {
      await workStores(app.deps)
      const { rowCount } = await app.deps.db.pool.query(
        "select from store_notices where state = 'waiting'",
      )
      return rowCount
    })
    .toBe(0)
  const { rows } = await app.deps.db.pool.query<{ email: string }>(
    'select email from rights_requests where organization_id = $1',
    [owner.organization.id],
  )
  return rows.map(({ email }) => email)
}

test('each notice has one effect, however it arrives, and an altered or forged one has none', async () => {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const notices = Array.from({ length: rounds(32, 1000) }, (_, place): Notice => {
    const way = ways[place % ways.length] ?? 'once'
    return { email: `${place}@told.example`, event: randomUUID(), way }
  })
  const deliveries = notices
    .flatMap((notice) => deliveriesOf(notice).map((send) => ({ notice, send, at: random() })))
    .toSorted((one, other) => one.at - other.at)
  let failures = 0
  for (let from = 0; from < deliveries.length; from += AT_ONCE) {
    const some = deliveries.slice(from, from + AT_ONCE)
    const statuses = await Promise.all(some.map(({ send }) => send()))
    for (const [place, { notice }] of some.entries()) {
      const isRefused = notice.way === 'altered' || notice.way === 'forged'
      if (statuses[place] !== (isRefused ? 401 : 200)) failures += 1
    }
  }
  const accepted = notices.filter(({ way }) => way !== 'altered' && way !== 'forged')
  const found = await asked()

  app.clock.move(WEEK_SECONDS)
  for (const notice of accepted.slice(0, 20)) {
    if ((await deliver(notice, notice.event)) !== 200) failures += 1
  }
  const later = await asked()
  app.clock.reset()

  const known = new Set(found)
  record('R10 notices of a store', {
    faults: deliveries.length + 20,
    acknowledged: accepted.length,
    found: accepted.filter(({ email }) => known.has(email)).length,
    lost: accepted.filter(({ email }) => !known.has(email)).length,
    twice: later.length - new Set(later).size,
    failures,
    note: `seed ${seed}`,
  })
  expect(later.toSorted()).toEqual(accepted.map(({ email }) => email).toSorted())
})
