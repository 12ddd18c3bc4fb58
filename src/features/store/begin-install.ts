// A merchant is on the way to the store's page that asks for permission: the state that proves the way back is made here.
import { randomBytes } from 'node:crypto'
import type { Actor } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  PAGES_SCOPE,
  readShop,
  STATE_BYTES,
  STATE_MINUTES,
  STORE_URL_EXAMPLE,
} from '#domain/store.ts'
import { insertStoreInstall, type StoreInstall } from '#data/store-installs.ts'
import { hashOf } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'

export type BeginInput = {
  shop: string
  /** What is wanted beside or instead of the configured scopes; anything this app never asks for is left out. */
  scopes?: readonly string[] | undefined
  /** Ours, or the installation page instead. */
  redirect_uri?: string | undefined
  /** 32 random bytes as hex; made here where there is none. */
  state?: string | undefined
  began_at?: StoreInstall['began_at'] | undefined
}

const isState = (text: string): boolean =>
  text.length === STATE_BYTES * 2 && /^[0-9a-f]+$/.test(text)

/** The caller keeps `state` in a cookie of this browser: the way back has to bring both. */
export async function beginInstall(
  deps: Deps,
  actor: Actor | undefined,
  input: BeginInput,
): Promise<{ install_url: string; state: string }> {
  if (!deps.stores) throw new AppError('store.notConfigured')
  const { app } = deps.stores
  if (!input.shop.trim()) throw new AppError('store.domainRequired')
  const shop = readShop(input.shop)
  if (!shop) {
    throw new AppError('store.urlInvalid', { values: { host: STORE_URL_EXAMPLE } })
  }
  const state = input.state && isState(input.state) ? input.state : newState()
  const known = new Set([...app.scopes, PAGES_SCOPE])
  const wanted = (input.scopes ?? []).filter((scope) => known.has(scope))
  const scopes = [...new Set([...app.scopes, ...wanted])]
  const to = ownAddress(deps.appUrl, input.redirect_uri)
  const endsAt = new Date(deps.clock.now().getTime() + STATE_MINUTES * 60_000)
  await insertStoreInstall(
    deps.db.queries,
    hashOf(state),
    {
      shop,
      redirect_uri: to,
      scopes: scopes.join(','),
      user_id: actor?.user_id ?? null,
      began_at: input.began_at ?? '/shopify-install',
    },
    endsAt,
  )
  return { install_url: app.authorizeUrl(shop, { scopes, state, to }), state }
}

const newState = () => randomBytes(STATE_BYTES).toString('hex')

/** The platform sends people back to two pages of ours, whoever asks for another. */
function ownAddress(appUrl: string, wanted: string | undefined): string {
  const ours = [`${appUrl}/shopify-install`, `${appUrl}/`]
  return ours.find((address) => address === wanted) ?? `${appUrl}/shopify-install`
}
