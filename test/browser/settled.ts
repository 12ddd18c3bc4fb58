// Waits until a page shows all that its address stands for. Playwright's 'networkidle' is told once for each document: after a
// step inside the dashboard it waits for nothing, and beside the live line it may never come.
import type { Page, Request } from '@playwright/test'
import { expect } from './browser.ts'

/** The line for live events stays open. */
const isLine = (request: Request): boolean => new URL(request.url()).pathname === '/api/live'

type Router = {
  state: { status: string; resolvedLocation?: { href: string } }
}

/** To be run in the page: the dashboard's router has rendered the address, and nothing says that it is loading. */
function isRendered(): boolean {
  const router = (globalThis as { __TSR_ROUTER__?: Router }).__TSR_ROUTER__
  if (router) {
    const { status, resolvedLocation } = router.state
    const { origin, href } = location
    if (status !== 'idle' || !resolvedLocation) return false
    if (new URL(resolvedLocation.href, origin).href !== href) return false
  }
  // What is loading is marked as busy, or is a status that has nothing but a name.
  return !document.querySelector('[aria-busy=true],[role=status][aria-label]')
}

/** To be run in the page: two frames later everything that follows from the last answer has been rendered, and asked for. */
const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Watches the page from now on; the answer waits until it is settled. */
export function watchSettling(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  page.on('request', (request) => !isLine(request) && asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return async () => {
    await expect
      .poll(async () => {
        const isBefore = asked.size === 0 && (await page.evaluate(isRendered))
        await page.evaluate(twoFrames)
        return isBefore && asked.size === 0 && (await page.evaluate(isRendered))
      })
      .toBe(true)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
  }
}
