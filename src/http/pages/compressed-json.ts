// Compresses JSON answers for the dashboard: in a list most bytes are repeated field names.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context.ts'
import { takesBrotli } from './compressed-page.ts'

/** A smaller answer fits into one packet anyway. */
const MIN_BYTES = 1000
/** Takes 0.5 ms in libuv's thread pool for fifty rows; the next levels take twice the time to save 5 %. */
const QUALITY = 4

/**
 * Only GET, and only brotli, which every browser of the dashboard accepts. Answers to changes are not compressed: they may
 * contain tokens and links, which an attacker could guess from the compressed length.
 */
export const compressedJson = createMiddleware<Env>(async (c, next) => {
  await next()
  const isJson = c.res.headers.get('content-type')?.startsWith('application/json')
  if (c.req.method !== 'GET' || c.res.status !== 200 || !isJson) return
  // In its own headers: `c.header` would make another response of this one, with its body as a stream.
  const { headers } = c.res
  headers.append('Vary', 'Accept-Encoding')
  if (!takesBrotli(c.req.header('accept-encoding'))) return
  const bytes = Buffer.from(await c.res.arrayBuffer())
  const isCompressed = bytes.length >= MIN_BYTES
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const body = isCompressed ? await promisify(brotliCompress)(bytes, { params }) : bytes
  if (isCompressed) headers.set('Content-Encoding', 'br')
  // Instead of the other one, not merged with it.
  c.res = undefined
  c.res = new Response(body, { status: 200, headers })
})
