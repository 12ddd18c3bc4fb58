// Shopify: signatures, access tokens and the Admin API, at the configured addresses.
import { setTimeout as wait } from 'node:timers/promises'
import { createAdminApiClient } from '@shopify/admin-api-client'
import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { handleOfShop, rightOf, type Distribution } from '#domain/store/store.ts'
import { limitedFetch } from '../limited-fetch.ts'
import { API_VERSION, createSignatures, type Signatures } from './shopify-signatures.ts'
import {
  requestTokens,
  requestUser,
  type PlatformUser,
  type StoreTokens,
} from './shopify-tokens.ts'

export type { PlatformUser, StoreTokens }

export type ShopifySettings = Readonly<{
  apiKey: string
  /** The app's secret; after it the previous ones, which are accepted during its rotation. */
  apiSecrets: readonly string[]
  scopes: readonly string[]
  distribution: Distribution
  storeUrl: string
  adminUrl: string
}>

/** One operation of the Admin API, with the schema that validates its answer. */
export type StoreOperation<Answer> = {
  text: string
  answer: z.ZodType<Answer>
  /** Not idempotent: not sent again when the answer was lost. */
  isChange?: boolean
  /** Fields that the app may read are returned, when others were refused. */
  isPartial?: boolean
}

export type StoreApp = Signatures & {
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly distribution: Distribution
  /** Connected to a stand-in: screens show 'demo store'. */
  readonly isDemo: boolean
  readonly adminUrl: string
  readonly appBridgeUrl: string
  /** The shop's URL for browsers and for this server, without a slash at the end. */
  storeUrl(shop: string): string
  /** Shopify's page that asks the merchant for these scopes. Where Shopify manages the installation it ignores them. */
  authorizeUrl(
    shop: string,
    query: { scopes: readonly string[]; state: string; to: string },
  ): string
  /** Shopify's page that starts an installation; without a shop it asks for one. */
  installUrl(shop?: string): string
  /** Shopify's page that asks for optional scopes of the app's configuration. It leads to the app in the store's admin. */
  permissionUrl(shop: string, scopes: readonly string[]): string
  /** The app's page inside Shopify's admin. */
  appUrl(shop: string): string
  /** Aborts after `totalMs`, the time for all requests of one use case, or with `signal`. */
  deadline(signal?: AbortSignal): AbortSignal
  exchangeCode(shop: string, code: string): Promise<StoreTokens>
  exchangeSessionToken(shop: string, token: string): Promise<StoreTokens>
  /** The user of this session token. Throws the errors of `exchangeSessionToken`. */
  readUser(shop: string, token: string): Promise<PlatformUser>
  refreshTokens(shop: string, refreshToken: string): Promise<StoreTokens>
  /** The API version of the last answer, when it differs from the requested one, which the store no longer has. */
  otherVersion(): string | undefined
  /**
   * Sends an operation. Retries when the store is busy or the answer was lost: up to three attempts, within `deadline`.
   * Throws AppError: store.unauthorized (the token is no longer valid), store.scopeMissing, store.customersClosed,
   * store.closed, store.unreachable, store.throttled.
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
  /**
   * Replaces the tokens now, whenever they expire. Throws the errors of `ask`; after store.unauthorized there are none.
   */
  renew(shop: string): Promise<void>
  /** Throws the errors of `StoreApp.ask`, and AppError store.notConnected and store.uninstalled. */
  ask<Answer>(
    shop: string,
    operation: StoreOperation<Answer>,
    variables?: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Answer>
}

/** Timeouts for one answer, and for all requests of one use case. */
export type StoreTimes = { callMs: number; totalMs: number }
/** A user gets an answer within 20 seconds: 18 for the store and 2 for this server. */
export const STORE_TIMES: StoreTimes = { callMs: 10_000, totalMs: 18_000 }
/** Far above a page of a store's pages or customers. */
const ANSWER_BYTES = 32 * 1024 * 1024
const MAX_ATTEMPTS = 3
const MIN_PAUSE_MS = 100
const SHOPIFY_ADMIN = 'https://admin.shopify.com'

/** `onOtherVersion`: called once for each API version in an answer that differs from the requested one. */
export function connectShopify(
  settings: ShopifySettings,
  times: Partial<StoreTimes> = {},
  onOtherVersion: (version: string) => void = () => undefined,
): StoreApp {
  const { callMs, totalMs } = { ...STORE_TIMES, ...times }
  const { apiKey, apiSecrets, scopes, adminUrl } = settings
  const isDemo = adminUrl !== SHOPIFY_ADMIN
  const storeUrl = (shop: string) => settings.storeUrl.replace('{shop}', shop)

  const deadline = (signal?: AbortSignal) =>
    AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])])

  const post = (address: string, init: RequestInit, until: AbortSignal) =>
    limitedFetch(address, { ...init, signal: until }, { most: ANSWER_BYTES, totalMs: callMs })

  const credentials = { clientId: apiKey, secrets: apiSecrets }
  const postForTokens = (shop: string) => (body: Record<string, string>) =>
    post(
      `${storeUrl(shop)}/admin/oauth/access_token`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body),
      },
      deadline(),
    )
  const exchange = (shop: string, given: Record<string, string>) =>
    requestTokens(postForTokens(shop), credentials, given)
  const exchangeOf = (token: string, kind: 'offline' | 'online') => ({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    requested_token_type: `urn:shopify:params:oauth:token-type:${kind}-access-token`,
  })

  const otherVersions = new Set<string>()
  let otherVersion: string | undefined
  function noteVersion(answer: Response): Response {
    const asked: string = API_VERSION
    const version = answer.headers.get('x-shopify-api-version') ?? asked
    otherVersion = version === asked ? undefined : version
    if (otherVersion && !otherVersions.has(otherVersion)) {
      otherVersions.add(otherVersion)
      onOtherVersion(otherVersion)
    }
    return answer
  }

  return {
    ...createSignatures(apiKey, apiSecrets),
    clientId: apiKey,
    scopes,
    distribution: settings.distribution,
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
    permissionUrl(shop, wanted) {
      const query = new URLSearchParams({
        client_id: apiKey,
        scope: scopes.join(','),
        optional_scopes: wanted.join(','),
      })
      return `${storeUrl(shop)}/admin/oauth/install?${query.toString()}`
    },
    appUrl: (shop) => `${adminUrl}/store/${handleOfShop(shop)}/apps/${apiKey}`,
    exchangeCode: (shop, code) => exchange(shop, { code, expiring: '1' }),
    exchangeSessionToken: (shop, token) =>
      exchange(shop, { ...exchangeOf(token, 'offline'), expiring: '1' }),
    readUser: (shop, token) =>
      requestUser(postForTokens(shop), credentials, exchangeOf(token, 'online')),
    refreshTokens: (shop, refreshToken) =>
      exchange(shop, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    otherVersion: () => otherVersion,
    async ask(shop, accessToken, operation, variables = {}, signal) {
      const until = deadline(signal)
      const client = createAdminApiClient({
        storeDomain: shop,
        apiVersion: API_VERSION,
        accessToken,
        // The client builds https://{shop}/…; this replaces the origin with the configured one.
        customFetchApi: async (address, init) => {
          const { pathname, search } = new URL(address)
          return noteVersion(await post(`${storeUrl(shop)}${pathname}${search}`, init ?? {}, until))
        },
      })
      for (let attempts = 1, lost = 0; ; attempts += 1) {
        const { data, errors, extensions } = await client.request(operation.text, { variables })
        if (!errors) {
          const checked = operation.answer.safeParse(data)
          if (checked.success) return checked.data
          throw new AppError('store.unreachable', { cause: checked.error })
        }
        const part = operation.isPartial && isDenied(errors) && operation.answer.safeParse(data)
        if (part && part.success) return part.data
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

const isDenied = ({ graphQLErrors: listed = [] }: Failure): boolean =>
  listed.length > 0 && listed.every(({ extensions }) => extensions?.code === 'ACCESS_DENIED')

/** No answer, or an unreadable one. */
const isLost = ({ networkStatusCode: status = 200, graphQLErrors: listed = [] }: Failure) =>
  listed.length === 0 && (status >= 500 || status === 200)

/** Milliseconds before a retry; undefined when a retry would not help. */
function retryPause(failure: Failure, cost: Cost | undefined, lost: number): number | undefined {
  const { networkStatusCode: status = 200, response } = failure
  if (status !== 429 && isThrottled(failure)) {
    const { currentlyAvailable = 0, restoreRate = 100 } = cost?.throttleStatus ?? {}
    const missing = (cost?.requestedQueryCost ?? 50) - currentlyAvailable
    // Slightly longer than the store requires: one millisecond too early would cost an attempt.
    return MIN_PAUSE_MS + (Math.max(0, missing) / restoreRate) * 1000
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
