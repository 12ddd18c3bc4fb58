// A page in one of two sizes and themes, and axe's findings.
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import type { TestApp, Visitor } from '../app.ts'
import { beSignedIn, newPage } from '../browser/browser.ts'

/** Both sizes have the same colours, so that each is judged in one theme. */
export const sizes = [
  { name: 'wide', viewport: { width: 1440, height: 900 }, theme: 'light' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, hasTouch: true, theme: 'dark' },
] as const

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/**
 * Injected into the pages from the start: injected again for every check, as the builder does by itself, it takes
 * longer than the check.
 */
const axe = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  source: string
}

/** The findings on an idle page, each with its place. */
async function findings(page: Page, without: string[]) {
  // During a colour transition neither colour is tested. A transition that was cancelled, because its element was
  // removed, counts as finished.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((run) => run.finished)))
  // Only in this page: a second one in front of it would stop its transitions half way.
  const judge = new AxeBuilder({ page, axeSource: 'window.axe.version' })
    .setLegacyMode()
    // Style sheets are fetched a second time for rules that are not used here.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(TAGS)
    .disableRules(without)
  const { violations } = await judge.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

/** A page of one size in its theme, with its checker. */
export async function openJudged(app: TestApp, size: (typeof sizes)[number]) {
  const page = await newPage({
    hasTouch: false,
    ...size,
    colorScheme: size.theme,
    // Each screen is checked when it is idle.
    reducedMotion: 'reduce',
  })
  await page.addInitScript(axe.source)
  // A toast that fades out was checked while it was visible; half transparent it would fail, or not, depending on the
  // moment.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-sonner-toast][data-removed=true] { display: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const judge = async (name: string, without: string[] = []) => {
    const found = await findings(page, without)
    expect({ name, found }).toEqual({ name, found: [] })
  }
  const be = (person: Visitor) => beSignedIn(page, person)
  const goto = (address: string) => page.goto(app.url + address)
  const press = (role: 'button' | 'tab' | 'menuitem', name: string | RegExp) =>
    page.getByRole(role, { name }).first().click()
  const shown = (role: 'dialog' | 'alertdialog' | 'menu' | 'listbox', name?: string | RegExp) =>
    page
      .getByRole(role, name === undefined ? {} : { name })
      .first()
      .waitFor()
  const heading = (name: string) => page.getByRole('heading', { name }).first().waitFor()
  return { page, judge, be, goto, press, shown, heading }
}
