// Built files: the dashboard and its assets, the widget's script, the font of the public pages.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Env, Screens } from './context.ts'

const KEPT = 'public, max-age=31536000, immutable'

/** Pages of the dashboard: the browser gets the same document for each and draws the rest. */
const PAGES = [
  /^\/$/,
  /^\/(auth|organizations|privacy|terms)$/,
  /^\/admin(\/(applicants|jobs))?$/,
  /^\/dev\/mailbox$/,
]

const DASHBOARD_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; " +
  "object-src 'none'; form-action 'self'; frame-ancestors 'none'"

export function staticRoutes(screens: Screens): Hono<Env> {
  const assets = (folder: string) =>
    serveStatic<Env>({
      root: folder,
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', KEPT),
    })
  const font = readFileSync(screens.fontFile)
  return new Hono<Env>()
    .get('/assets/fonts/instrument-sans-latin.woff2', (c) =>
      c.body(font, 200, { 'Content-Type': 'font/woff2', 'Cache-Control': KEPT }),
    )
    .use(
      '/assets/careers/*',
      serveStatic<Env>({
        root: screens.careersFolder,
        precompressed: true,
        rewriteRequestPath: (file) => file.replace(/^\/assets\/careers/, ''),
        onFound: (_, c) => c.header('Cache-Control', KEPT),
      }),
    )
    .use('/assets/*', assets(screens.dashboardFolder))
    .get('*', (c, next) => {
      const { pathname } = new URL(c.req.url)
      if (/^\/(api|functions|assets|dev\/mailbox\.json)(\/|$)/.test(pathname)) return next()
      const isProductionMailbox = pathname === '/dev/mailbox' && c.var.deps.isProduction
      const isPage = PAGES.some((page) => page.test(pathname)) && !isProductionMailbox
      c.header('Content-Security-Policy', DASHBOARD_POLICY)
      c.header('Referrer-Policy', 'same-origin')
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Cache-Control', 'no-cache')
      return c.html(indexOf(screens.dashboardFolder), isPage ? 200 : 404)
    })
}

const documents = new Map<string, string>()

function indexOf(folder: string): string {
  const file = path.join(folder, 'index.html')
  let html = documents.get(file)
  if (html === undefined) {
    if (!existsSync(file)) throw new Error(`The dashboard is not built: ${file} is missing`)
    html = readFileSync(file, 'utf8')
    documents.set(file, html)
  }
  return html
}
