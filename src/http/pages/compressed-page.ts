// A page as finished bytes, in the encodings a browser may take.
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import type { Ctx } from '../context.ts'

export type Page = {
  html: string
  etag: string
  brotli: Bytes | undefined
  gzip: Bytes | undefined
  /** The compression under way or done, so that it happens once. */
  compression: Promise<void> | undefined
}
type Bytes = Uint8Array<ArrayBuffer>

const thisProcess = randomUUID()
let drawn = 0

/** The tag is a number and not a hash of the page: whoever keeps a page that came out the same keeps its tag with it. */
export function pageOf(html: string): Page {
  drawn += 1
  const etag = `"${thisProcess}-${drawn}"`
  return { html, etag, brotli: undefined, gzip: undefined, compression: undefined }
}

/** As small as it gets. Takes some 30 ms of a helper thread, so it is done for pages that are asked for again. */
export function compress(page: Page): Promise<void> {
  page.compression ??= (async () => {
    const bytes = Buffer.from(page.html)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params }),
      promisify(gzip)(bytes, { level: 9 }),
    ])
    page.brotli = br
    page.gzip = gz
  })()
  return page.compression
}

// Weighed as nothing (`br;q=0`), an encoding is refused.
const brotliWord = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const gzipWord = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

export const takesBrotli = (accepted = ''): boolean => brotliWord.test(accepted)

/**
 * What to send to a reader that accepts `accepted`. A page that has not been compressed yet goes out as a quick gzip, which
 * every browser takes and which costs a fifth of a quick brotli at the same size.
 */
export async function encoded(
  page: Page,
  accepted = '',
): Promise<{ body: Bytes | string; encoding: 'br' | 'gzip' | undefined }> {
  const canGzip = gzipWord.test(accepted)
  if (takesBrotli(accepted)) {
    if (!page.brotli && !canGzip) await compress(page)
    if (page.brotli) return { body: page.brotli, encoding: 'br' }
  }
  if (!canGzip) return { body: page.html, encoding: undefined }
  // At 3: the next levels take twice the time for one byte in a hundred.
  page.gzip ??= gzipSync(page.html, { level: 3 })
  return { body: page.gzip, encoding: 'gzip' }
}

/** Sends a page once: a browser that has it is told so. */
export async function sendBytes(
  c: Ctx,
  page: Page,
  pageHeaders: Readonly<Record<string, string>>,
  status = 200,
): Promise<Response> {
  const headers = { ...pageHeaders, ETag: page.etag }
  // A proxy that compresses the page itself marks our tag as weak, and a browser may know several.
  if (status === 200 && c.req.header('if-none-match')?.includes(page.etag)) {
    // A browser takes over what this answer says for the page that it kept: the policy must be the page's, not the default.
    return new Response(null, { status: 304, headers })
  }
  const { body, encoding } = await encoded(page, c.req.header('accept-encoding'))
  return new Response(body, {
    status,
    headers: { ...headers, ...(encoding && { 'Content-Encoding': encoding }) },
  })
}
