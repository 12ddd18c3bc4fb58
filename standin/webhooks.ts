// Sends signed webhooks to the app on request: once, repeatedly, late or damaged. The headers, the signature and the five seconds are
// documented (shopify.dev/docs/apps/build/webhooks/delivery-structure, shopify.dev/docs/apps/build/webhooks/verify-deliveries); that one app gets its own `Event-Id` for each delivery is a guess.
import { randomUUID } from 'node:crypto'
import type { StandIn } from './options.ts'
import { API_VERSION } from './access-scopes.ts'
import type { Shop } from './shops.ts'
import { signBody } from './signatures.ts'

export type Notice = {
  topic: string
  payload?: object
  /** A repeated webhook has the same id. */
  webhookId?: string
  triggeredAt?: string
  /** Signs with a wrong secret. */
  isForged?: boolean
}

/** The default payload of the platform (shopify.dev/docs/apps/build/compliance/privacy-law-compliance, and the topics of the Admin API). */
function payloadOf(shop: Shop, topic: string): object {
  const about = { shop_id: shop.number, shop_domain: shop.domain }
  if (topic === 'shop/redact') return about
  if (topic === 'app/scopes_update') {
    return { id: shop.number, previous: [], current: shop.install?.scopes ?? [] }
  }
  return { id: shop.number, name: shop.name, domain: shop.domain, myshopify_domain: shop.domain }
}

/** Returns the app's status code. The app has five seconds. */
export async function deliver(
  { app, shops }: StandIn,
  shop: Shop,
  notice: Notice,
): Promise<{ status: number; webhook_id: string }> {
  const webhook_id = notice.webhookId ?? randomUUID()
  const body = JSON.stringify(notice.payload ?? payloadOf(shop, notice.topic))
  const status = await fetch(`${app.url}/webhooks`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': notice.topic,
      'X-Shopify-Hmac-Sha256': signBody(body, notice.isForged ? 'another secret' : app.secret),
      'X-Shopify-Shop-Domain': shop.domain,
      'X-Shopify-Api-Version': API_VERSION,
      'X-Shopify-Webhook-Id': webhook_id,
      'X-Shopify-Event-Id': webhook_id,
      'X-Shopify-Triggered-At': notice.triggeredAt ?? new Date().toISOString(),
    },
    body,
    signal: AbortSignal.timeout(5000),
  }).then(
    (answer) => answer.status,
    () => 0,
  )
  shop.deliveries.push({
    topic: notice.topic,
    webhook_id,
    status,
    sent_at: new Date().toISOString(),
  })
  shops.keep()
  return { status, webhook_id }
}

/** Revokes the tokens, then notifies the app. `shop/redact` follows 48 hours later (documented there), here when a test asks for it. */
export async function uninstall(standIn: StandIn, shop: Shop): Promise<{ status: number }> {
  shop.install = null
  // The platform removes the app's blocks from the theme.
  shop.blocks = {}
  standIn.shops.keep()
  return deliver(standIn, shop, { topic: 'app/uninstalled' })
}
