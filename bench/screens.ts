// `npm run bench -- screens`: loading times of a browser with the demo shop, compared with the previous run.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  chromium,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type Frame,
  type Locator,
  type Page,
} from '@playwright/test'
import { demoOwner } from '../src/demo/demo-shop.ts'
import { percentile } from './report/figures.ts'
import { chromiumArguments, findChromium } from '../scripts/find-chromium.ts'

const ROUNDS = 3
/** No request for this long: the page is complete. */
const QUIET_MS = 1000
const LIMIT_MS = 40_000
const KEPT = path.join(import.meta.dirname, '../data/bench/screens.json')

/** A mid-range phone on a slow 4G connection, as defined by Lighthouse. */
const slow = { latency: 150, downloadThroughput: (1.6 * 1e6) / 8, uploadThroughput: 750e3 / 8 }
const SLOW_PROCESSOR = 4

type Load = {
  /** Until the largest contentful paint, and until the network is idle. */
  requests: number
  requestsInAll: number
  /** As transferred, with headers. */
  kilobytes: number
  kilobytesInAll: number
  lcp: number
  cls: number
}
type Loads = { quick: Load; slow: Load; again: Load }
type Row = Record<string, number>
type Run = { at: string; rows: Record<string, Row> }

/** `selector` matches once the screen is more than its frame. */
type Screen = { path: string; isMember: boolean; selector: string }

const screens: Record<string, Screen> = {
  '/admin': { path: '/admin', isMember: true, selector: 'main h1' },
  '/admin/applicants': {
    path: '/admin/applicants',
    isMember: true,
    selector: 'button[aria-label^="View profile of"]',
  },
  '/admin/jobs': { path: '/admin/jobs', isMember: true, selector: 'main tbody tr' },
  '/auth': { path: '/auth', isMember: false, selector: 'form' },
  '/embed': { path: '/embed?org=pannier-lane-cycles', isMember: false, selector: 'h1' },
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

async function startDemo(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-screens-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../dist/server/start.js')],
    {
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const began = performance.now(); ; await wait(200)) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) break
    if (performance.now() - began > LIMIT_MS) throw new Error('The demo shop did not start')
  }
  return {
    url,
    async stop() {
      child.kill()
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Collects in the page what is only visible there. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, interactions: {} as Record<number, number> }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]) {
      if (!entry.hadRecentInput) seen.cls += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (!interactionId) continue
      seen.interactions[interactionId] = Math.max(seen.interactions[interactionId] ?? 0, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

type Seen = { lcp: number; cls: number; interactions: Record<number, number> }
const readSeen = (page: Page): Promise<Seen> =>
  within(page).evaluate(() => (window as unknown as { seen: Seen }).seen)

/** The page itself, or what a store's admin has in its frame. */
const within = (page: Page): Frame => page.mainFrame().childFrames()[0] ?? page.mainFrame()

type Throttled = { line: boolean; processor: number }

async function openPage(context: BrowserContext, { line, processor }: Throttled): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(observe)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (line) await session.send('Network.emulateNetworkConditions', { offline: false, ...slow })
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
  return page
}

type Asked = { at: number; bytes: number; isOver: boolean }

/** Loads an address until the network is idle. The live stream stays open and is not waited for. */
async function load(
  context: BrowserContext,
  url: string,
  selector: string,
  throttled: Throttled,
): Promise<Load> {
  const page = await openPage(context, throttled)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, Asked>()
  let last = performance.now()
  let began = 0
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return
    began ||= timestamp
    const isOver = request.url.endsWith('/api/live') || request.url.includes('/api/live?')
    asked.set(requestId, { at: (timestamp - began) * 1000, bytes: 0, isOver })
    last = performance.now()
  })
  const finish = (requestId: string, bytes: number) => {
    const one = asked.get(requestId)
    if (one) Object.assign(one, { bytes, isOver: true })
    last = performance.now()
  }
  session.on('Network.loadingFinished', (e) => finish(e.requestId, e.encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => finish(requestId, 0))
  const opened = performance.now()
  await page.goto(url)
  while (
    performance.now() - opened < LIMIT_MS &&
    (performance.now() - last < QUIET_MS || [...asked.values()].some(({ isOver }) => !isOver))
  ) {
    await wait(100)
  }
  // Only now: to find an element, Playwright runs its own script in the page, 75 ms on a slow processor.
  await within(page).locator(selector).first().waitFor({ timeout: LIMIT_MS })
  const { lcp, cls } = await readSeen(page)
  await page.close()
  const all = [...asked.values()]
  const before = all.filter(({ at }) => at < lcp)
  const kilobytesOf = (loads: readonly Asked[]) =>
    loads.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return {
    requests: before.length,
    requestsInAll: all.length,
    kilobytes: kilobytesOf(before),
    kilobytesInAll: kilobytesOf(all),
    lcp,
    cls,
  }
}

async function signedIn(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const answer = await context.request.post(`${url}/api/accounts/sign-in`, {
    data: { email: demoOwner.email, password: demoOwner.password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`The owner could not sign in: ${await answer.text()}`)
  return context
}

const best = (loads: readonly Load[]): Load => ({
  requests: Math.min(...loads.map(({ requests }) => requests)),
  requestsInAll: Math.max(...loads.map(({ requestsInAll }) => requestsInAll)),
  kilobytes: Math.min(...loads.map(({ kilobytes }) => kilobytes)),
  kilobytesInAll: Math.max(...loads.map(({ kilobytesInAll }) => kilobytesInAll)),
  lcp: Math.min(...loads.map(({ lcp }) => lcp)),
  cls: Math.max(...loads.map(({ cls }) => cls)),
})

/** Each round with an empty cache, and once more with the cache of the first visit. */
async function measureLoads(
  browser: Browser,
  url: string,
  { path: address, isMember, selector }: Screen,
): Promise<Loads> {
  const found = { quick: [] as Load[], slow: [] as Load[], again: [] as Load[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, throttled] of [
      ['quick', { line: false, processor: 1 }],
      ['slow', { line: true, processor: SLOW_PROCESSOR }],
    ] as const) {
      const context = isMember ? await signedIn(browser, url) : await browser.newContext()
      found[name].push(await load(context, url + address, selector, throttled))
      if (name === 'slow') found.again.push(await load(context, url + address, selector, throttled))
      await context.close()
    }
  }
  return { quick: best(found.quick), slow: best(found.slow), again: best(found.again) }
}

/** How long a person holds the button of a mouse down. */
const PRESSED_MS = 80

/** As the browser sends it: Playwright's own `click` looks in the page whether it hits, 11 ms on a slow processor. */
async function press(target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`Cannot press what is not drawn: ${String(target)}`)
  await target
    .page()
    .mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PRESSED_MS })
}

/** What is clicked on, in this order. */
const interactions: Record<string, (page: Page) => Promise<void>> = {
  'Open the status menu': async (page) => {
    await press(page.getByRole('button', { name: /change status/ }).first())
    await page.getByRole('menu').waitFor()
  },
  'Close it': async (page) => {
    await page.keyboard.press('Escape')
  },
  'Open a profile': async (page) => {
    await press(page.getByRole('button', { name: /^View profile of/ }).first())
    await page.getByRole('dialog').waitFor()
  },
  'Next profile': (page) => page.keyboard.press(']'),
  'Close the profile': (page) => page.keyboard.press('Escape'),
  'Tab All': (page) => press(page.getByRole('tab', { name: /^All/ })),
  'Tab Rejected': (page) => press(page.getByRole('tab', { name: /^Rejected/ })),
  'Tab All again': (page) => press(page.getByRole('tab', { name: /^All/ })),
  'Select all': (page) => press(page.getByRole('checkbox', { name: /^Select all/ }).first()),
  'Take the selection back': (page) => page.keyboard.press('Escape'),
  'Type in the search': async (page) => {
    await press(page.getByRole('searchbox').first())
    await page.keyboard.type('sho')
    await page.keyboard.press('Escape')
  },
  Board: (page) => press(page.getByRole('button', { name: 'Board', exact: true })),
  'Back to the list': (page) => press(page.getByRole('button', { name: 'List', exact: true })),
  'Command palette': (page) => page.keyboard.press('Control+k'),
}

const DEMO_SHOP = 'pannier-lane.myshopify.com'

/** The app's page in the stand-in's admin. The demo's owner connects the store, and lets its user in. */
async function openAdmin(browser: Browser, url: string): Promise<string> {
  const context = await signedIn(browser, url)
  const headers = { origin: url }
  const read = async <Answer>(answer: Promise<APIResponse>) =>
    (await (await answer).json()) as Answer
  const { install_url: installation } = await read<{ install_url: string }>(
    context.request.post(`${url}/functions/shopify-oauth`, {
      data: { action: 'generate_install_url', shop: DEMO_SHOP, began_at: '/connect-shopify' },
      headers,
    }),
  )
  const page = await context.newPage()
  page.setDefaultTimeout(LIMIT_MS)
  await page.goto(installation)
  await page.getByRole('button', { name: 'Install' }).click()
  await page.waitForURL((address) => address.origin === url)
  await page.waitForLoadState('networkidle')
  const { admin_url: appPage } = await read<{ admin_url: string }>(
    context.request.get(`${url}/api/store`),
  )
  await page.goto(appPage)
  await page.frameLocator('iframe').getByRole('button', { name: 'Ask to join' }).click()
  const members = `${url}/api/organizations/members`
  await page.frameLocator('iframe').getByRole('status').first().waitFor()
  const { pending } = await read<{ pending: { id: string }[] }>(context.request.get(members))
  for (const { id } of pending) {
    await context.request.post(`${members}/${id}/approve`, { data: {}, headers })
  }
  await context.close()
  return appPage
}

const framedScreens = (appPage: string): Record<string, Screen> => {
  const at = (path: string) => `${appPage}/shopify-embed${path}`
  return {
    'In the admin: /admin/applicants': {
      path: at('/admin/applicants'),
      isMember: false,
      selector: 'button[aria-label^="View profile of"]',
    },
    'In the admin: /admin/jobs': {
      path: at('/admin/jobs'),
      isMember: false,
      selector: 'main tbody tr',
    },
  }
}

/** The platform judges an app by what 75 % of the visits stay within. */
const FRAMED_VISITS = 8

/** Of a screen, of the admin in a small window, of a phone. */
const DESKTOP = { width: 1440, height: 900 }
const homeSizes = [DESKTOP, { width: 1100, height: 760 }, { width: 390, height: 844 }]

/** The home in the admin, as the shop is at the moment: how far it moves while it loads, and when it is seen. */
async function measureHome(browser: Browser, appPage: string): Promise<Row> {
  const row: Row = {}
  const visit = async (viewport: typeof DESKTOP, throttled: Throttled) => {
    const context = await browser.newContext({ viewport })
    const found = await load(context, appPage, 'section h2', throttled)
    await context.close()
    return found
  }
  const slowly = { line: true, processor: SLOW_PROCESSOR }
  for (const viewport of homeSizes) {
    const quick = await visit(viewport, { line: false, processor: 1 })
    const { cls } = await visit(viewport, slowly)
    row[`CLS, ${viewport.width} px`] = Math.max(quick.cls, cls)
  }
  const visits: number[] = []
  for (let round = 0; round < FRAMED_VISITS; round++) {
    visits.push((await visit(DESKTOP, slowly)).lcp)
  }
  visits.sort((a, b) => a - b)
  row['LCP slow, 75 % within, ms'] = percentile(visits, 0.75)
  return row
}

/** A shop whose user comes for the first time, and the same one with its own organization to set up. */
async function measureNewShop(browser: Browser): Promise<Record<string, Row>> {
  const demo = await startDemo()
  try {
    const context = await browser.newContext()
    const app = await context.request.get(`${demo.url}/api/store/app?shop=${DEMO_SHOP}`)
    const { admin_url: appPage } = (await app.json()) as { admin_url: string }
    const page = await context.newPage()
    page.setDefaultTimeout(LIMIT_MS)
    await page.goto(appPage)
    await page.getByRole('button', { name: 'Install' }).click()
    const enter = page.frameLocator('iframe').getByRole('button', { name: 'Open Storehand' })
    await enter.waitFor()
    const first = await measureHome(browser, appPage)
    await enter.click()
    await page.frameLocator('iframe').getByRole('link', { name: 'Create Job Post' }).waitFor()
    await context.close()
    return {
      'In the admin: home, first visit': first,
      'In the admin: home, being set up': await measureHome(browser, appPage),
    }
  } finally {
    await demo.stop()
  }
}

/** Opens a profile in the frame; the frame's own events are read. */
async function measureFramedProfile(browser: Browser, appPage: string): Promise<Row> {
  const row: Row = {}
  for (const processor of [1, SLOW_PROCESSOR]) {
    const visits: number[] = []
    for (let round = 0; round < FRAMED_VISITS; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await openPage(context, { line: false, processor })
      page.setDefaultTimeout(LIMIT_MS)
      await page.goto(`${appPage}/shopify-embed/admin/applicants`)
      const frame = page.frameLocator('iframe')
      const profile = frame.getByRole('button', { name: /^View profile of/ }).first()
      await profile.waitFor()
      await wait(2 * QUIET_MS)
      await press(profile)
      await frame.getByRole('dialog').waitFor()
      await wait(QUIET_MS)
      visits.push(Math.max(0, ...Object.values((await readSeen(page)).interactions)))
      await context.close()
    }
    visits.sort((a, b) => a - b)
    row[`INP ×${processor}, best, ms`] = percentile(visits, 0)
    row[`INP ×${processor}, 75 % within, ms`] = percentile(visits, 0.75)
  }
  return row
}

async function measureInteractions(browser: Browser, url: string): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {}
  for (const processor of [1, SLOW_PROCESSOR]) {
    for (let round = 0; round < 2; round++) {
      const context = await signedIn(browser, url)
      const page = await openPage(context, { line: false, processor })
      page.setDefaultTimeout(LIMIT_MS)
      await page.goto(`${url}/admin/applicants`)
      await page
        .getByRole('button', { name: /^View profile of/ })
        .first()
        .waitFor()
      await wait(2 * QUIET_MS)
      for (const [name, act] of Object.entries(interactions)) {
        await page.evaluate(() => {
          ;(window as unknown as { seen: Seen }).seen.interactions = {}
        })
        await act(page)
        await wait(QUIET_MS)
        const { interactions: seen } = await readSeen(page)
        const longest = Math.max(0, ...Object.values(seen))
        const key = `INP ×${processor}, ms`
        const row = (rows[name] ??= {})
        row[key] = Math.min(row[key] ?? Number.POSITIVE_INFINITY, longest)
      }
      await context.close()
    }
  }
  return rows
}

const rowOf = ({ quick, slow: slowly, again }: Loads): Row => ({
  'requests until drawn': slowly.requests,
  'requests in all': slowly.requestsInAll,
  'kB until drawn': slowly.kilobytes,
  'kB in all': slowly.kilobytesInAll,
  'LCP, ms': quick.lcp,
  'LCP slow, ms': slowly.lcp,
  'LCP slow from cache, ms': again.lcp,
  CLS: Math.max(quick.cls, slowly.cls),
})

const figure = (value: number | undefined): string =>
  value === undefined ? '-' : value < 1 ? value.toFixed(3) : Math.round(value).toString()

function print(rows: Record<string, Row>, before: Run | undefined): void {
  for (const [screen, row] of Object.entries(rows)) {
    console.log(`\n${screen}`)
    for (const [name, value] of Object.entries(row)) {
      const last = before?.rows[screen]?.[name]
      console.log(`  ${name.padEnd(26)}${figure(value).padStart(8)}${figure(last).padStart(10)}`)
    }
  }
}

const readLast = (): Promise<Run | undefined> =>
  readFile(KEPT, 'utf8').then(
    (text) => JSON.parse(text) as Run,
    () => undefined,
  )

const before = await readLast()
console.log(
  'The best of several visits each. "Slow": 1.6 Mbit/s, 150 ms, a processor four times slower. ' +
    `Last column: ${before ? `the run of ${before.at}` : 'there was no run before this one'}.`,
)
const demo = await startDemo()
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: chromiumArguments,
})
try {
  const rows: Record<string, Row> = {}
  for (const [name, screen] of Object.entries(screens)) {
    rows[name] = rowOf(await measureLoads(browser, demo.url, screen))
  }
  const appPage = await openAdmin(browser, demo.url)
  for (const [name, screen] of Object.entries(framedScreens(appPage))) {
    rows[name] = rowOf(await measureLoads(browser, '', screen))
  }
  rows['In the admin: home, in use'] = await measureHome(browser, appPage)
  Object.assign(rows, await measureNewShop(browser))
  rows['In the admin: open a profile'] = await measureFramedProfile(browser, appPage)
  print(rows, before)
  const waits = await measureInteractions(browser, demo.url)
  print(waits, before)
  await mkdir(path.dirname(KEPT), { recursive: true })
  const run: Run = { at: new Date().toISOString(), rows: { ...rows, ...waits } }
  await writeFile(KEPT, `${JSON.stringify(run, null, 2)}\n`)
} finally {
  await browser.close()
  await demo.stop()
}
