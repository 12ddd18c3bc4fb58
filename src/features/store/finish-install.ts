// Finishes an installation: verifies the callback, exchanges its code and connects the store.
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { readShop, storeInAdmin, type StoreInAdmin } from '#domain/store/store.ts'
import { deleteStoreInstall, type StoreInstall } from '#data/store/store-installs.ts'
import { findStoredSession } from '#data/store/store-sessions.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { StoreTokens } from '#gateways/store/shopify.ts'
import type { Deps } from '../deps.ts'
import { callbackAddresses } from './begin-install.ts'
import { connectStore, ownerOf } from './connect-store.ts'

export type InstallCallback = {
  /** All query parameters, unchanged: the signature covers them. */
  query: Readonly<Record<string, string>>
  /** From the cookie set when the installation began. */
  state: string | undefined
}

export type FinishedInstall = {
  shop: string
  scope: string
  began_at: StoreInstall['began_at']
  /** Whether the store belongs to an organization already. */
  is_linked: boolean
  /** False when the store agreed but its tokens could not be stored; the installation must be repeated. */
  is_stored: boolean
}

/**
 * Throws AppError: store.exchangeFailed (forged, too old, or the code is no good), store.stateInvalid (not this browser's, or
 * used), store.elsewhere, organization.ownerRequired, store.unreachable.
 */
export async function finishInstall(
  deps: Deps,
  actor: Actor | undefined,
  { query, state }: InstallCallback,
): Promise<FinishedInstall> {
  const app = appOf(deps)
  const shop = readShop(query.shop ?? '')
  if (!shop || shop !== query.shop || !query.code) throw new AppError('store.exchangeFailed')
  if (!state || state !== query.state) throw new AppError('store.stateInvalid')
  if (!(await app.isSigned({ ...query }))) throw new AppError('store.exchangeFailed')
  const install = await takeInstall(deps, state)
  if (!install) throw new AppError('store.stateInvalid')
  // A merchant types the domain that their admin shows; the store signs its internal one, which can be another. The state proves
  // that this browser began, the signature which shop agreed.
  const { began_at } = install
  const admin_handle = storeInAdmin(query)?.admin_handle ?? null
  return connect(deps, actor, { shop, admin_handle, began_at }, query.code)
}

export type PlainExchange = {
  code: string
  shop: string
  /** The callback URL the code was sent to, if given. */
  redirectUri: string | undefined
  /** The state sent by the caller, if any. */
  givenState: string | undefined
  /** From the cookie set when the installation began. */
  state: string | undefined
}

/**
 * The plain exchange (docs/specification.md §7.3) carries no signature of the store. The browser is the proof instead: its cookie
 * shows that it started an installation of this shop, as this user, minutes ago, and has not finished it. Without a signature the
 * shop must be the one that was typed. The exchange of the code with the store is the second check. Never reachable by a link: a
 * link could carry another person's code. Throws the errors of finishInstall.
 */
export async function finishPlainInstall(
  deps: Deps,
  actor: Actor | undefined,
  { code, shop: named, redirectUri, givenState, state }: PlainExchange,
): Promise<FinishedInstall> {
  appOf(deps)
  const shop = readShop(named)
  const isOurs = redirectUri === undefined || callbackAddresses(deps.appUrl).includes(redirectUri)
  if (!shop || !code || !isOurs) throw new AppError('store.exchangeFailed')
  if (!state || (givenState !== undefined && givenState !== state)) {
    throw new AppError('store.stateInvalid')
  }
  const install = await takeInstall(deps, state)
  if (install?.shop !== shop || install.user_id !== (actor?.user_id ?? null)) {
    throw new AppError('store.stateInvalid')
  }
  // The browser could have written any `host`.
  return connect(deps, actor, { ...install, admin_handle: null }, code)
}

function appOf({ stores }: Deps) {
  if (!stores) throw new AppError('store.notConfigured')
  return stores.app
}

/** Deletes the state: it is valid once, even when the installation fails. */
const takeInstall = (deps: Deps, state: string) =>
  deleteStoreInstall(deps.db.queries, hashOf(state), deps.clock.now())

async function connect(
  deps: Deps,
  actor: Actor | undefined,
  { shop, admin_handle, began_at }: StoreInAdmin & Pick<StoreInstall, 'began_at'>,
  code: string,
): Promise<FinishedInstall> {
  // Checks ownership before the code is used up; connectStore checks again.
  ownerOf(await findStoredSession(deps.db.queries, shop), actor)
  const tokens = await appOf(deps).exchangeCode(shop, code)
  return {
    shop,
    scope: tokens.scope,
    began_at,
    ...(await store(deps, actor, { shop, admin_handle }, tokens)),
  }
}

async function store(
  deps: Deps,
  actor: Actor | undefined,
  agreed: StoreInAdmin,
  tokens: StoreTokens,
): Promise<Pick<FinishedInstall, 'is_linked' | 'is_stored'>> {
  try {
    const organizationId = await connectStore(deps, actor, agreed, tokens)
    return { is_linked: organizationId !== null, is_stored: true }
  } catch (error) {
    if (error instanceof AppError) throw error
    deps.log.error({ err: error, shop: agreed.shop }, 'a store that agreed could not be stored')
    return { is_linked: false, is_stored: false }
  }
}
