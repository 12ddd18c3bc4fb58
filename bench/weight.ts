// The size of /embed: as the server sends it in each encoding, and as a real Chromium loads it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { chromium, type Request } from '@playwright/test'
import { chromiumArguments, findChromium } from '../scripts/find-chromium.ts'
import { browserHeaders, connect } from './load/load.ts'
import type { Page } from './million/questions.ts'
import { twentyJobs } from './twenty-jobs.ts'

export type Weight = {
  raw: number
  brotli: number
  gzip: number
  /** Before the best compression of the page is ready. */
  first: number
  inlineScript: number
}

/** Longer than the pause after a change before the best compression (src/http/careers/page-cache.ts). */
const COMPRESSING_MS = 3500

export async function weigh(url: string, path: string): Promise<Weight & { page: Page }> {
  const client = connect(url, 1)
  const ask = (encoding: string) =>
    client.send({ path, headers: { ...browserHeaders, 'accept-encoding': encoding } })
  try {
    const first = await ask('gzip, deflate, br, zstd')
    // The second visitor triggers the next compression.
    await ask('gzip, deflate, br, zstd')
    await wait(COMPRESSING_MS)
    const brotli = await ask('gzip, deflate, br, zstd')
    const gzip = await ask('gzip')
    const raw = await ask('identity')
    for (const [{ headers }, encoding] of [
      [brotli, 'br'],
      [gzip, 'gzip'],
    ] as const) {
      const received = Object.entries(headers).find(([name]) =>
        /^content-encoding$/i.test(name),
      )?.[1]
      if (received !== encoding) throw new Error(`${encoding} was asked for, ${received} came`)
    }
    if (!brotliDecompressSync(brotli.body).equals(raw.body)) throw new Error('The bodies differ')
    return {
      raw: raw.body.length,
      brotli: brotli.body.length,
      gzip: gzip.body.length,
      first: first.body.length,
      inlineScript: inlineScriptBytes(raw.body.toString()),
      page: { headers: withoutConnection(brotli.headers), body: brotli.body },
    }
  } finally {
    client.close()
  }
}

/** The compressed size of the jobs' own texts: the lower bound of any page. */
export function weighTexts(): { brotli: number; gzip: number } {
  const words = twentyJobs.map(({ title, location, description, requirements }) =>
    [title, location, description, requirements].join('\n'),
  )
  const text = words.join('\n')
  return { brotli: brotliCompressSync(text).length, gzip: gzipSync(text, { level: 9 }).length }
}

/** Node writes these itself, in the bare server too. */
function withoutConnection(headers: Record<string, string>): Record<string, string> {
  const own = /^(date|connection|keep-alive|transfer-encoding)$/i
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name)))
}

function inlineScriptBytes(html: string): number {
  let bytes = 0
  for (const [, attributes = '', content = ''] of html.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (!/\bsrc=|application\/json/.test(attributes)) bytes += Buffer.byteLength(content)
  }
  return bytes
}

export type Loads = { requests: number; bytes: number; scriptBytes: number }
export type Visit = {
  beforeClick: Loads
  /** The size of what the first click loads in addition. */
  afterClick: Loads
  failed: string[]
}

const QUIET_MS = 1500

/** A page of a shop with the widget in it, on another server: browsers let no other page frame a local one. */
async function serveShopPage(widgetUrl: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<title>A shop</title><iframe src="${widgetUrl}" width=900 height=620></iframe>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function sum(requests: readonly Request[]): Promise<Loads> {
  const loads: Loads = { requests: requests.length, bytes: 0, scriptBytes: 0 }
  for (const request of requests) {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    const bytes = responseBodySize + responseHeadersSize
    loads.bytes += bytes
    if (request.resourceType() === 'script') loads.scriptBytes += bytes
  }
  return loads
}

/** In a frame, as in a shop: opened directly, a browser would also request an icon. */
export async function visit(url: string): Promise<Visit> {
  const shop = await serveShopPage(url)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArguments,
  })
  try {
    const page = await browser.newPage()
    const sent: Request[] = []
    const failed: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(shop.url)) sent.push(request)
    })
    page.on('response', (response) => {
      const isOurs = !response.url().startsWith(shop.url)
      if (isOurs && !response.ok()) failed.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(shop.url)
    await page.waitForLoadState('networkidle')
    await wait(QUIET_MS)
    const before = [...sent]
    await page.frameLocator('iframe').getByRole('button').first().click()
    await page.waitForLoadState('networkidle')
    await wait(QUIET_MS)
    return {
      beforeClick: await sum(before),
      afterClick: await sum(sent.slice(before.length)),
      failed,
    }
  } finally {
    await browser.close()
    shop.close()
  }
}
