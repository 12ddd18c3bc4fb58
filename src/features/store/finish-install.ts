// The merchant is back from the store: the way back is checked, its code exchanged, and the store connected.
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { readShop } from '#domain/store/store.ts'
import { deleteStoreInstall, type StoreInstall } from '#data/store/store-installs.ts'
import { findKeptSession } from '#data/store/store-sessions.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { StoreTokens } from '#gateways/store/shopify.ts'
import type { Deps } from '../deps.ts'
import { wayBackAddresses } from './begin-install.ts'
import { connectStore, ownerOf } from './connect-store.ts'

export type WayBack = {
  /** As it came, unchanged: every part of it is signed. */
  query: Readonly<Record<string, string>>
  /** From the cookie of the browser that began it. */
  state: string | undefined
}

export type FinishedInstall = {
  shop: string
  scope: string
  began_at: StoreInstall['began_at']
  /** It belongs to an organization already; otherwise it waits for one. */
  is_linked: boolean
  /** False: the store agreed, and its answer could not be kept here. The store has to be asked again. */
  is_stored: boolean
}

/**
 * Throws AppError: store.exchangeFailed (forged, too old, or the code is no good), store.stateInvalid (not this browser's, or
 * used), store.elsewhere, organization.ownerRequired, store.unreachable.
 */
export async function finishInstall(
  deps: Deps,
  actor: Actor | undefined,
  { query, state }: WayBack,
): Promise<FinishedInstall> {
  const app = appOf(deps)
  const shop = readShop(query.shop ?? '')
  if (!shop || shop !== query.shop || !query.code) throw new AppError('store.exchangeFailed')
  if (!state || state !== query.state) throw new AppError('store.stateInvalid')
  if (!(await app.isSigned({ ...query }))) throw new AppError('store.exchangeFailed')
  const install = await takeInstall(deps, state)
  if (install?.shop !== shop) throw new AppError('store.stateInvalid')
  return connect(deps, actor, install, query.code)
}

export type PlainExchange = {
  code: string
  shop: string
  /** Where the code was sent to, where the caller says so. */
  redirectUri: string | undefined
  /** The caller's own copy of the state, where there is one. */
  givenState: string | undefined
  /** From the cookie of the browser that began it. */
  state: string | undefined
}

/**
 * The plain exchange (docs/specification.md §7.3) brings nothing that the store signed. Then the browser is the proof:
 * it began an installation of this very shop, as this very person, minutes ago, and has not ended it. The store's answer to the
 * code does the rest. Only a call may do this, never an address: a link could bring somebody else's code.
 * Throws what finishInstall throws.
 */
export async function finishPlainInstall(
  deps: Deps,
  actor: Actor | undefined,
  { code, shop: named, redirectUri, givenState, state }: PlainExchange,
): Promise<FinishedInstall> {
  appOf(deps)
  const shop = readShop(named)
  const isOurs = redirectUri === undefined || wayBackAddresses(deps.appUrl).includes(redirectUri)
  if (!shop || !code || !isOurs) throw new AppError('store.exchangeFailed')
  if (!state || (givenState !== undefined && givenState !== state)) {
    throw new AppError('store.stateInvalid')
  }
  const install = await takeInstall(deps, state)
  if (install?.shop !== shop || install.user_id !== (actor?.user_id ?? null)) {
    throw new AppError('store.stateInvalid')
  }
  return connect(deps, actor, install, code)
}

function appOf({ stores }: Deps) {
  if (!stores) throw new AppError('store.notConfigured')
  return stores.app
}

/** A state is good once, whatever comes of it. */
const takeInstall = (deps: Deps, state: string) =>
  deleteStoreInstall(deps.db.queries, hashOf(state), deps.clock.now())

async function connect(
  deps: Deps,
  actor: Actor | undefined,
  { shop, began_at }: StoreInstall,
  code: string,
): Promise<FinishedInstall> {
  // Refused before the code is spent, and again where it is written.
  ownerOf(await findKeptSession(deps.db.queries, shop), actor)
  const tokens = await appOf(deps).exchangeCode(shop, code)
  return { shop, scope: tokens.scope, began_at, ...(await store(deps, actor, shop, tokens)) }
}

async function store(
  deps: Deps,
  actor: Actor | undefined,
  shop: string,
  tokens: StoreTokens,
): Promise<Pick<FinishedInstall, 'is_linked' | 'is_stored'>> {
  try {
    const organizationId = await connectStore(deps, actor, shop, tokens)
    return { is_linked: organizationId !== null, is_stored: true }
  } catch (error) {
    if (error instanceof AppError) throw error
    deps.log.error({ err: error, shop }, 'a store that agreed could not be stored')
    return { is_linked: false, is_stored: false }
  }
}
