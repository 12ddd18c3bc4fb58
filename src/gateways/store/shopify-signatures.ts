// Verifies signatures of the platform with the app's secret, or with a previous one during its rotation.
import { createHmac } from 'node:crypto'
import '@shopify/shopify-api/adapters/web-api'
import { ApiVersion, shopifyApi } from '@shopify/shopify-api'
import { z } from 'zod'
import { readShop } from '#domain/store/store.ts'
import { PROXY_PATH, type ProxyCall } from '#domain/store/proxy-call.ts'
import { verifiedParameters } from './proxied-query.ts'

export const API_VERSION = ApiVersion.October26

export type Signatures = {
  /** Whether Shopify signed the query, at most 90 seconds ago. */
  isSigned(query: Record<string, string>): Promise<boolean>
  /** The shop and user of a session token; undefined when it is forged, for another app, expired or none of the admin. */
  readSessionToken(token: string): Promise<{ shop: string; user_id: string } | undefined>
  isBodySigned(rawBody: string, signature: string): Promise<boolean>
  /**
   * A request that Shopify forwarded from a page of the shop at most 90 seconds ago; undefined when it is not signed by
   * Shopify. `read`: the names of the parameters that the address reads.
   */
  readProxyCall(query: URLSearchParams, read: readonly string[]): ProxyCall | undefined
}

/** What Shopify adds to the parameters of a visitor. */
const ADDED = ['logged_in_customer_id', 'path_prefix', 'shop', 'signature', 'timestamp']

/**
 * The claims of the admin's session tokens that say whose they are. The same secret signs those of the checkout and of customers' accounts: they are
 * not issued by the shop's admin, and name a customer in the form `gid://shopify/Customer/1`, or nobody. The library checks `aud`, and `exp` and
 * `nbf` where there are any.
 */
const adminClaims = z.object({
  iss: z.string(),
  dest: z.string(),
  sub: z.string().regex(/^\d{1,20}$/),
  exp: z.number(),
  nbf: z.number(),
})

/** `secrets`: any of them is accepted. */
export function createSignatures(apiKey: string, secrets: readonly string[]): Signatures {
  // The library takes one secret.
  const libraries = secrets.map((apiSecretKey) =>
    shopifyApi({
      apiKey,
      apiSecretKey,
      // The library requires a host name for its redirects, which are not used here.
      hostName: 'localhost',
      apiVersion: API_VERSION,
      isEmbeddedApp: true,
      // The library's log messages can contain a session token.
      logger: { log: () => Promise.resolve() },
    }),
  )
  type Library = (typeof libraries)[number]
  async function firstOf<Answer>(
    ask: (library: Library) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    for (const library of libraries) {
      const answer = await ask(library)
      if (answer) return answer
    }
    return undefined
  }

  return {
    // The library throws when a parameter is missing or the timestamp is too old.
    isSigned: async (query) =>
      (await firstOf((library) => library.utils.validateHmac(query).catch(() => false))) ?? false,
    async readSessionToken(token) {
      const payload = await firstOf((library) =>
        library.session.decodeSessionToken(token).catch(() => undefined),
      )
      const claims = adminClaims.safeParse(payload)
      if (!claims.success) return undefined
      const { dest, iss, sub } = claims.data
      const shop = readShop(dest)
      return shop && dest === `https://${shop}` && iss === `${dest}/admin`
        ? { shop, user_id: sub }
        : undefined
    },
    async isBodySigned(rawBody, signature) {
      const isSigned = await firstOf(async (library) => {
        const { valid } = await library.webhooks.validate({
          rawBody,
          rawRequest: new Request('http://localhost/webhooks', {
            method: 'POST',
            headers: {
              'X-Shopify-Hmac-Sha256': signature,
              // The library requires all these headers before it checks the signature; their values are read elsewhere.
              'X-Shopify-Topic': 'any/topic',
              'X-Shopify-Shop-Domain': 'any.myshopify.com',
              'X-Shopify-Api-Version': API_VERSION,
              'X-Shopify-Webhook-Id': 'any',
            },
          }),
        })
        return valid
      })
      return isSigned ?? false
    },
    readProxyCall(query, read) {
      const parameters = verifiedParameters(query, (text) =>
        secrets.map((secret) => createHmac('sha256', secret).update(text).digest('hex')),
      )
      const valueOf = (name: string) => parameters?.get(name) ?? ''
      const shop = readShop(valueOf('shop'))
      if (!parameters || !shop || shop !== valueOf('shop')) return undefined
      const path = valueOf('path_prefix')
      const customerId = valueOf('logged_in_customer_id')
      const others = [...parameters.keys()].filter((name) => !ADDED.includes(name))
      const hasOthers = others.some((name) => !read.includes(name))
      return {
        shop,
        // It becomes the prefix of every address of the page.
        path: /^\/[\w./-]{1,200}$/.test(path) && !path.startsWith('//') ? path : PROXY_PATH,
        customerId: !hasOthers && /^\d{1,20}$/.test(customerId) ? customerId : null,
        query: Object.fromEntries(
          read.flatMap((name) => (parameters.has(name) ? [[name, valueOf(name)]] : [])),
        ),
        hasOthers,
      }
    },
  }
}
