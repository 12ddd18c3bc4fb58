// What is seen before any script has run, and what a person does to it: nothing moves, and nothing is lost.
import type { Page } from '@playwright/test'
import { afterEach, beforeAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { beSignedIn, expect, newPage, WIDE } from '../browser/browser.ts'
import { insertApplication } from '../rows.ts'
import { firstOf } from '../../scripts/test-extent.ts'

let page: Page
/** Lets the scripts arrive. */
let start: () => void

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

beforeAll(async () => {
  await app.confirm(owner)
  const { organization } = owner
  const job = await app.job(owner, { title: 'Packing Lead' })
  await insertApplication(app.deps.db.queries, { organization, job }, 'maya@example.com')
})
const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
}

async function openPage(options: typeof WIDE | typeof PHONE): Promise<void> {
  page = await newPage(options)
  const isStarted = new Promise<void>((resolve) => {
    start = resolve
  })
  await page.route('**/assets/dashboard/**/*.js', async (route) => {
    await isStarted
    await route.continue()
  })
}
afterEach(() => page.close())

const row = () => page.getByRole('button', { name: 'View profile of Maya Okafor' })
const profile = () => page.getByRole('dialog', { name: 'Maya Okafor' })

// shows: interface-141
test('somebody signs in on the page that has no script yet', async () => {
  await openPage(WIDE)
  await page.goto(`${app.url}/auth`, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  start()
  await expect(page.getByText('Welcome!')).toBeVisible()
})

async function openList(): Promise<void> {
  await beSignedIn(page, owner)
  await page.goto(`${app.url}/admin/applicants`, { waitUntil: 'commit' })
  await expect(row()).toBeVisible()
}

// shows: interface-141
test.each(
  firstOf([
    ['the keys', () => page.keyboard.press('j').then(() => page.keyboard.press('Enter'))],
    ['a click', () => row().click()],
  ] as const),
)('a list is read at once, and %s open a profile of it', async (_, open) => {
  await openPage(WIDE)
  await openList()
  await open()
  start()
  await expect(profile()).toBeVisible()
})

test.each(
  firstOf([
    ['a wide screen', WIDE],
    ['a phone', PHONE],
  ] as const),
)('when the script takes over nothing moves, on %s', async (_, options) => {
  await openPage(options)
  await openList()
  await page.evaluate(() => document.fonts.ready)
  const before = await row().boundingBox()
  await row().evaluate((first) => first.setAttribute('data-first', ''))
  start()
  await expect(page.locator('[data-first]')).toHaveCount(0)
  expect(await row().boundingBox()).toEqual(before)
})

test('a theme that was chosen is there before anything is painted', async () => {
  await openPage(WIDE)
  await page.addInitScript(() => localStorage.setItem('storehand-theme', 'dark'))
  await page.goto(`${app.url}/auth`, { waitUntil: 'commit' })
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  start()
})
