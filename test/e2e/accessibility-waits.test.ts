// What stands in the place of a list that waits or has failed, checked with axe.
import { beforeAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { openJudged, sizes } from './axe.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

beforeAll(async () => {
  await app.job(owner)
})

/** Each in one size and theme, in turn: what stands in the place of a list is made of the same parts in all of them. */
const waiting = [
  ['/admin/applicants', 'Loading applicants', 'Failed to fetch applicants.'],
  ['/admin/applicants?view=board', 'Loading Applied', 'Failed to fetch applicants.'],
  ['/admin/jobs', 'Loading job posts', 'Failed to fetch job posts.'],
  ['/admin/audit', 'Loading the audit log', 'Failed to fetch the audit log'],
  ['/admin', 'Loading the overview', 'Failed to load the overview.'],
] as const

test.each(sizes)('what waits and what failed, $name', async (size) => {
  const { page, judge, be, goto } = await openJudged(app, size)
  await be(owner)
  const answers = { status: 500, json: { error: { code: 'server.unexpected', message: 'No.' } } }
  let isAnswering = false
  const delayed: (() => Promise<void>)[] = []
  await page.route(
    (url) => /^\/api\/(applicants|jobs|incidents|overview|audit)/.test(url.pathname),
    (route) => {
      if (isAnswering) return route.fulfill(answers)
      delayed.push(() => route.fulfill(answers))
      return undefined
    },
  )
  const own = waiting.filter((_, place) => place % sizes.length === sizes.indexOf(size))
  for (const [address, waits, failed] of own) {
    isAnswering = false
    // With something behind the question mark the server renders no first view, and the page has to wait.
    await goto(address.includes('?') ? address : `${address}?waits`)
    await page.getByRole('status', { name: waits }).first().locator(':visible').first().waitFor()
    await judge(`${address} waits`)
    isAnswering = true
    await Promise.allSettled(delayed.splice(0).map((answer) => answer()))
    await page.getByRole('alert').filter({ hasText: failed }).first().waitFor()
    await judge(`${address} failed`)
  }
  await page.close()
})
