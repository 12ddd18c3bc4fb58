// What our own pages read, compressed on its way: most of a list is the names of its fields, over and over.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context.ts'
import { takesBrotli } from './compressed-page.ts'

/** Less travels in one packet either way. */
const LEAST_BYTES = 1000
/** Half a millisecond of a helper thread for fifty rows; the next levels take twice that for a byte in twenty. */
const QUALITY = 4

/**
 * For reads alone, and for brotli alone, which every browser of the dashboard takes. Answers to changes stay as they are:
 * the tokens and links that may stand in one are not to be guessed by its length.
 */
export const compressedJson = createMiddleware<Env>(async (c, next) => {
  await next()
  const isJson = c.res.headers.get('content-type')?.startsWith('application/json')
  if (c.req.method !== 'GET' || c.res.status !== 200 || !isJson) return
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (!takesBrotli(c.req.header('accept-encoding'))) return
  const bytes = Buffer.from(await c.res.arrayBuffer())
  const isPressed = bytes.length >= LEAST_BYTES
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const body = isPressed ? await promisify(brotliCompress)(bytes, { params }) : bytes
  c.res = new Response(body, { status: 200, headers: c.res.headers })
  if (isPressed) c.header('Content-Encoding', 'br')
})
