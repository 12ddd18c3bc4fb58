// Control URLs of the stand-in for tests and the demo: actions of a merchant or a customer, and faults.
import { Hono } from 'hono'
import {
  madeInStore,
  newShop,
  nextId,
  type Customer,
  type Fault,
  type Product,
  type Shop,
} from './shops.ts'
import type { StandIn } from './options.ts'
import { deliver, uninstall, type Notice } from './webhooks.ts'

const DAY_MS = 86_400_000

/** Requires the app's secret: these URLs do not exist on the platform. */
export function controlRoutes(standIn: StandIn): Hono {
  const { app, shops } = standIn
  const find = (domain: string): Shop => {
    const shop = shops.find(domain)
    if (!shop) throw new Error(`no shop ${domain}`)
    return shop
  }

  return (
    new Hono()
      .use(async (c, next) => {
        const secrets = [app.secret, ...(app.otherSecrets ?? [])]
        const isOurs = secrets.some((one) => c.req.header('authorization') === `Bearer ${one}`)
        return isOurs ? next() : c.notFound()
      })
      .put('/installation', async (c) => {
        app.isManaged = (await c.req.json<{ is_managed: boolean }>()).is_managed
        return c.body(null, 204)
      })
      .post('/shops', async (c) => {
        const { handle, name } = await c.req.json<{ handle: string; name: string }>()
        shops.add(newShop(handle, name))
        return c.json({ domain: `${handle}.myshopify.com` }, 201)
      })
      .get('/shops/:shop', (c) => c.json(find(c.req.param('shop'))))
      .patch('/shops/:shop', async (c) => {
        const shop = find(c.req.param('shop'))
        const settings =
          await c.req.json<
            Partial<
              Pick<Shop, 'is_password_protected' | 'customer_data' | 'currency' | 'name' | 'blocks'>
            >
          >()
        Object.assign(shop, settings)
        shops.keep()
        return c.json(shop)
      })
      .post('/shops/:shop/customers', async (c) => {
        const shop = find(c.req.param('shop'))
        const values = await c.req.json<Omit<Customer, 'id'>>()
        const customer = { ...values, id: nextId(shop) }
        shop.customers.push(customer)
        shops.keep()
        return c.json(customer, 201)
      })
      .put('/shops/:shop/products', async (c) => {
        const shop = find(c.req.param('shop'))
        shop.products = await c.req.json<Product[]>()
        shops.keep()
        return c.json(shop.products)
      })
      .post('/shops/:shop/pages', async (c) => {
        const shop = find(c.req.param('shop'))
        const { title, handle, body } = await c.req.json<{
          title: string
          handle: string
          body: string
        }>()
        const page = madeInStore(nextId(shop), title, handle, body)
        shop.pages.push(page)
        shops.keep()
        return c.json(page, 201)
      })
      .delete('/shops/:shop/pages/:id', (c) => {
        const shop = find(c.req.param('shop'))
        shop.pages = shop.pages.filter(({ id }) => id !== c.req.param('id'))
        shops.keep()
        return c.body(null, 204)
      })
      .post('/shops/:shop/faults', async (c) => {
        const shop = find(c.req.param('shop'))
        shop.faults.push(...(await c.req.json<Fault[]>()))
        return c.body(null, 204)
      })
      .post('/shops/:shop/scopes', async (c) => {
        const shop = find(c.req.param('shop'))
        if (shop.install) shop.install.scopes = await c.req.json<string[]>()
        shops.keep()
        return c.json(await deliver(standIn, shop, { topic: 'app/scopes_update' }))
      })
      .post('/shops/:shop/revoke', (c) => {
        const { install } = find(c.req.param('shop'))
        if (install) Object.assign(install, { access_tokens: {}, refresh_tokens: {} })
        shops.keep()
        return c.body(null, 204)
      })
      .post('/shops/:shop/expire', (c) => {
        const { install } = find(c.req.param('shop'))
        for (const token of Object.keys(install?.access_tokens ?? {})) {
          if (install) install.access_tokens[token] = Date.now() - 1
        }
        shops.keep()
        return c.body(null, 204)
      })
      // The app sends no request to this shop for this many days.
      .post('/shops/:shop/idle', async (c) => {
        const { install } = find(c.req.param('shop'))
        const passed = (await c.req.json<{ days: number }>()).days * DAY_MS
        for (const [token, ends] of Object.entries(install?.access_tokens ?? {})) {
          if (install && ends !== null) install.access_tokens[token] = ends - passed
        }
        for (const token of Object.values(install?.refresh_tokens ?? {})) token.ends -= passed
        shops.keep()
        return c.body(null, 204)
      })
      .post('/shops/:shop/uninstall', async (c) =>
        c.json(await uninstall(standIn, find(c.req.param('shop')))),
      )
      .post('/shops/:shop/webhooks', async (c) =>
        c.json(await deliver(standIn, find(c.req.param('shop')), await c.req.json<Notice>())),
      )
  )
}
