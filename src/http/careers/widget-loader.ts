// /embed.js: the loader, which puts the widget into a page of any other site.
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Env, Screens } from '../context.ts'
import { encoded, pageOf, compress } from '../pages/compressed-page.ts'

/** The URL never changes: pages get a new version within an hour, and stale-while-revalidate avoids a wait for it. */
const CACHE_HOUR = 'public, max-age=3600, stale-while-revalidate=86400'

export function embedLoaderRoutes({ embedLoader }: Screens): Hono<Env> {
  const hash = createHash('sha256').update(embedLoader).digest('base64url')
  // A hash, so that the ETag is the same in every process and after every start.
  const page = { ...pageOf(embedLoader), etag: `"${hash}"` }
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': CACHE_HOUR,
    Vary: 'Accept-Encoding',
    // For pages that are cross-origin isolated or use subresource integrity.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    ETag: page.etag,
  }
  return new Hono<Env>().get('/embed.js', async (c) => {
    // `includes`, because a proxy that compresses marks the ETag as weak (W/), and a browser may send several.
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
