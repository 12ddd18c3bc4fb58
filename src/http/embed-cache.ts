// The widget's first page, kept as finished bytes: most visitors of a store only ever see this one.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { WidgetOptions, WidgetView } from '#domain/widget.ts'
import { widgetHref } from '#domain/widget.ts'
import type { Deps } from '#features/deps.ts'
import { pageHeaders } from './careers.ts'
import type { Ctx } from './context.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Page = {
  html: string
  etag: string
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
  headers: Record<string, string>
  expires: number
  /** Pressed once more, as small as it gets, when a second visitor asks: the first should not wait for it. */
  isPressed: boolean
}

/** Another server process may have changed a job: this process sees it after so many milliseconds at the latest. */
const KEPT_MS = 10_000
const PAGES_MAX = 500

type Cache = { pages: Map<string, Page>; changes: number }

const caches = new WeakMap<Deps, Cache>()

function cacheOf(deps: Deps): Cache {
  const known = caches.get(deps)
  if (known) return known
  const cache: Cache = { pages: new Map(), changes: 0 }
  caches.set(deps, cache)
  deps.events.listen((event) => {
    if (event.name !== 'jobs.changed') return
    cache.pages.clear()
    cache.changes += 1
  })
  return cache
}

export async function cachedList(
  c: Ctx,
  options: WidgetOptions,
  read: () => Promise<{ view: WidgetView }>,
): Promise<Response> {
  const cache = cacheOf(c.var.deps)
  const { pages, changes } = cache
  const key = widgetHref(options)
  let page = pages.get(key)
  if (!page || page.expires < Date.now()) {
    page = draw(c, (await read()).view)
    if (pages.size >= PAGES_MAX) pages.clear()
    // What was read before a change may be shown once more, but not kept.
    if (changes === cache.changes) pages.set(key, page)
  } else if (!page.isPressed) {
    page.isPressed = true
    void press(page)
  }
  // A proxy that presses the page itself marks our tag as weak, and a browser may know several.
  if (c.req.header('if-none-match')?.includes(page.etag)) {
    return new Response(null, { status: 304, headers: { ETag: page.etag } })
  }
  const encoding = encodingFor(c.req.header('accept-encoding'))
  const body = (page.bodies[encoding] ??= compress(page.html, encoding))
  return new Response(body, {
    headers:
      encoding === 'identity' ? page.headers : { ...page.headers, 'Content-Encoding': encoding },
  })
}

function draw(c: Ctx, view: WidgetView): Page {
  const { screens } = c.var
  const html = screens.renderCareersPage({ page: 'embed', view })
  const etag = `"${createHash('sha1').update(html).digest('base64url')}"`
  return {
    html,
    etag,
    bodies: {},
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      ETag: etag,
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Encoding',
      ...Object.fromEntries(pageHeaders(screens.careersScriptHashes, '*')),
    },
    expires: Date.now() + KEPT_MS,
    isPressed: false,
  }
}

// Weighed as nothing (`br;q=0`), an encoding is refused.
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

function encodingFor(accepted = ''): Encoding {
  if (takesBrotli.test(accepted)) return 'br'
  return takesGzip.test(accepted) ? 'gzip' : 'identity'
}

/** Quick: brotli at 4 is smaller than gzip at 6 and takes less time. */
function compress(html: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(html)
  if (encoding === 'identity') return bytes
  if (encoding === 'gzip') return gzipSync(bytes, { level: 5 })
  return brotliCompressSync(bytes, { params: brotli(4, bytes.length) })
}

async function press(page: Page): Promise<void> {
  const bytes = Buffer.from(page.html)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: brotli(11, bytes.length) }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  page.bodies.br = br
  page.bodies.gzip = gz
}

const brotli = (quality: number, size: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: size,
})
