// Follows the tables of docs/screen-reader.md: by keys alone, and by what the accessibility tree and the live regions say.
import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { beforeAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { beSignedIn, expect, newPage, WIDE } from '../browser/browser.ts'
import { startScreenReader, type ScreenReader } from '../browser/screen-reader.ts'
import { firstOf } from '../../scripts/test-extent.ts'
import { openOtherSite, snippetOf } from './other-site.ts'

const walks = walksIn(await readFile('docs/screen-reader.md', 'utf8'))
const app = await openApp()
const site = await openOtherSite()
const owner = await app.owner('Tiny Tea Shop')

beforeAll(async () => {
  await app.confirm(owner)
  const job = await app.job(owner, { title: 'Packing Lead' })
  await app.deps.db.pool.query(
    `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name,
       is_existing_customer, created_at)
     select $1, lower(first) || '@tea.example', $2, $2, 'Packing Lead', first, last, place = 1, now() - make_interval(hours => place)
     from (values (1, 'Ada', 'Lindqvist'), (2, 'Jon', 'Bell'), (3, 'Maya', 'Okafor')) as people (place, first, last)`,
    [owner.organization.id, job.id],
  )
})

type Step = { goTo: string; press: string; focus: string; announced: string[] }

/** The table of each part of the document. */
function walksIn(text: string): Map<string, Step[]> {
  const parts = text.split(/^## /m).map((part): [string, Step[]] => {
    const [name = '', ...lines] = part.split('\n')
    const rows = lines.filter((line) => line.startsWith('|')).slice(2)
    const steps = rows.map((row) => {
      const [, goTo = '', press = '', focus = '', announced = ''] = row
        .split('|')
        .map((cell) => cell.trim())
      return {
        goTo,
        press,
        focus,
        announced: [...announced.matchAll(/“(.+?)”/g)].map(([, each]) => each!),
      }
    })
    return [name, steps]
  })
  return new Map(parts)
}

/** Forwards by Tab and, from the last one on, back: further than anybody would have to. */
async function goTo(page: Page, reader: ScreenReader, wanted: string): Promise<void> {
  let key = 'Tab'
  const passed: string[] = []
  for (let presses = 0; presses < 150; presses++) {
    const focus = await reader.focus()
    if (focus === wanted || focus.startsWith(`${wanted},`)) return
    if (focus === 'nothing') key = 'Shift+Tab'
    passed.push(focus)
    await page.keyboard.press(key)
  }
  throw new Error(`No way to ${wanted}, by ${passed.join(' > ')}`)
}

const mail = () => app.mailTo('maya@example.com')

async function press(page: Page, keys: string): Promise<void> {
  for (const [, key, text] of keys.matchAll(/`(.+?)`|"(.+?)"/g)) {
    if (text) await page.keyboard.type(text === '{code}' ? (await mail()).code : text)
    else if (key === '{link}')
      await page.goto(/\S+\/me\/[\w-]+/.exec((await mail()).text)?.[0] ?? '')
    else await page.keyboard.press(key!)
  }
}

async function follow(page: Page, reader: ScreenReader, walk: string): Promise<void> {
  const steps = walks.get(walk) ?? []
  expect(steps.length).toBeGreaterThan(5)
  for (const step of steps) {
    const { goTo: wanted, press: keys, focus, announced } = step
    if (wanted) await goTo(page, reader, wanted)
    reader.forget()
    await press(page, keys)
    await expect
      .poll(async () => ({
        ...step,
        focus: (await reader.focus()).replace(app.url, '{site}'),
        announced: announced.filter((text) => reader.announced.includes(text)),
      }))
      .toEqual({ goTo: wanted, press: keys, focus, announced })
  }
}

async function open(options?: BrowserContextOptions) {
  const page = await newPage({ ...WIDE, ...options })
  return { page, reader: await startScreenReader(page) }
}

// shows: interface-140
test('from the widget on a page of the shop to the own page', async () => {
  const { page, reader } = await open()
  const shop = await app.owner('Tiny Tea Shop')
  await app.job(shop, { title: 'Packing Lead' })
  site.pages.set('/jobs', { html: `<h1>Jobs</h1>${snippetOf(app, shop)}` })
  await page.goto(`${site.url}/jobs`)
  await page.frameLocator('iframe').getByRole('article', { name: 'Packing Lead' }).waitFor()
  await follow(page, reader, 'Apply')
  await page.close()
})

// shows: interface-140
test.each(
  firstOf([
    ['Publish', '/admin', 'Career Admin Dashboard'],
    ['Triage', '/admin/applicants', 'Applicant Management'],
  ] as const),
)('%s, signed in', async (walk, address, heading) => {
  const { page, reader } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await beSignedIn(page, owner)
  await page.goto(app.url + address)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await follow(page, reader, walk)
  await page.close()
})
