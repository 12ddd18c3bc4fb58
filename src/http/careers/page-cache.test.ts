// The cache of rendered pages: bounded by what its pages hold, not by their number alone.
import { expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { PageCache } from './page-cache.ts'

const app = await openApp()

test('large pages that differ in their address alone do not fill the memory', async () => {
  const cache = new PageCache(app.deps)
  const large = 'x'.repeat(2_000_000)
  const read = (key: string, html: string) =>
    cache.read(key, async () => ({ html, status: 200, organizationId: null, headers: {} }))
  const has = async (key: string) => Boolean(await cache.read(key, async () => undefined))
  for (let place = 0; place < 20; place++) await read(`color=${place}`, large)
  const kept: string[] = []
  for (let place = 0; place < 20; place++) {
    if (await has(`color=${place}`)) kept.push(`color=${place}`)
  }
  // 32 MB, and each page counts twice for its compressed forms.
  expect(kept).toHaveLength(8)
  expect(kept.at(-1)).toBe('color=19')
  // One that is larger than all others together is sent, and evicts nobody.
  const huge = await read('all', 'y'.repeat(20_000_000))
  expect(huge?.page.bytes).toHaveLength(20_000_000)
  expect([await has('all'), await has('color=19')]).toEqual([false, true])
})

test('a page that many ask for at once is rendered once, and anew for who asks after a change', async () => {
  const cache = new PageCache(app.deps)
  const owner = await app.owner()
  let rendered = 0
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const read = () =>
    cache.read('page', async () => {
      rendered += 1
      const html = `page ${rendered}`
      await end
      return { html, status: 200, organizationId: owner.organization.id, headers: {} }
    })
  const textOf = (found: Awaited<ReturnType<typeof read>>) => String(found?.page.bytes)
  const before = Array.from({ length: 20 }, read)
  await app.job(owner, { title: 'Here' })
  const after = Array.from({ length: 20 }, read)
  finish()
  expect(new Set((await Promise.all(before)).map(textOf))).toEqual(new Set(['page 1']))
  expect(new Set((await Promise.all(after)).map(textOf))).toEqual(new Set(['page 2']))
  expect(textOf(await read())).toBe('page 2')
})

test('a page that is not there is looked for once by all who ask at once', async () => {
  const cache = new PageCache(app.deps)
  let rendered = 0
  const read = () =>
    cache.read('none', async () => {
      rendered += 1
      return undefined
    })
  expect(await Promise.all([read(), read(), read()])).toEqual([undefined, undefined, undefined])
  expect(rendered).toBe(1)
})

test('a page that could not be rendered is tried again by the next visitor', async () => {
  const cache = new PageCache(app.deps)
  let tries = 0
  const read = () =>
    cache.read('page', async () => {
      tries += 1
      if (tries === 1) throw new Error('not now')
      return { html: 'page', status: 200, organizationId: null, headers: {} }
    })
  const first = await Promise.allSettled([read(), read()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await read())?.status).toBe(200)
})
