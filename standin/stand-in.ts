// The stand-in store: speaks the platform's protocol and can fail, for the demo and the tests. Never used in production.
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { adminApiRoutes } from './admin-api.ts'
import { adminExtensionRoutes } from './admin-extensions.ts'
import { adminScreens } from './admin-screens.ts'
import { controlRoutes } from './control.ts'
import { oauthRoutes } from './oauth.ts'
import type { App, StandIn } from './options.ts'
import { Shops, type Fault, type Shop } from './shops.ts'
import { proxyRoutes } from './proxy.ts'
import { storefront } from './storefront.ts'
import { themeRoutes } from './theme.ts'

export type RunningStandIn = {
  url: string
  shops: Shops
  /** The value for SHOPIFY_STORE_URL. */
  storeUrlTemplate: string
  stop: () => Promise<void>
}

/** The platform's own pages open in no frame. What an extension draws is a frame itself. */
const unframed: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.req.path.includes('/extensions/')) c.header('X-Frame-Options', 'DENY')
}

const LATE_MS = 60_000

export async function startStandIn(options: {
  app: App
  seed: readonly Shop[]
  /** 0 chooses a free port. */
  port?: number
  /** The file of the shops; without it they are not stored. */
  file?: string
}): Promise<RunningStandIn> {
  let url = ''
  const shops = new Shops(options.seed, options.file)
  const standIn: StandIn = { app: options.app, shops, url: () => url, fail }

  const routes = new Hono()
    .use('/store/*', unframed)
    .use('/oauth/*', unframed)
    .use('/:shop/admin/*', unframed)
    .route('/_control', controlRoutes(standIn))
    .route('/', oauthRoutes(standIn))
    .route('/', adminApiRoutes(standIn))
    .route('/', adminScreens(standIn))
    .route('/', adminExtensionRoutes(standIn))
    .route('/', themeRoutes(standIn))
    .route('/', proxyRoutes(standIn))
    .route('/', storefront(standIn))

  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const started = serve(
      { fetch: routes.fetch, port: options.port ?? 0, hostname: '127.0.0.1' },
      () => resolve(started),
    )
    started.once('error', reject)
  })
  url = `http://localhost:${(server.address() as AddressInfo).port}`

  return {
    url,
    shops,
    storeUrlTemplate: `${url}/{shop}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

async function fail(
  c: Context,
  { kind, milliseconds = LATE_MS, until, seconds = 1, to = '/' }: Fault,
): Promise<Response> {
  switch (kind) {
    case '401':
      return c.json({ errors: '[API] Invalid API key or access token' }, 401)
    case '402':
      return c.json({ errors: 'Unavailable Shop' }, 402)
    case '429':
      return c.json({ errors: 'Exceeded the rate limit' }, 429, {
        'Retry-After': seconds.toFixed(1),
      })
    case '500':
      return c.text('<html>Internal Server Error</html>', 500)
    case '503':
      return c.text('Service Unavailable', 503)
    case 'redirect':
      return c.redirect(to, 307)
    case 'nonsense':
      return c.text('{"data": {"pages": ', 200, { 'Content-Type': 'application/json' })
    case 'late':
      await (until ??
        wait(milliseconds, undefined, { signal: c.req.raw.signal }).catch(() => undefined))
      return c.text('late', 503)
    case 'cut': {
      const { outgoing } = c.env as { outgoing: ServerResponse }
      outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '5000' })
      outgoing.write('{"data":')
      outgoing.destroy()
      // A copy, because the server would treat the original as an unfinished answer.
      return RESPONSE_ALREADY_SENT.clone()
    }
    default:
      throw new Error(`${kind} is not a fault of this place`)
  }
}
