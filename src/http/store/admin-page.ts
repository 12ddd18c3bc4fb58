// What a store's admin opens in its frame: the document of /shopify-embed, and the numbers behind its session token.
import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { adminPageContracts } from '#domain/store/store-contract.ts'
import { readAdminPage } from '#features/store/read-admin-page.ts'
import { readAdminFrame } from '#features/store/read-admin-frame.ts'
import type { Ctx, Env } from '../context.ts'
import { mount } from '../mount.ts'
import { bearerToken } from '../session.ts'
import { builtPage, policyOf } from '../pages/static.ts'

/** Where the platform's script measures and speaks to. */
const PLATFORM = ['https://cdn.shopify.com', 'https://monorail-edge.shopifysvc.com']

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`

/** The platform's script comes first in the head, neither async nor deferred; without an app there is none. */
function answerDocument(c: Ctx, html: string): Response {
  const { embedding, frames, bridge } = readAdminFrame(c.var.deps, c.req.query('shop') ?? '')
  const head = [
    ...(bridge
      ? [
          meta('shopify-api-key', bridge.client_id),
          `<script src="${escapeHtml(bridge.script)}"></script>`,
        ]
      : []),
    meta('storehand-embedding', JSON.stringify(embedding)),
  ]
  const scripts = bridge ? [new URL(bridge.script).origin] : []
  c.header('Content-Security-Policy', policyOf({ scripts, connects: PLATFORM, frames }))
  // The address holds a token: no other site may see it.
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'no-store')
  return c.html(html.replace('<head>', `<head>${head.join('')}`))
}

const BOUNCE = '<!doctype html><html lang="en"><head><title>Storehand</title></head></html>'

export const adminPageRoutes = new Hono<Env>()
  // Opened in the admin's frame: every document there must have the platform's script first, which the dashboard's has not.
  .get('/', (c, next) => {
    const { embedded, host, code, error } = c.req.query()
    if (embedded !== '1' || !host || code || error) return next()
    return Promise.resolve(c.redirect(`/shopify-embed${new URL(c.req.url).search}`))
  })
  .get('/shopify-embed', (c) => {
    const { embedded, id_token: token } = c.req.query()
    if (embedded !== '1' || token) return answerDocument(c, builtPage(c, 'admin-page.html'))
    // In the frame, but without a token: the platform's script opens the same address again with one.
    const { pathname, search } = new URL(c.req.url)
    const query = new URLSearchParams(search)
    query.set('shopify-reload', `${c.var.deps.appUrl}${pathname}${search}`)
    return c.redirect(`/shopify-embed/session-token?${query}`)
  })
  .get('/shopify-embed/session-token', (c) => answerDocument(c, BOUNCE))
  .route(
    '/',
    mount(adminPageContracts, {
      'GET /api/store/embedded': async ({ c, deps, query }) => {
        c.header('Cache-Control', 'no-store')
        try {
          const isChecked = query.checked === 'true'
          return await readAdminPage(deps, bearerToken(c), { isChecked })
        } catch (error) {
          // The script in the page asks once more, with a fresh token.
          if (error instanceof AppError && error.code === 'store.sessionEnded') {
            c.header('X-Shopify-Retry-Invalid-Session-Request', '1')
          }
          throw error
        }
      },
    }),
  )
