// Verifies signatures of the platform with the app's secret, or with a previous one during its rotation.
import '@shopify/shopify-api/adapters/web-api'
import { ApiVersion, shopifyApi } from '@shopify/shopify-api'
import { readShop } from '#domain/store/store.ts'
import { PROXY_PATH, type ProxyCall } from '#domain/store/proxy-call.ts'

export const API_VERSION = ApiVersion.October26

export type Signatures = {
  /** Whether Shopify signed the query, at most 90 seconds ago. */
  isSigned(query: Record<string, string>): Promise<boolean>
  /** The shop and user of a session token; undefined when it is forged, for another app or expired. */
  readSessionToken(token: string): Promise<{ shop: string; user_id: string } | undefined>
  isBodySigned(rawBody: string, signature: string): Promise<boolean>
  /**
   * A request that Shopify forwarded from a page of the shop at most 90 seconds ago; undefined when it is not signed by
   * Shopify.
   */
  readProxyCall(query: URLSearchParams): Promise<ProxyCall | undefined>
}

/** The parameters that Shopify adds. If a visitor sends one of them too, it appears twice. */
const PROXY_PARAMETERS = ['shop', 'path_prefix', 'timestamp', 'logged_in_customer_id', 'signature']

/**
 * The same secret signs what Shopify sends through a browser, where a merchant can read the signature and choose a part of
 * the text: `name=value` joined by '&', with a timestamp that is never the first. A proxied call is signed without a separator, so
 * that text, cut at other places, would be one of any shop.
 */
function isTextOfOtherSignature(query: URLSearchParams): boolean {
  const text = [...query]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map((pair) => pair.join('='))
    .join('')
  return text.includes('&timestamp=')
}

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
      const shop = payload && URL.canParse(payload.dest) && readShop(new URL(payload.dest).hostname)
      return shop ? { shop, user_id: payload.sub } : undefined
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
    async readProxyCall(query) {
      if (PROXY_PARAMETERS.some((name) => query.getAll(name).length > 1)) return undefined
      if (isTextOfOtherSignature(query)) return undefined
      const isSigned = await firstOf((library) =>
        library.utils.validateHmac(query, { signator: 'appProxy' }).catch(() => false),
      )
      const shop = isSigned && readShop(query.get('shop') ?? '')
      if (!shop) return undefined
      const path = query.get('path_prefix') ?? ''
      const customerId = query.get('logged_in_customer_id') ?? ''
      return {
        shop,
        // It becomes the prefix of every address of the page.
        path: /^\/[\w./-]{1,200}$/.test(path) && !path.startsWith('//') ? path : PROXY_PATH,
        customerId: /^\d{1,20}$/.test(customerId) ? customerId : null,
      }
    },
  }
}
