// Shopify: signatures, access tokens and the Admin API, at the configured addresses.
import '@shopify/shopify-api/adapters/web-api'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdminApiClient } from '@shopify/admin-api-client'
import { ApiVersion, shopifyApi } from '@shopify/shopify-api'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { handleOfShop, readShop, rightOf } from '#domain/store/store.ts'

export type ShopifySettings = Readonly<{
  apiKey: string
  apiSecret: string
  scopes: readonly string[]
  storeUrl: string
  adminUrl: string
}>

/** Shopify's answer to a code, a session token or a refresh token; times are ISO texts. */
export type StoreTokens = {
  access_token: string
  scope: string
  expires_at: string | null
  refresh_token: string | null
  refresh_expires_at: string | null
}

/** One operation of the Admin API, with the schema that validates its answer. */
export type StoreOperation<Answer> = {
  text: string
  answer: z.ZodType<Answer>
  /** Not idempotent: not sent again when the answer was lost. */
  isChange?: boolean
}

export type StoreApp = {
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Connected to a stand-in: screens show 'demo store'. */
  readonly isDemo: boolean
  readonly adminUrl: string
  readonly appBridgeUrl: string
  /** The shop's URL for browsers and for this server, without a slash at the end. */
  storeUrl(shop: string): string
  /** Shopify's page that asks the merchant for these scopes. */
  authorizeUrl(
    shop: string,
    query: { scopes: readonly string[]; state: string; to: string },
  ): string
  /** Shopify's page that starts an installation; without a shop it asks for one. */
  installUrl(shop?: string): string
  /** The app's page inside Shopify's admin. */
  appUrl(shop: string): string
  /** Aborts after `totalMs`, the time for all requests of one use case, or with `signal`. */
  deadline(signal?: AbortSignal): AbortSignal
  /** Whether Shopify signed the query, at most 90 seconds ago. */
  isSigned(query: Record<string, string>): Promise<boolean>
  /** The shop and user of a session token; undefined when it is forged, for another app or expired. */
  readSessionToken(token: string): Promise<{ shop: string; user_id: string } | undefined>
  isBodySigned(rawBody: string, signature: string): Promise<boolean>
  exchangeCode(shop: string, code: string): Promise<StoreTokens>
  exchangeSessionToken(shop: string, token: string): Promise<StoreTokens>
  refreshTokens(shop: string, refreshToken: string): Promise<StoreTokens>
  /**
   * Sends an operation. Reattempts when the store is busy or the answer was lost: up to three attempts, within `deadline`. Throws
   * AppError: store.unauthorized (the token is no longer valid), store.scopeMissing, store.customersClosed, store.closed,
   * store.unreachable, store.throttled.
   */
  ask<Answer>(
    shop: string,
    accessToken: string,
    operation: StoreOperation<Answer>,
    variables?: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Answer>
}

/** The connected stores, addressed by shop domain. Finds and refreshes the access token itself. */
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
/** Timeouts for one answer, and for all requests of one use case. */
export type StoreTimes = { callMs: number; totalMs: number }
/** A user gets an answer within 20 seconds: 18 for the store and 2 for this server. */
export const STORE_TIMES: StoreTimes = { callMs: 10_000, totalMs: 18_000 }
const MAX_ATTEMPTS = 3
const MIN_PAUSE_MS = 100
const SHOPIFY_ADMIN = 'https://admin.shopify.com'

export function connectShopify(
  settings: ShopifySettings,
  times: Partial<StoreTimes> = {},
): StoreApp {
  const { callMs, totalMs } = { ...STORE_TIMES, ...times }
  const { apiKey, apiSecret, scopes, adminUrl } = settings
  const library = shopifyApi({
    apiKey,
    apiSecretKey: apiSecret,
    scopes: [...scopes],
    // The library requires a host name for its redirects, which are not used here.
    hostName: 'localhost',
    apiVersion: API_VERSION,
    isEmbeddedApp: true,
    // The library's log messages can contain a session token.
    logger: { log: () => Promise.resolve() },
  })
  const isDemo = adminUrl !== SHOPIFY_ADMIN
  const storeUrl = (shop: string) => settings.storeUrl.replace('{shop}', shop)

  const deadline = (signal?: AbortSignal) =>
    AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])])

  const post = (address: string, init: RequestInit, until: AbortSignal) =>
    fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(callMs), until]),
    })

  async function requestTokens(shop: string, body: Record<string, string>): Promise<StoreTokens> {
    const requestedAt = Date.now()
    let answer: Response
    let content: unknown
    try {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ client_id: apiKey, client_secret: apiSecret, ...body }),
      }
      answer = await post(`${storeUrl(shop)}/admin/oauth/access_token`, init, deadline())
      content = await answer.json()
    } catch (error) {
      throw new AppError('store.unreachable', { cause: error })
    }
    if (answer.status === 429) throw new AppError('store.throttled', { cause: 'status 429' })
    if (answer.status >= 500) {
      throw new AppError('store.unreachable', { cause: `status ${answer.status}` })
    }
    if (expiredTokenAnswer.safeParse(content).success) throw new AppError('store.sessionEnded')
    const tokens = tokenAnswer.safeParse(content)
    if (!answer.ok || !tokens.success) {
      throw new AppError('store.exchangeFailed', { cause: `status ${answer.status}` })
    }
    const { access_token, scope, refresh_token, expires_in, refresh_token_expires_in } = tokens.data
    const expiry = (seconds: number | undefined) =>
      seconds === undefined ? null : new Date(requestedAt + seconds * 1000).toISOString()
    return {
      access_token,
      scope,
      expires_at: expiry(expires_in),
      refresh_token: refresh_token ?? null,
      refresh_expires_at: expiry(refresh_token_expires_in),
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
    deadline,
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
    // The library throws when a parameter is missing or the timestamp is too old.
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
            // The library requires all these headers before it checks the signature; their values are read elsewhere.
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
      const until = deadline(signal)
      const client = createAdminApiClient({
        storeDomain: shop,
        apiVersion: API_VERSION,
        accessToken,
        // The client builds https://{shop}/…; this replaces the origin with the configured one.
        customFetchApi: (address, init) => {
          const { pathname, search } = new URL(address)
          return post(`${storeUrl(shop)}${pathname}${search}`, init ?? {}, until)
        },
      })
      for (let attempts = 1, lost = 0; ; attempts += 1) {
        const { data, errors, extensions } = await client.request(operation.text, { variables })
        if (!errors) {
          const checked = operation.answer.safeParse(data)
          if (checked.success) return checked.data
          throw new AppError('store.unreachable', { cause: checked.error })
        }
        if (isLost(errors)) lost += 1
        // A change may have been applied although its answer was lost; only queries are sent again.
        const isOver = attempts >= MAX_ATTEMPTS || (lost > 0 && operation.isChange) || until.aborted
        const pause = isOver ? undefined : retryPause(errors, extensions?.cost, lost)
        // Gives up when the pause would exceed the total time.
        if (pause === undefined || pause >= totalMs) throw refusalOf(errors)
        await wait(pause, undefined, { signal: until }).catch(() => {
          throw refusalOf(errors)
        })
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

/** The session token expired before the exchange; the page can send a new one. */
const expiredTokenAnswer = z.object({ error: z.literal('invalid_subject_token') })

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

const isThrottled = ({ networkStatusCode: status, graphQLErrors: listed = [] }: Failure): boolean =>
  status === 429 || listed.some(({ extensions }) => extensions?.code === 'THROTTLED')

/** No answer, or an unreadable one. */
const isLost = ({ networkStatusCode: status = 200, graphQLErrors: listed = [] }: Failure) =>
  listed.length === 0 && (status >= 500 || status === 200)

/** Milliseconds before a retry; undefined when a retry would not help. */
function retryPause(failure: Failure, cost: Cost | undefined, lost: number): number | undefined {
  const { networkStatusCode: status = 200, response } = failure
  if (status !== 429 && isThrottled(failure)) {
    const { currentlyAvailable = 0, restoreRate = 100 } = cost?.throttleStatus ?? {}
    const missing = (cost?.requestedQueryCost ?? 50) - currentlyAvailable
    return Math.max(MIN_PAUSE_MS, (missing / restoreRate) * 1000)
  }
  if (status === 429) {
    const seconds = Number(response?.headers.get('retry-after') ?? 1)
    return Math.max(MIN_PAUSE_MS, (seconds || 1) * 1000)
  }
  // Random jitter, so that parallel requests do not retry at the same moment.
  return isLost(failure) ? 100 * 2 ** lost * (0.5 + Math.random() / 2) : undefined
}

function refusalOf(failure: Failure): AppError {
  const { networkStatusCode: status = 200, graphQLErrors: listed = [] } = failure
  const denied = listed.find(({ extensions }) => extensions?.code === 'ACCESS_DENIED')
  // Without the response object, which holds the access token.
  const cause = `${status} ${failure.message ?? ''} ${listed.map(({ message }) => message).join('; ')}`
  if (status === 401) return new AppError('store.unauthorized', { cause })
  if (denied && /not approved|only available on/.test(denied.message)) {
    return new AppError('store.customersClosed', { cause })
  }
  if (denied) {
    const scope = /`(\w+)`/.exec(denied.extensions?.requiredAccess ?? denied.message)?.[1]
    return new AppError('store.scopeMissing', { values: { right: rightOf(scope ?? '') }, cause })
  }
  if (isThrottled(failure)) return new AppError('store.throttled', { cause })
  if ([402, 403, 404, 423].includes(status)) return new AppError('store.closed', { cause })
  return new AppError('store.unreachable', { cause })
}
