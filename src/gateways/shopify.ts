// The platform a store lives on: its signatures, its tokens and its Admin API, at the addresses the configuration names.
import '@shopify/shopify-api/adapters/web-api'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdminApiClient } from '@shopify/admin-api-client'
import { ApiVersion, shopifyApi } from '@shopify/shopify-api'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { handleOfShop, readShop } from '#domain/store.ts'

export type ShopifySettings = Readonly<{
  apiKey: string
  apiSecret: string
  scopes: readonly string[]
  storeUrl: string
  adminUrl: string
}>

/** What the platform gives for a code, a session token or a refresh token; moments are ISO texts. */
export type StoreTokens = {
  access_token: string
  scope: string
  expires_at: string | null
  refresh_token: string | null
  refresh_expires_at: string | null
}

/** One operation of the Admin API; its answer is checked before anything believes it. */
export type StoreOperation<Answer> = {
  text: string
  answer: z.ZodType<Answer>
  /** A change is not sent a second time when the answer was lost. */
  isChange?: boolean
}

export type StoreApp = {
  readonly clientId: string
  readonly scopes: readonly string[]
  /** A stand-in answers: every screen that shows it says 'demo store'. */
  readonly isDemo: boolean
  readonly adminUrl: string
  readonly appBridgeUrl: string
  /** Where a shop answers browsers and this server alike, without a slash at its end. */
  storeUrl(shop: string): string
  /** The page of the store that asks its merchant for these scopes. */
  authorizeUrl(
    shop: string,
    query: { scopes: readonly string[]; state: string; to: string },
  ): string
  /** Where an installation is begun from the store's side; without a shop it asks for one. */
  installUrl(shop?: string): string
  /** The app's own page inside the store's admin. */
  appUrl(shop: string): string
  /** Signed by the platform and not older than a minute and a half. */
  isSigned(query: Record<string, string>): Promise<boolean>
  /** Whose frame a session token comes from; undefined when it is forged, for another app or has ended. */
  readSessionToken(token: string): Promise<{ shop: string; user_id: string } | undefined>
  isBodySigned(rawBody: string, signature: string): Promise<boolean>
  exchangeCode(shop: string, code: string): Promise<StoreTokens>
  exchangeSessionToken(shop: string, token: string): Promise<StoreTokens>
  refreshTokens(shop: string, refreshToken: string): Promise<StoreTokens>
  /**
   * Waits and asks again where the store says it is busy. Throws AppError: store.unauthorized (the token is dead),
   * store.scopeMissing, store.customersClosed, store.closed, store.unreachable.
   */
  ask<Answer>(
    shop: string,
    accessToken: string,
    operation: StoreOperation<Answer>,
    variables?: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Answer>
}

/** The stores that are connected, asked by name: whose token it takes, and when it is renewed, is not the caller's care. */
export type Stores = {
  readonly app: StoreApp
  /** Throws what `StoreApp.ask` throws, and AppError store.notConnected and store.uninstalled. */
  ask<Answer>(
    shop: string,
    operation: StoreOperation<Answer>,
    variables?: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Answer>
}

export const API_VERSION = ApiVersion.October26
const TIMEOUT_MS = 10_000
const MOST_TRIES = 5
/** Of a question whose answer was lost; a store that is busy says so, and is asked more often. */
const LOST_TRIES = 3
const LONGEST_WAIT_MS = 10_000
const REAL_ADMIN = 'https://admin.shopify.com'

export function connectShopify(
  settings: ShopifySettings,
  timeoutMs: number = TIMEOUT_MS,
): StoreApp {
  const { apiKey, apiSecret, scopes, adminUrl } = settings
  const library = shopifyApi({
    apiKey,
    apiSecretKey: apiSecret,
    scopes: [...scopes],
    // Only the library's own redirects would use it, and none of them is used.
    hostName: 'localhost',
    apiVersion: API_VERSION,
    isEmbeddedApp: true,
    // Its messages can hold a session token.
    logger: { log: () => Promise.resolve() },
  })
  const isDemo = adminUrl !== REAL_ADMIN
  const storeUrl = (shop: string) => settings.storeUrl.replace('{shop}', shop)

  async function post(address: string, init: RequestInit): Promise<Response> {
    return fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(init.signal ? [init.signal] : []),
      ]),
    })
  }

  async function requestTokens(shop: string, body: Record<string, string>): Promise<StoreTokens> {
    const asked = Date.now()
    let answer: Response
    let content: unknown
    try {
      answer = await post(`${storeUrl(shop)}/admin/oauth/access_token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ client_id: apiKey, client_secret: apiSecret, ...body }),
      })
      content = await answer.json()
    } catch (error) {
      throw new AppError('store.unreachable', { cause: error })
    }
    if (answer.status >= 500 || answer.status === 429) {
      throw new AppError('store.unreachable', { cause: `status ${answer.status}` })
    }
    if (refusedToken.safeParse(content).success) throw new AppError('store.sessionEnded')
    const tokens = tokenAnswer.safeParse(content)
    if (!answer.ok || !tokens.success) {
      throw new AppError('store.exchangeFailed', { cause: `status ${answer.status}` })
    }
    const { access_token, scope, refresh_token, expires_in, refresh_token_expires_in } = tokens.data
    const after = (seconds: number | undefined) =>
      seconds === undefined ? null : new Date(asked + seconds * 1000).toISOString()
    return {
      access_token,
      scope,
      expires_at: after(expires_in),
      refresh_token: refresh_token ?? null,
      refresh_expires_at: after(refresh_token_expires_in),
    }
  }

  return {
    clientId: apiKey,
    scopes,
    isDemo,
    adminUrl,
    appBridgeUrl: isDemo
      ? `${adminUrl}/app-bridge.js`
      : 'https://cdn.shopify.com/shopifycloud/app-bridge.js',
    storeUrl,
    authorizeUrl(shop, { scopes: wanted, state, to }) {
      const query = new URLSearchParams({
        client_id: apiKey,
        scope: wanted.join(','),
        redirect_uri: to,
        state,
      })
      return `${storeUrl(shop)}/admin/oauth/authorize?${query.toString()}`
    },
    installUrl: (shop) =>
      shop
        ? `${adminUrl}/store/${handleOfShop(shop)}/oauth/install?client_id=${apiKey}`
        : `${adminUrl}/oauth/install?client_id=${apiKey}`,
    appUrl: (shop) => `${adminUrl}/store/${handleOfShop(shop)}/apps/${apiKey}`,
    // The library throws where a part is missing or the time is long past.
    isSigned: (query) => library.utils.validateHmac(query).catch(() => false),
    async readSessionToken(token) {
      const payload = await library.session.decodeSessionToken(token).catch(() => undefined)
      const shop = payload && URL.canParse(payload.dest) && readShop(new URL(payload.dest).hostname)
      return shop ? { shop, user_id: payload.sub } : undefined
    },
    async isBodySigned(rawBody, signature) {
      const { valid } = await library.webhooks.validate({
        rawBody,
        rawRequest: new Request('http://localhost/webhooks', {
          method: 'POST',
          headers: {
            'X-Shopify-Hmac-Sha256': signature,
            // The library wants them all before it looks at the signature; what they say is read elsewhere.
            'X-Shopify-Topic': 'any/topic',
            'X-Shopify-Shop-Domain': 'any.myshopify.com',
            'X-Shopify-Api-Version': API_VERSION,
            'X-Shopify-Webhook-Id': 'any',
          },
        }),
      })
      return valid
    },
    exchangeCode: (shop, code) => requestTokens(shop, { code, expiring: '1' }),
    exchangeSessionToken: (shop, token) =>
      requestTokens(shop, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
        expiring: '1',
      }),
    refreshTokens: (shop, refreshToken) =>
      requestTokens(shop, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    async ask(shop, accessToken, operation, variables = {}, signal) {
      const client = createAdminApiClient({
        storeDomain: shop,
        apiVersion: API_VERSION,
        accessToken,
        // It builds https://{shop}/…: the address is changed here, for this client alone.
        customFetchApi: (address, init) => {
          const { pathname, search } = new URL(address)
          return post(`${storeUrl(shop)}${pathname}${search}`, { ...init, signal: signal ?? null })
        },
      })
      for (let tries = 1, lost = 0; ; tries += 1) {
        const { data, errors, extensions } = await client.request(operation.text, { variables })
        signal?.throwIfAborted()
        if (!errors) {
          const checked = operation.answer.safeParse(data)
          if (checked.success) return checked.data
          throw new AppError('store.unreachable', { cause: checked.error })
        }
        if (isLost(errors)) lost += 1
        // Whether a change was done or not nobody knows: only a question may be asked again.
        const isOver = lost > 0 && (operation.isChange || lost >= LOST_TRIES)
        const pause = isOver ? undefined : pauseBefore(errors, extensions?.cost, lost)
        if (pause === undefined || tries >= MOST_TRIES) throw refusalOf(errors)
        await wait(pause, undefined, signal ? { signal } : {})
      }
    },
  }
}

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
})

/** The session token ended on its way: the page has a new one at hand. */
const refusedToken = z.object({ error: z.literal('invalid_subject_token') })

type Failure = {
  networkStatusCode?: number
  message?: string
  graphQLErrors?: { message: string; extensions?: { code?: string; requiredAccess?: string } }[]
  response?: Response
}
type Cost = {
  requestedQueryCost?: number
  throttleStatus?: { currentlyAvailable?: number; restoreRate?: number }
}

/** No answer, or none that can be read. */
const isLost = ({ networkStatusCode: status = 200, graphQLErrors: listed = [] }: Failure) =>
  listed.length === 0 && (status >= 500 || status === 200)

/** Milliseconds after which the same may be asked again; undefined where it would not help. */
function pauseBefore(failure: Failure, cost: Cost | undefined, lost: number): number | undefined {
  const { networkStatusCode: status = 200, graphQLErrors: listed = [], response } = failure
  if (listed.some(({ extensions }) => extensions?.code === 'THROTTLED')) {
    const { currentlyAvailable = 0, restoreRate = 100 } = cost?.throttleStatus ?? {}
    const missing = (cost?.requestedQueryCost ?? 50) - currentlyAvailable
    return Math.min(LONGEST_WAIT_MS, Math.max(100, (missing / restoreRate) * 1000))
  }
  if (status === 429) {
    const seconds = Number(response?.headers.get('retry-after') ?? 1)
    return Math.min(LONGEST_WAIT_MS, Math.max(0.1, seconds || 1) * 1000)
  }
  // Not all at the same moment, where many are asked.
  return isLost(failure) ? 100 * 2 ** lost * (0.5 + Math.random() / 2) : undefined
}

function refusalOf(failure: Failure): AppError {
  const { networkStatusCode: status = 200, graphQLErrors: listed = [] } = failure
  const denied = listed.find(({ extensions }) => extensions?.code === 'ACCESS_DENIED')
  // Never the response itself: it holds the token that was sent.
  const cause = `${status} ${failure.message ?? ''} ${listed.map(({ message }) => message).join('; ')}`
  if (status === 401) return new AppError('store.unauthorized', { cause })
  if (denied && /not approved|only available on/.test(denied.message)) {
    return new AppError('store.customersClosed', { cause })
  }
  if (denied) {
    const scope = /`(\w+)`/.exec(denied.extensions?.requiredAccess ?? denied.message)?.[1]
    return new AppError('store.scopeMissing', { values: { scope: scope ?? '' }, cause })
  }
  if ([402, 403, 404, 423].includes(status)) return new AppError('store.closed', { cause })
  return new AppError('store.unreachable', { cause })
}
