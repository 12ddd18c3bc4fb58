// POST /webhooks: what the platform tells about its shops. The signature is the only proof; the body is read as it came.
import { Hono } from 'hono'
import { receiveNotice } from '#features/store/notices/receive-notice.ts'
import type { Env } from '../context.ts'
import { readText, smallBody } from '../json-body.ts'

export const webhookRoutes = new Hono<Env>().post('/', smallBody, async (c) => {
  const header = (name: string) => c.req.header(`x-shopify-${name}`) ?? ''
  await receiveNotice(c.var.deps, {
    body: await readText(c),
    signature: header('hmac-sha256'),
    topic: header('topic'),
    shop: header('shop-domain'),
    webhookId: header('webhook-id'),
    eventId: header('event-id'),
    triggeredAt: header('triggered-at'),
  })
  return c.json({ received: true })
})
