// Shopify: signatures, access tokens and the Admin API, at the configured addresses.
import type { Distribution } from '#domain/store/store.ts'
import { limitedFetch } from '../limited-fetch.ts'
import { createStoreAddresses, type StoreAddresses } from './shopify-addresses.ts'
import { createAdminApi, type AdminApi, type StoreOperation } from './shopify-admin-api.ts'
import { createSignatures, type Signatures } from './shopify-signatures.ts'
import {
  requestTokens,
  requestUser,
  type AppCredentials,
  type PlatformUser,
  type StoreTokens,
} from './shopify-tokens.ts'

export type { PlatformUser, StoreOperation, StoreTokens }

export type ShopifySettings = Readonly<{
  apiKey: string
  /** The app's secret; after it the previous ones, which are accepted during its rotation. */
  apiSecrets: readonly string[]
  scopes: readonly string[]
  distribution: Distribution
  storeUrl: string
  adminUrl: string
}>

type StoreTokenCalls = {
  exchangeCode(shop: string, code: string): Promise<StoreTokens>
  exchangeSessionToken(shop: string, token: string): Promise<StoreTokens>
  /** The user of this session token. Throws the errors of `exchangeSessionToken`. */
  readUser(shop: string, token: string): Promise<PlatformUser>
  refreshTokens(shop: string, refreshToken: string): Promise<StoreTokens>
}

export type StoreApp = Signatures &
  StoreAddresses &
  StoreTokenCalls &
  AdminApi & {
    readonly clientId: string
    readonly scopes: readonly string[]
    readonly distribution: Distribution
    /** Aborts after `totalMs`, the time for all requests of one use case, or with `signal`. */
    deadline(signal?: AbortSignal): AbortSignal
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

/** `onOtherVersion`: called once for each API version in an answer that differs from the requested one. */
export function connectShopify(
  settings: ShopifySettings,
  times: Partial<StoreTimes> = {},
  onOtherVersion: (version: string) => void = () => undefined,
): StoreApp {
  const { callMs, totalMs } = { ...STORE_TIMES, ...times }
  const { apiKey, apiSecrets, scopes } = settings
  const addresses = createStoreAddresses(settings)
  const { storeUrl } = addresses

  const deadline = (signal?: AbortSignal) =>
    AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])])

  const post = (address: string, init: RequestInit, until: AbortSignal) =>
    limitedFetch(address, { ...init, signal: until }, { most: ANSWER_BYTES, totalMs: callMs })

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
  return {
    ...createSignatures(apiKey, apiSecrets),
    ...addresses,
    ...createTokenCalls(postForTokens, { clientId: apiKey, secrets: apiSecrets }),
    ...createAdminApi({ storeUrl, post, deadline, totalMs }, onOtherVersion),
    clientId: apiKey,
    scopes,
    distribution: settings.distribution,
    deadline,
  }
}

function createTokenCalls(
  postForTokens: (shop: string) => (body: Record<string, string>) => Promise<Response>,
  credentials: AppCredentials,
): StoreTokenCalls {
  const exchange = (shop: string, given: Record<string, string>) =>
    requestTokens(postForTokens(shop), credentials, given)
  const exchangeOf = (token: string, kind: 'offline' | 'online') => ({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    requested_token_type: `urn:shopify:params:oauth:token-type:${kind}-access-token`,
  })
  return {
    exchangeCode: (shop, code) => exchange(shop, { code, expiring: '1' }),
    exchangeSessionToken: (shop, token) =>
      exchange(shop, { ...exchangeOf(token, 'offline'), expiring: '1' }),
    readUser: (shop, token) =>
      requestUser(postForTokens(shop), credentials, exchangeOf(token, 'online')),
    refreshTokens: (shop, refreshToken) =>
      exchange(shop, { grant_type: 'refresh_token', refresh_token: refreshToken }),
  }
}
