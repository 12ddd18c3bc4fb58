// /embed.js: small, identical after every start, and available to every site.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createTestApp, openApp } from '#test/app.ts'

const app = await openApp()

const ask = (headers: Record<string, string> = {}) =>
  fetch(`${app.url}/embed.js`, { headers: { origin: 'https://other.example', ...headers } })

describe('works', () => {
  test('answers any site with a script that it may keep for an hour', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.text()).toContain('storehand-resize-ack')
  })

  test('weighs less than two kilobytes, and is the same in every encoding', async () => {
    const plain = await (await ask()).text()
    const [answer] = (await once(
      get(`${app.url}/embed.js`, { headers: { 'accept-encoding': 'br' } }),
      'response',
    )) as [IncomingMessage]
    const bytes = await buffer(answer)
    expect(answer.headers['content-encoding']).toBe('br')
    expect(bytes.length).toBeLessThan(2000)
    expect(brotliDecompressSync(bytes).toString()).toBe(plain)
  })

  test('is not sent again to a browser that has it, also after another start', async () => {
    const etag = (await ask()).headers.get('etag') ?? ''
    const again = await ask({ 'if-none-match': `W/${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const other = await createTestApp()
    try {
      const response = await fetch(`${other.url}/embed.js`, { headers: { 'if-none-match': etag } })
      expect(response.status).toBe(304)
    } finally {
      await other.close()
    }
  })
})
