// Serves built files: the dashboard, its assets, the careers script and the font of the public pages.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { directionOf } from '#domain/texts/direction.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { screenAt } from '#domain/screens.ts'
import { builtFolder, currentLocale, languages } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { readAdminFrame } from '#features/store/read-admin-frame.ts'
import type { Ctx, Env, Screens } from '../context.ts'
import { INDEXED } from '../server/safe-headers.ts'
import { compress, encodedOnce, pageOf, sendBytes, type Page } from './compressed-page.ts'
import { hasSession, readFirstView, type Ask, type FirstView } from './first-view.ts'
import { readScreenFiles, type ScreenFiles } from './screen-files.ts'

const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/** The Content-Security-Policy of a page, with additional CSP sources. */
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

/** This worker parses untrusted PDFs: it may compile WebAssembly decoders and request fonts from this server, nothing else. */
const PDF_WORKER = /pdf\.worker[^/]*\.mjs/
const pdfWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** `ask`: the whole of HTTP. */
export function staticRoutes(screens: Screens, ask: Ask): Hono<Env> {
  const assets = (folder: string) =>
    serveStatic<Env>({
      root: folder,
      precompressed: true,
      onFound: (file, c) => {
        c.header('Cache-Control', CACHE_FOREVER)
        // A web worker gets the policy of its own script's response, not that of the page.
        if (PDF_WORKER.test(file)) c.header('Content-Security-Policy', pdfWorkerPolicy)
      },
    })
  return (
    new Hono<Env>()
      .use(
        '/assets/careers/*',
        serveStatic<Env>({
          root: screens.careersFolder,
          precompressed: true,
          rewriteRequestPath: (file) => file.replace(/^\/assets\/careers/, ''),
          onFound: (_, c) => c.header('Cache-Control', CACHE_FOREVER),
        }),
      )
      // The folder of a language holds the scripts with texts in them; the others are the same for all.
      .use('/assets/dashboard/:language/*', (c, next) => {
        const { language } = c.req.param()
        const shared = c.req.path.replace(`/${language}/`, '/')
        const isThere = existsSync(path.join(screens.dashboardFolder, c.req.path))
        return isThere || !languages.some((each) => each === language)
          ? next()
          : serveStatic<Env>({
              root: screens.dashboardFolder,
              precompressed: true,
              rewriteRequestPath: () => shared,
              onFound: (_, found) => found.header('Cache-Control', CACHE_FOREVER),
            })(c, next)
      })
      .use('/assets/*', assets(screens.dashboardFolder))
      .get('*', async (c, next) => {
        const { pathname, search } = new URL(c.req.url)
        if (/^\/(api|functions|assets|dev\/mailbox\.json)(\/|$)/.test(pathname)) return next()
        // All get the same document; the script renders the screen, some with a first view of it.
        const screen = screenAt(pathname)
        const isPage = screen !== undefined && !(screen.isLocal && c.var.deps.isPublic)
        const document = documentOf(screens.dashboardFolder, 'index.html')
        const { scripts, files } = document
        // Only the root is opened inside Shopify's admin, which sends the shop; it shows nothing and redirects.
        const { frames } = readAdminFrame(c.var.deps, pathname === '/' ? c.req.query() : {})
        const view = await readFirstView(c, ask)
        const isReading = hasSession(c) && !view
        const hints = files.modules(pathname) + (isReading ? files.reads(pathname, search) : '')
        const headers = {
          'Content-Type': 'text/html; charset=UTF-8',
          'Content-Security-Policy': policyOf({ scripts, frames }),
          'Referrer-Policy': 'same-origin',
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': view?.isOwn ? 'no-store' : 'no-cache',
          // The start of the installation and its legal texts; every other screen is somebody's own.
          ...((screen?.isLegal || pathname === '/') && INDEXED),
          // The preload hints depend on whether the visitor is signed in.
          Vary: 'Accept-Encoding, Accept-Language, Cookie',
        }
        if (view?.isOwn) return sendOwn(c, documentWith(document.html, hints, view), headers)
        const page = pageWith(document, hints, screen?.isLegal === true, view)
        return sendBytes(c, page, headers, isPage ? 200 : 404)
      })
  )
}

/**
 * The built document is in English: its texts and the folder of its scripts are replaced with those of the request's
 * language.
 */
function inReadersLanguage(html: string): string {
  const locale = currentLocale()
  const rightToLeft = directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''
  return html
    .replace('<html lang="en-GB"', `<html lang="${locale}"${rightToLeft}`)
    .replace(/<title>[^<]*/, `<title>${escapeHtml(t('careers.pageTitle.button'))}`)
    .replace(/<noscript>[^<]*/, `<noscript>${escapeHtml(t('screen.needsScript'))}`)
    .replace(/"\/assets\/dashboard\/(?=[^"/]+\.js")/g, `"/assets/dashboard/${builtFolder(locale)}`)
}

/** Public pages load no typeface (docs/decisions/0075). */
const inSystemFace = (html: string): string =>
  html
    .replace('<html ', '<html data-face="system" ')
    .replace(/<link\s{1,20}rel="preload"\s{1,20}as="font"[^>]{0,300}>/, '')

type View = { elements?: string | undefined; answers: string }

/** The document with what the page begins with. */
function documentWith(html: string, hints: string, view: View | undefined): string {
  const written = inReadersLanguage(html.replace('</head>', `${hints}</head>`))
  if (!view) return written
  const { elements = '', answers } = view
  // What is seen first comes first: the style sheet and the typeface, not the scripts. One that is in the browser's cache would even run
  // before anything is painted, so the script in the head starts it: src/dashboard/shell/first-view/before-start.js.
  const ordered = elements
    ? written
        .replace(
          /<script type="module" crossorigin src="([^"]*)"><\/script>/,
          '<link rel="modulepreload" crossorigin data-start href="$1">',
        )
        .replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"')
    : written
  return ordered.replace(
    '<div id="root"></div>',
    () => `<div id="root">${elements}</div>${answers}`,
  )
}

/** A page of one person. */
export async function sendOwn(c: Ctx, html: string, headers: Readonly<Record<string, string>>) {
  const { body, encoding } = await encodedOnce(html, c.req.header('accept-encoding'))
  return new Response(body as BodyInit, {
    headers: { ...headers, ...(encoding && { 'Content-Encoding': encoding }) },
  })
}

/** Cached pages: a few dozen of each language, one for each screen, signed in and signed out. */
function pageWith(
  { html, pages }: Document,
  hints: string,
  isLegal: boolean,
  view: FirstView | undefined,
): Page {
  const key = `${currentLocale()} ${isLegal} ${hints} ${view?.elements}`
  const known = pages.get(key)
  if (known) return known
  const written = documentWith(html, hints, view)
  const page = pageOf(isLegal ? inSystemFace(written) : written)
  pages.set(key, page)
  void compress(page)
  return page
}

/** The document inside a store's admin, in the language of the request, with the files of the screen at this address of the dashboard. */
export function framedDocument(
  c: Ctx,
  pathname: string,
): { scripts: readonly string[]; written: (view: View | undefined) => string } {
  const { html, scripts, files } = documentOf(c.var.screens.dashboardFolder, 'admin-page.html')
  return { scripts, written: (view) => documentWith(html, files.modules(pathname), view) }
}

/** `scripts`: the inline script that sets the theme before the first paint, by its hash. */
type Document = {
  html: string
  scripts: readonly string[]
  files: ScreenFiles
  /** By their language and their preload hints. */
  pages: Map<string, Page>
}
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
  const document = { html, scripts, files: readScreenFiles(folder), pages: new Map() }
  documents.set(file, document)
  return document
}
