// Built files: the dashboard and its assets, the widget's script, the font of the public pages.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { readEmbedding } from '#features/store/read-embedding.ts'
import type { Ctx, Env, Screens } from './context.ts'
import { readScreenFiles, type ScreenFiles } from './screen-files.ts'

const KEPT = 'public, max-age=31536000, immutable'

/** Pages of the dashboard: the browser gets the same document for each and draws the rest. */
const PAGES = [
  /^\/$/,
  /^\/(auth|account|invitation|organizations|privacy|terms)$/,
  /^\/(connect-shopify|shopify-(install|welcome|success|guide))$/,
  /^\/admin(\/(applicants|jobs|incidents|store-pages|customers|audit|settings))?$/,
  /^\/dev\/mailbox$/,
]

/** What a page of ours may load, beside what is ours: sources in the words of a policy. */
export function policyOf({
  scripts = [],
  connects = [],
  frames = "'none'",
}: {
  scripts?: readonly string[]
  connects?: readonly string[]
  /** Who may frame it. */
  frames?: string
}): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["connect-src 'self'", ...connects].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    `frame-ancestors ${frames}`,
  ].join('; ')
}

/** Reads strangers' files: it may compile its own decoders, ask this server for fonts, and nothing else. */
const PDF_THREAD = /pdf\.worker[^/]*\.mjs/
const pdfThreadPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

export function staticRoutes(screens: Screens): Hono<Env> {
  const assets = (folder: string) =>
    serveStatic<Env>({
      root: folder,
      precompressed: true,
      onFound: (file, c) => {
        c.header('Cache-Control', KEPT)
        // A thread has the policy that its own script came with, not the page's.
        if (PDF_THREAD.test(file)) c.header('Content-Security-Policy', pdfThreadPolicy)
      },
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
      const { pathname, search } = new URL(c.req.url)
      if (/^\/(api|functions|assets|dev\/mailbox\.json)(\/|$)/.test(pathname)) return next()
      const isHiddenMailbox = pathname === '/dev/mailbox' && c.var.deps.isPublic
      const isPage = PAGES.some((page) => page.test(pathname)) && !isHiddenMailbox
      const { html, scripts, files } = documentOf(screens.dashboardFolder, 'index.html')
      // The root alone is opened in a store's admin, which names the shop; it shows nothing and leads on.
      const shop = pathname === '/' ? (c.req.query('shop') ?? '') : ''
      const { frames } = readEmbedding(c.var.deps, shop)
      c.header('Content-Security-Policy', policyOf({ scripts, frames }))
      c.header('Referrer-Policy', 'same-origin')
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Cache-Control', 'no-cache')
      const hints = hasSession(c)
        ? files.modules(pathname) + files.reads(pathname, search)
        : files.modules(pathname)
      return c.html(html.replace('</head>', `${hints}</head>`), isPage ? 200 : 404)
    })
}

/** Only a hint of what may be read: each of the reads looks at the session itself. */
const hasSession = (c: Ctx): boolean => /session_token=/.test(c.req.header('cookie') ?? '')

/** A document of the build, as it is. */
export const builtPage = (c: Ctx, name: 'embedded.html'): string =>
  documentOf(c.var.screens.dashboardFolder, name).html

/** `scripts`: the inline script that sets the theme before the first paint, by its hash. */
type Document = { html: string; scripts: readonly string[]; files: ScreenFiles }
const documents = new Map<string, Document>()

function documentOf(folder: string, name: string): Document {
  const file = path.join(folder, name)
  const known = documents.get(file)
  if (known) return known
  if (!existsSync(file)) throw new Error(`The dashboard is not built: ${file} is missing`)
  const html = readFileSync(file, 'utf8')
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const document = { html, scripts, files: readScreenFiles(folder) }
  documents.set(file, document)
  return document
}
