// /api/cvs: the signed links to CVs.
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { followCvLink } from '#features/cvs/open-cv.ts'
import type { Env } from '../context.ts'

export const cvRoutes = new Hono<Env>().get('/:name', async (c) => {
  const { expires = '', signature = '' } = c.req.query()
  const cv = await followCvLink(c.var.deps, { name: c.req.param('name'), expires, signature })
  // Node's and the web's stream types describe the same object differently.
  return c.body(Readable.toWeb(cv.body) as ReadableStream, 200, {
    'Content-Type': cv.contentType,
    'Content-Length': String(cv.size),
    'Content-Disposition': cv.disposition,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
})
