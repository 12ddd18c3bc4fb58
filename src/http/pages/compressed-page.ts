// A rendered page as bytes, in the encodings that browsers accept.
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Ctx } from '../context.ts'

export type Page = {
  bytes: Bytes
  etag: string
  brotli: Bytes | undefined
  gzip: Bytes | undefined
  zstd: Bytes | undefined
  /** The running or finished compression, so that it happens once; the quick one of a large page as well. */
  compression: Promise<void> | undefined
  zipping: Promise<Bytes> | undefined
}
type Bytes = Uint8Array<ArrayBuffer>

const thisProcess = randomUUID()
let renderedPages = 0

/**
 * Bytes, because a text is encoded again for each compression, and twice as large. `former`: the page of this address until now,
 * which stays with its ETag if it is the same; the ETag is a counter, not a hash.
 */
export function pageOf(html: string, former?: Page): Page {
  const bytes = Buffer.from(html)
  if (former && bytes.equals(former.bytes)) return former
  renderedPages += 1
  const etag = `"${thisProcess}-${renderedPages}"`
  return { bytes, etag, ...uncompressed }
}

const uncompressed = {
  brotli: undefined,
  gzip: undefined,
  zstd: undefined,
  compression: undefined,
  zipping: undefined,
}

const BEST_QUALITY = 11
/** One millisecond in libuv's thread pool for a form; the next levels take several and save 1 %. */
const QUICK_QUALITY = 5

const toBrotli = (bytes: Bytes, quality: number) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

/** Best compression. Takes about 30 ms in libuv's thread pool, so only for pages that are requested repeatedly. */
export function compress(page: Page): Promise<void> {
  page.compression ??= (async () => {
    const [br, gz] = await Promise.all([
      toBrotli(page.bytes, BEST_QUALITY),
      promisify(gzip)(page.bytes, { level: 9 }),
    ])
    page.brotli = br
    page.gzip = gz
  })()
  return page.compression
}

/** Takes a millisecond or two, for a few percent more bytes; used until the best compression is ready. */
export async function compressQuickly(page: Page): Promise<void> {
  const br = await toBrotli(page.bytes, QUICK_QUALITY)
  page.brotli ??= br
}

/** Node calls its zstd experimental; what browsers read is RFC 8878 and will not change. */
const FASTEST_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

// `q=0` (as in `br;q=0`) means that the encoding is not accepted.
const acceptsBrotliPattern = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const acceptsZstdPattern = /\bzstd\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const acceptsGzipPattern = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

export const takesBrotli = (accepted = ''): boolean => acceptsBrotliPattern.test(accepted)

/** The next levels take twice the time to save 1 %. */
const QUICK_GZIP = { level: 3 }
/** Takes 4 ms; more than that in another thread, which costs a small page more than it saves. */
const LARGE_BYTES = 300_000

/**
 * The body and encoding for an Accept-Encoding header. A page without compressed bytes is sent with fast zstd, which takes a third of the
 * time of fast gzip for 5 % more bytes, or with fast gzip, which every browser accepts and which takes a fifth of the time of fast brotli.
 */
export async function encoded(
  page: Page,
  accepted = '',
): Promise<{ body: Bytes; encoding: 'br' | 'zstd' | 'gzip' | undefined }> {
  const [canGzip, canZstd] = [acceptsGzipPattern.test(accepted), acceptsZstdPattern.test(accepted)]
  if (takesBrotli(accepted)) {
    if (!page.brotli && !canGzip && !canZstd) await compressQuickly(page)
    if (page.brotli) return { body: page.brotli, encoding: 'br' }
  }
  if (canZstd && !page.gzip) {
    page.zstd ??= zstdCompressSync(page.bytes, FASTEST_ZSTD)
    return { body: page.zstd, encoding: 'zstd' }
  }
  if (!canGzip) return { body: page.bytes, encoding: undefined }
  if (!page.gzip && page.bytes.length > LARGE_BYTES) {
    page.zipping ??= promisify(gzip)(page.bytes, QUICK_GZIP)
    const zipped = await page.zipping
    // The best compression may have come first.
    page.gzip ??= zipped
  }
  page.gzip ??= gzipSync(page.bytes, QUICK_GZIP)
  return { body: page.gzip, encoding: 'gzip' }
}

/** The body and encoding of a page that is sent once. */
export async function encodedOnce(
  html: string,
  accepted = '',
): Promise<{ body: Bytes | string; encoding: 'br' | 'gzip' | undefined }> {
  if (takesBrotli(accepted)) {
    return { body: await toBrotli(Buffer.from(html), QUICK_QUALITY), encoding: 'br' }
  }
  if (!acceptsGzipPattern.test(accepted)) return { body: html, encoding: undefined }
  return { body: await promisify(gzip)(html), encoding: 'gzip' }
}

/** Sends the page, or 304 when the browser already has it. */
export async function sendBytes(
  c: Ctx,
  page: Page,
  pageHeaders: Readonly<Record<string, string>>,
  status = 200,
): Promise<Response> {
  const headers = { ...pageHeaders, ETag: page.etag }
  // `includes`, because a proxy that compresses marks the ETag as weak (W/), and a browser may send several.
  if (status === 200 && c.req.header('if-none-match')?.includes(page.etag)) {
    // A browser applies the headers of a 304 to its cached page, so they must include the page's own security policy.
    return new Response(null, { status: 304, headers })
  }
  const { body, encoding } = await encoded(page, c.req.header('accept-encoding'))
  return new Response(body, {
    status,
    headers: { ...headers, ...(encoding && { 'Content-Encoding': encoding }) },
  })
}
