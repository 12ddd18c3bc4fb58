// The page in the store's admin: which store is asking is proven by its session token, and what it may see is its organization's.
import { AppError } from '#domain/errors.ts'
import type { EmbeddedView } from '#domain/store.ts'
import { countApplicants } from '#data/applicants.ts'
import { countJobs, listJobTitles } from '#data/jobs.ts'
import { findOrganization } from '#data/organizations.ts'
import { countStorePages, findKeptSession, type KeptSession } from '#data/store-sessions.ts'
import type { Deps } from '../deps.ts'
import { connectStore } from './connect-store.ts'
import { newClaim } from './store-claim.ts'

/** Throws AppError: store.notConfigured, store.sessionEnded (forged, for another app, or too old). */
export async function readEmbedded(
  deps: Deps,
  sessionToken: string | undefined,
): Promise<EmbeddedView> {
  if (!deps.stores) throw new AppError('store.notConfigured')
  const { app } = deps.stores
  const proven = sessionToken ? await app.readSessionToken(sessionToken) : undefined
  if (!proven || !sessionToken) throw new AppError('store.sessionEnded')
  const { shop } = proven
  const { kept, problem } = await keepConnected(deps, shop, sessionToken)
  const organizationId = kept?.organization_id
  const seen = organizationId ? await readCounts(deps, organizationId) : undefined
  return {
    shop,
    shop_name: kept?.shop_name ?? null,
    organization_name: seen?.name ?? null,
    counts: seen?.counts ?? null,
    connect_url:
      seen || problem ? null : `${deps.appUrl}/connect-shopify?claim=${newClaim(deps, shop)}`,
    problem,
    reconnect_url: app.installUrl(shop),
  }
}

/** A store that has no living token with us gives one for the session token it has just signed. */
async function keepConnected(
  deps: Deps,
  shop: string,
  sessionToken: string,
): Promise<{ kept: KeptSession | undefined; problem: string | null }> {
  const kept = await findKeptSession(deps.db.queries, shop)
  if (kept?.access_token_sealed && !kept.uninstalled_at) return { kept, problem: null }
  try {
    const tokens = await deps.stores?.app.exchangeSessionToken(shop, sessionToken)
    if (tokens) await connectStore(deps, undefined, shop, tokens)
    return { kept: await findKeptSession(deps.db.queries, shop), problem: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'store.sessionEnded') throw error
    deps.log.warn({ err: error, shop }, 'an opened store gave no token')
    const isRefused = error.code === 'store.exchangeFailed'
    const told = isRefused ? new AppError('store.unauthorized') : error
    return { kept, problem: told.message }
  }
}

async function readCounts(deps: Deps, organizationId: string) {
  return deps.db.forOrganization(organizationId, async (tx) => {
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
        career_pages: await countStorePages(tx, organizationId),
      },
    }
  })
}
