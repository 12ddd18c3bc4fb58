// The widget's cached first page: up to date, in every encoding, and sent once.
import type { PoolClient } from 'pg'
import { describe, expect, test } from 'vitest'
import { PublicLists } from '#features/jobs/public-lists.ts'
import { openApp } from '#test/app.ts'
import { textOf } from '#test/html.ts'
import { rawRequest, sendRaw } from '#test/input/raw-request.ts'

const app = await openApp()

const EMPTY = 'Currently no open positions available.'

async function show(slug: string) {
  const response = await app.visitor().fetch(`/embed?org=${slug}`)
  const html = await response.text()
  return { headers: response.headers, html, text: textOf(html) }
}

describe('the kept first page', () => {
  test('is drawn anew the moment a job is created, edited, closed or deleted', async () => {
    const shop = await app.owner('Fresh Shop')
    const { slug } = shop.organization
    expect((await show(slug)).text).toContain(EMPTY)
    const job = await app.job(shop, { title: 'Fresh Job' })
    expect((await show(slug)).text).toContain('Fresh Job')
    const edit = (body: object) => shop.call(`/api/jobs/${job.id}`, { method: 'PATCH', body })
    await edit({ title: 'Fresher Job' })
    expect((await show(slug)).text).toContain('Fresher Job')
    await edit({ is_active: false })
    expect((await show(slug)).text).toContain(EMPTY)
    await edit({ is_active: true })
    expect((await show(slug)).text).toContain('Fresher Job')
    await shop.call(`/api/jobs/${job.id}`, { method: 'DELETE' })
    expect((await show(slug)).text).toContain(EMPTY)
  })

  test('is never an old one that was being drawn during the change', async () => {
    const shop = await app.owner('Racing Shop')
    const { slug } = shop.organization
    const job = await app.job(shop)
    const { promise: edited, resolve: release } = Promise.withResolvers<void>()
    const { promise: hasRead, resolve: signal } = Promise.withResolvers<void>()
    // Delays the result of the widget's query until `release`; the workers' queries run normally.
    const { pool } = app.deps.db
    const connect = pool.connect.bind(pool) as (...callback: unknown[]) => Promise<PoolClient>
    let wasDelayed = false
    const slowly = async (...callback: unknown[]) => {
      const client = await connect(...callback)
      if (callback.length > 0) return client
      const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>
      const delayedQuery = async (...values: unknown[]) => {
        const answer = await query(...values)
        const asked = JSON.stringify(values)
        if (!wasDelayed && asked.includes('job_posts') && asked.includes(shop.organization.id)) {
          wasDelayed = true
          Object.assign(pool, { connect })
          signal()
          await edited
        }
        return answer
      }
      return Object.assign(client, { query: delayedQuery })
    }
    Object.assign(pool, { connect: slowly })
    const early = show(slug)
    await hasRead
    await shop.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'Edited Meanwhile' } })
    release()
    await early
    expect((await show(slug)).text).toContain('Edited Meanwhile')
  })

  test('is made from one list of a shop, however the address names it', async () => {
    const shop = await app.owner('Named Shop')
    const job = await app.job(shop)
    const { id, slug } = shop.organization
    const lists = new PublicLists(app.deps)
    const read = () =>
      Promise.all([slug, id, id.toUpperCase()].map((org) => lists.read({ shop: null, org })))
    const [first, ...others] = await read()
    expect(first?.jobs.map((listed) => listed.id)).toEqual([job.id])
    for (const { jobs } of others) expect(jobs).toBe(first?.jobs)
  })

  test('is the same in every encoding, and is not sent twice', async () => {
    const { slug } = (await app.owner()).organization
    const raw = async (headers: Record<string, string>) => {
      const request = rawRequest('GET', `/embed?org=${slug}`, headers)
      return sendRaw(app.url, request)
    }
    const { html, headers } = await show(slug)
    const brotliOnly = await app.visitor().fetch(`/embed?org=${slug}`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(brotliOnly.headers.get('content-encoding')).toBe('br')
    for (let visit = 0; visit < 3; visit++) {
      for (const [accepted, encoding] of [
        ['br, gzip', 'br'],
        ['gzip, deflate', 'gzip'],
        ['br;q=0, gzip', 'gzip'],
        ['identity', null],
      ]) {
        const answer = await app.visitor().fetch(`/embed?org=${slug}`, {
          headers: { 'accept-encoding': accepted ?? '' },
        })
        expect(answer.headers.get('content-encoding')).toBe(encoding)
        expect(await answer.text()).toBe(html)
      }
    }
    const etag = headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await raw({ 'if-none-match': known })
      expect([known, again.status, again.body]).toEqual([known, 304, ''])
    }
    expect((await raw({ 'if-none-match': '"other"' })).status).toBe(200)
    expect(headers.get('vary')).toContain('Accept-Encoding')
  })
})

test('a page that is new goes out as quickly as the browser can read it, and as small as it gets when asked for again', async () => {
  const shop = await app.owner('Pressed Shop')
  await app.job(shop, { description: 'We weigh, taste, pack and post tea. '.repeat(20) })
  const visit = async () => {
    const answer = await app.visitor().fetch(`/embed?org=${shop.organization.slug}`, {
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    })
    expect(await answer.text()).toContain('We weigh, taste, pack and post tea.')
    return answer.headers.get('content-encoding')
  }
  expect(await visit()).toBe('zstd')
  for (const [source, accepted, encoding] of [
    ['one', 'gzip, deflate, br', 'gzip'],
    ['two', 'gzip, br, zstd;q=0', 'gzip'],
    ['three', 'zstd', 'zstd'],
    ['four', 'br, zstd', 'zstd'],
  ] as const) {
    const address = `/embed?org=${shop.organization.slug}&src=${source}`
    const answer = await app.visitor().fetch(address, {
      headers: { 'accept-encoding': accepted },
    })
    expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, encoding])
    // The markup of a job is kept; the links in it are those of the visit.
    const sources = (await answer.text()).match(/\bsrc=\w+/g)
    expect([...new Set(sources)]).toEqual([`src=${source}`])
  }
  await expect.poll(visit).toBe('br')
})
