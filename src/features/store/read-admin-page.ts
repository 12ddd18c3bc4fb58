// The admin page: the session token identifies the store, and the page shows data of the store's organization.
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import type { AdminPageView } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { countApplicants } from '#data/applicants/applicant-counts.ts'
import { countJobs, listJobTitles } from '#data/jobs/jobs.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { countAllStorePages } from '#data/store/store-pages.ts'
import {
  findStoredSession,
  leaseStoreCheck,
  type StoredSession,
} from '#data/store/store-sessions.ts'
import type { StoreApp } from '#gateways/store/shopify.ts'
import { shopDetails } from '#gateways/store/shopify-operations.ts'
import type { Deps } from '../deps.ts'
import { connectStore } from './connect-store.ts'
import { updateGrantedScopes } from './update-granted-scopes.ts'
import { newClaim } from './store-claim.ts'

/** The page polls every ten seconds; the connection is checked with the store at this interval. */
const CHECK_SECONDS = 60
/** Timeout of that check; the page's counts wait for it. */
const CHECK_MS = 3000

/**
 * `isChecked`: asks the store what it has granted by now. Throws AppError: store.notConfigured, store.sessionEnded (forged, for another
 * app, or too old).
 */
export async function readAdminPage(
  deps: Deps,
  sessionToken: string | undefined,
  { isChecked = false }: { isChecked?: boolean } = {},
): Promise<AdminPageView> {
  if (!deps.stores) throw new AppError('store.notConfigured')
  const { app } = deps.stores
  const proven = sessionToken ? await app.readSessionToken(sessionToken) : undefined
  if (!proven || !sessionToken) throw new AppError('store.sessionEnded')
  const { shop } = proven
  const { kept, problem } = await ensureConnected(deps, shop, sessionToken, isChecked)
  const isWaiting = !problem && !kept?.organization_id
  const mayConnect = isWaiting && (await isOfShop(deps, app, proven, sessionToken))
  return viewOf(deps, app, { shop, kept, problem, mayConnect })
}

/** A collaborator could put the shop of a client into an organization of their own by the link. Whom the shop does not describe gets none. */
async function isOfShop(
  deps: Deps,
  app: StoreApp,
  { shop, user_id }: { shop: string; user_id: string },
  sessionToken: string,
): Promise<boolean> {
  try {
    const user = await app.readUser(shop, sessionToken)
    return user.id === user_id && !user.collaborator
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'store.sessionEnded') throw error
    deps.warnOfExternalFailure(error, 'an opened store did not say who its user is', { shop })
    return false
  }
}

/**
 * The same as it is kept, without asking the store: for the page's document, which must not wait for another server. Undefined where
 * the store has to be asked, and for a token that proves nothing.
 */
export async function readKeptAdminPage(
  deps: Deps,
  sessionToken: string,
): Promise<AdminPageView | undefined> {
  const app = deps.stores?.app
  const proven = await app?.readSessionToken(sessionToken)
  const kept = proven && (await findStoredSession(deps.db.queries, proven.shop))
  if (!app || !proven || !kept?.access_token_sealed || kept.uninstalled_at) return undefined
  // Only the store knows who may connect it.
  if (!kept.organization_id) return undefined
  return viewOf(deps, app, { shop: proven.shop, kept, problem: null, mayConnect: false })
}

async function viewOf(
  deps: Deps,
  app: StoreApp,
  {
    shop,
    kept,
    problem,
    mayConnect,
  }: {
    shop: string
    kept: StoredSession | undefined
    problem: string | null
    mayConnect: boolean
  },
): Promise<AdminPageView> {
  // A store that uninstalled the app sees only that, and no data.
  const organizationId = kept?.uninstalled_at ? null : kept?.organization_id
  const organization = organizationId ? await readCounts(deps, organizationId) : undefined
  return {
    shop,
    shop_name: kept?.shop_name ?? null,
    organization_name: organization?.name ?? null,
    counts: organization?.counts ?? null,
    connect_url: mayConnect ? `${deps.appUrl}/connect-shopify?claim=${newClaim(deps, shop)}` : null,
    problem,
    reconnect_url: kept?.disconnected_at
      ? `${deps.appUrl}/connect-shopify?again=true`
      : app.installUrl({ shop, admin_handle: kept?.admin_handle ?? null }),
  }
}

/** Exchanges the session token for an access token when the store has none. */
export async function ensureConnected(
  deps: Deps,
  shop: string,
  sessionToken: string,
  isChecked: boolean,
): Promise<{ kept: StoredSession | undefined; problem: string | null }> {
  await checkConnection(deps, shop, isChecked ? 0 : CHECK_SECONDS)
  const kept = await findStoredSession(deps.db.queries, shop)
  if (kept?.access_token_sealed && !kept.uninstalled_at) return { kept, problem: null }
  if (kept?.disconnected_at) return { kept, problem: t('store.ownerReconnects') }
  try {
    const tokens = await deps.stores?.app.exchangeSessionToken(shop, sessionToken)
    if (tokens) await connectStore(deps, undefined, { shop, admin_handle: null }, tokens)
    return { kept: await findStoredSession(deps.db.queries, shop), problem: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'store.sessionEnded') throw error
    deps.warnOfExternalFailure(error, 'an opened store gave no token', { shop })
    const ended = kept?.uninstalled_at ? 'store.uninstalled' : 'store.unauthorized'
    const shown = error.code === 'store.exchangeFailed' ? new AppError(ended) : error
    return { kept, problem: shown.message }
  }
}

/** Checks the token with the store; `stores.ask` deletes a revoked one, which is then replaced. Other errors are only logged. */
async function checkConnection(deps: Deps, shop: string, seconds: number): Promise<void> {
  const { stores, db, closing, log } = deps
  if (!stores || !(await leaseStoreCheck(db.queries, shop, seconds))) return
  const asked = deps.clock.now()
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(CHECK_MS)])
    const { currentAppInstallation } = await stores.ask(shop, shopDetails, {}, signal)
    const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
    await updateGrantedScopes(deps, shop, scopes, asked)
  } catch (error) {
    const what = 'the connection of an opened store was not confirmed'
    if (!deps.warnOfExternalFailure(error, what, { shop })) log.warn({ err: error, shop }, what)
  }
}

async function readCounts(deps: Deps, organizationId: OrganizationId) {
  return deps.db.readForOrganization(organizationId, async (tx) => {
    const organization = await findOrganization(tx, organizationId)
    const jobs = await listJobTitles(tx, organizationId)
    const applicants = await countApplicants(tx, organizationId, {})
    return {
      name: organization?.name ?? '',
      counts: {
        job_posts: await countJobs(tx, organizationId, undefined),
        open_job_posts: jobs.filter(({ is_active }) => is_active).length,
        applications: applicants.all,
        new_applications: applicants.applied,
        career_pages: await countAllStorePages(tx, organizationId),
      },
    }
  })
}
