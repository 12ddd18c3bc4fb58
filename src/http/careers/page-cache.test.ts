// The cache of rendered pages: bounded by what its pages hold, not by their number alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { PageCache } from './page-cache.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('large pages that differ in their address alone do not fill the memory', async () => {
  const cache = new PageCache(app.deps)
  const large = 'x'.repeat(2_000_000)
  const read = (key: string, html: string) =>
    cache.read(key, async () => ({ html, status: 200, organizationId: null, headers: {} }))
  for (let place = 0; place < 20; place++) await read(`color=${place}`, large)
  const kept = Array.from({ length: 20 }, (_, place) => `color=${place}`).filter((key) =>
    cache.has(key),
  )
  // 32 MB, and each page counts twice for its compressed forms.
  expect(kept).toHaveLength(8)
  expect(kept.at(-1)).toBe('color=19')
  // One that is larger than all others together is sent, and evicts nobody.
  const huge = await read('all', 'y'.repeat(20_000_000))
  expect(huge?.page.bytes).toHaveLength(20_000_000)
  expect([cache.has('all'), cache.has('color=19')]).toEqual([false, true])
})
