// /embed.js: the script that puts the widget into a page of any other site.
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Env, Screens } from '../context.ts'
import { encoded, pageOf, compress } from '../pages/compressed-page.ts'

/** Its address never changes, so a new version must reach the pages within the hour; until then nobody waits for it. */
const KEPT = 'public, max-age=3600, stale-while-revalidate=86400'

export function embedLoaderRoutes({ embedLoader }: Screens): Hono<Env> {
  const hash = createHash('sha256').update(embedLoader).digest('base64url')
  // The same from every process and after every start.
  const page = { ...pageOf(embedLoader), etag: `"${hash}"` }
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': KEPT,
    Vary: 'Accept-Encoding',
    // A page that isolates itself may load it, and one that checks its hash may read it.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    ETag: page.etag,
  }
  return new Hono<Env>().get('/embed.js', async (c) => {
    // A proxy that compresses the script itself marks our tag as weak, and a browser may know several.
    if (c.req.header('if-none-match')?.includes(page.etag)) {
      return new Response(null, { status: 304, headers })
    }
    await compress(page)
    const { body, encoding } = await encoded(page, c.req.header('accept-encoding'))
    return new Response(body, {
      headers: { ...headers, ...(encoding && { 'Content-Encoding': encoding }) },
    })
  })
}
