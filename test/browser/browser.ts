// Pages of the shared Chromium, for the browser tests.
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  expect as playwrightExpect,
  type Page,
} from '@playwright/test'
import { inject } from 'vitest'
import type { Visitor } from '../app.ts'

/** Longer than Playwright's five seconds, which are too short for two test files on two busy processors. */
export const expect = playwrightExpect.configure({ timeout: 20_000 })

let connection: Promise<Browser> | undefined

/** One connection for each test file; it ends with the file's worker. */
export function connectBrowser(): Promise<Browser> {
  connection ??= chromium.connect(inject('browserEndpoint'))
  return connection
}

/** A page with its own cookies and storage; closing the page removes them. */
export async function newPage(options?: BrowserContextOptions): Promise<Page> {
  const browser = await connectBrowser()
  // An explicit context, because axe opens a second page in it.
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  // Beside other work a page can stand still for Playwright's 30 seconds.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  page.once('close', () => void context.close())
  return page
}

type SignedIn = Pick<Visitor, 'base' | 'cookie'>

/** Gives a page the cookies of somebody who is signed in. */
export async function beSignedIn(page: Page, { base, cookie }: SignedIn): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => pair.split(/=(.*)/s))
  await page
    .context()
    .addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: base })))
}

export const WIDE = { viewport: { width: 1440, height: 900 } } as const

/** A page of somebody who is signed in. */
export async function openAs(
  person: SignedIn,
  path: string,
  options: BrowserContextOptions = WIDE,
): Promise<Page> {
  const page = await newPage(options)
  await beSignedIn(page, person)
  await page.goto(person.base + path)
  return page
}
