// Starts an installation: creates the OAuth state and the URL of Shopify's page that asks the merchant for permission.
import { randomBytes } from 'node:crypto'
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  optionalScopes,
  readShop,
  STATE_BYTES,
  STATE_MINUTES,
  STORE_URL_EXAMPLE,
} from '#domain/store/store.ts'
import {
  findStoreInstall,
  insertStoreInstall,
  type StoreInstall,
} from '#data/store/store-installs.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'

export type BeginInput = {
  shop: string
  /** Additional scopes; scopes that this app never requests are ignored. */
  scopes?: readonly string[] | undefined
  /** One of our callback URLs; any other becomes the installation page. */
  redirect_uri?: string | undefined
  /** 32 random bytes as hex; created when absent. */
  state?: string | undefined
  began_at?: StoreInstall['began_at'] | undefined
}

const isState = (text: string): boolean =>
  text.length === STATE_BYTES * 2 && /^[0-9a-f]+$/.test(text)

/**
 * The caller must store `state` in a cookie; the callback must have both. `cookieState` is the cookie's current value. Throws
 * AppError: store.notConfigured, store.domainRequired, store.urlInvalid, store.stateInvalid (the state was used before).
 */
export async function beginInstall(
  deps: Deps,
  actor: Actor | undefined,
  input: BeginInput,
  cookieState?: string,
): Promise<{ install_url: string; state: string }> {
  if (!deps.stores) throw new AppError('store.notConfigured')
  const { app } = deps.stores
  if (!input.shop.trim()) throw new AppError('store.domainRequired')
  const shop = readShop(input.shop)
  if (!shop) {
    throw new AppError('store.urlInvalid', { values: { host: STORE_URL_EXAMPLE } })
  }
  const state = input.state && isState(input.state) ? input.state : newState()
  const known = new Set<string>([...app.scopes, ...optionalScopes])
  const wanted = (input.scopes ?? []).filter((scope) => known.has(scope))
  const scopes = [...new Set([...app.scopes, ...wanted])]
  const to = ownAddress(deps.appUrl, input.redirect_uri)
  const now = deps.clock.now()
  const install: StoreInstall = {
    shop,
    redirect_uri: to,
    scopes: scopes.join(','),
    user_id: actor?.user_id ?? null,
    began_at: input.began_at ?? '/shopify-install',
  }
  const endsAt = new Date(now.getTime() + STATE_MINUTES * 60_000)
  const isNew = await insertStoreInstall(deps.db.queries, hashOf(state), install, endsAt)
  // An existing state is accepted only for a repeated request of the same browser with the same values (after a lost answer).
  if (!isNew && !(cookieState === state && (await isBegun(deps, state, install, now)))) {
    throw new AppError('store.stateInvalid')
  }
  return { install_url: app.authorizeUrl(shop, { scopes, state, to }), state }
}

const newState = () => randomBytes(STATE_BYTES).toString('hex')

async function isBegun(
  deps: Deps,
  state: string,
  asked: StoreInstall,
  now: Date,
): Promise<boolean> {
  const begun = await findStoreInstall(deps.db.queries, hashOf(state), now)
  const names = Object.keys(asked) as (keyof StoreInstall)[]
  return begun !== undefined && names.every((name) => begun[name] === asked[name])
}

/** The OAuth callback URLs, exactly as registered with Shopify. */
export const callbackAddresses = (appUrl: string): readonly string[] => [
  `${appUrl}/shopify-install`,
  `${appUrl}/`,
]

/** The wanted callback URL if it is one of ours, otherwise the first. */
function ownAddress(appUrl: string, wanted: string | undefined): string {
  return (
    callbackAddresses(appUrl).find((address) => address === wanted) ?? `${appUrl}/shopify-install`
  )
}
