// The platform a store lives on: its signatures, its tokens and its Admin API, at the addresses the configuration names.
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
  /** Ends when a person has waited long enough for everything that one act asks of a store, or with `signal`. */
  deadline(signal?: AbortSignal): AbortSignal
  /** Signed by the platform and not older than a minute and a half. */
  isSigned(query: Record<string, string>): Promise<boolean>
  /** Whose frame a session token comes from; undefined when it is forged, for another app or has ended. */
  readSessionToken(token: string): Promise<{ shop: string; user_id: string } | undefined>
  isBodySigned(rawBody: string, signature: string): Promise<boolean>
  exchangeCode(shop: string, code: string): Promise<StoreTokens>
  exchangeSessionToken(shop: string, token: string): Promise<StoreTokens>
  refreshTokens(shop: string, refreshToken: string): Promise<StoreTokens>
  /**
   * Waits and asks again where the store says it is busy, three times in all and no longer than a deadline. Throws AppError:
   * store.unauthorized (the token is dead), store.scopeMissing, store.customersClosed, store.closed, store.unreachable,
   * store.throttled.
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
/** How long a store may take: for one answer, and for everything that one act waits for. */
export type StoreTimes = { callMs: number; totalMs: number }
/** Whoever pressed a button is told within twenty seconds; the rest of them is ours. */
export const STORE_TIMES: StoreTimes = { callMs: 10_000, totalMs: 18_000 }
const MOST_TRIES = 3
const SHORTEST_WAIT_MS = 100
const REAL_ADMIN = 'https://admin.shopify.com'

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
    // Only the library's own redirects would use it, and none of them is used.
    hostName: 'localhost',
    apiVersion: API_VERSION,
    isEmbeddedApp: true,
    // Its messages can hold a session token.
    logger: { log: () => Promise.resolve() },
  })
  const isDemo = adminUrl !== REAL_ADMIN
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
    const asked = Date.now()
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
      const until = deadline(signal)
      const client = createAdminApiClient({
        storeDomain: shop,
        apiVersion: API_VERSION,
        accessToken,
        // It builds https://{shop}/…: the address is changed here, for this client alone.
        customFetchApi: (address, init) => {
          const { pathname, search } = new URL(address)
          return post(`${storeUrl(shop)}${pathname}${search}`, init ?? {}, until)
        },
      })
      for (let tries = 1, lost = 0; ; tries += 1) {
        const { data, errors, extensions } = await client.request(operation.text, { variables })
        if (!errors) {
          const checked = operation.answer.safeParse(data)
          if (checked.success) return checked.data
          throw new AppError('store.unreachable', { cause: checked.error })
        }
        if (isLost(errors)) lost += 1
        // Whether a change was done or not nobody knows: only a question may be asked again.
        const isOver = tries >= MOST_TRIES || (lost > 0 && operation.isChange) || until.aborted
        const pause = isOver ? undefined : pauseBefore(errors, extensions?.cost, lost)
        // Nobody waits for longer than everything together may take.
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

const isThrottled = ({ networkStatusCode: status, graphQLErrors: listed = [] }: Failure): boolean =>
  status === 429 || listed.some(({ extensions }) => extensions?.code === 'THROTTLED')

/** No answer, or none that can be read. */
const isLost = ({ networkStatusCode: status = 200, graphQLErrors: listed = [] }: Failure) =>
  listed.length === 0 && (status >= 500 || status === 200)

/** Milliseconds after which the same may be asked again; undefined where it would not help. */
function pauseBefore(failure: Failure, cost: Cost | undefined, lost: number): number | undefined {
  const { networkStatusCode: status = 200, response } = failure
  if (status !== 429 && isThrottled(failure)) {
    const { currentlyAvailable = 0, restoreRate = 100 } = cost?.throttleStatus ?? {}
    const missing = (cost?.requestedQueryCost ?? 50) - currentlyAvailable
    return Math.max(SHORTEST_WAIT_MS, (missing / restoreRate) * 1000)
  }
  if (status === 429) {
    const seconds = Number(response?.headers.get('retry-after') ?? 1)
    return Math.max(SHORTEST_WAIT_MS, (seconds || 1) * 1000)
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
    return new AppError('store.scopeMissing', { values: { right: rightOf(scope ?? '') }, cause })
  }
  if (isThrottled(failure)) return new AppError('store.throttled', { cause })
  if ([402, 403, 404, 423].includes(status)) return new AppError('store.closed', { cause })
  return new AppError('store.unreachable', { cause })
}
