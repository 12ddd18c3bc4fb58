// POST /webhooks: events of the platform about its shops. The signature is the only proof; it covers the raw body.
import { Hono } from 'hono'
import { webhookContracts } from '#domain/store/store-contract.ts'
import { receiveNotice } from '#features/store/notices/receive-notice.ts'
import type { Env } from '../context.ts'
import { readText, smallBody } from '../json-body.ts'
import { mount } from '../mount.ts'

export const webhookRoutes = new Hono<Env>().use('/webhooks', smallBody).route(
  '/',
  mount(webhookContracts, {
    'POST /webhooks': async ({ c, deps }) => {
      const header = (name: string) => c.req.header(`x-shopify-${name}`) ?? ''
      await receiveNotice(deps, {
        body: await readText(c),
        signature: header('hmac-sha256'),
        topic: header('topic'),
        shop: header('shop-domain'),
        webhookId: header('webhook-id'),
        eventId: header('event-id'),
        triggeredAt: header('triggered-at'),
      })
      return { received: true as const }
    },
  }),
)
