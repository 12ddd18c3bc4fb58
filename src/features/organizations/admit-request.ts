// Admits a request of an organization's staff within its limits, and waits for its turn. Without a query to the
// database.
import type { Actor } from '#domain/accounts/access.ts'
import { approvedMember } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { upsertLimitPeak } from '#data/organizations/limit-peaks.ts'
import type { Deps } from '../deps.ts'

/**
 * Resolves when it is this organization's turn, with a function that ends the turn. Throws when a limit is reached,
 * except for a person's `own` requests. From here on the request shares connections with others of the same staff.
 */
export async function admitRequest(
  deps: Deps,
  actor: Actor,
  about: 'reads' | 'changes' | 'own',
): Promise<() => void> {
  const { organization_id, is_approved, user_id } = actor
  const isMember = organization_id !== null && is_approved
  // A pending member uses none of the organization's limits.
  const id = isMember ? organization_id : user_id
  deps.db.nameSharer({ who: 'staff', id })
  if (about === 'own') return () => {}
  const { readsPerMinute, changesPerMinute } = deps.organizationLimits
  const most = about === 'reads' ? readsPerMinute : changesPerMinute
  const { retryAfter, peak } = deps.rates.count(`${about} ${id}`, most)
  if (peak !== undefined && isMember) {
    const { organizationId } = approvedMember(actor)
    deps.db
      .forOrganization(organizationId, (tx) =>
        upsertLimitPeak(tx, organizationId, { about, used: peak, most }),
      )
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'that an organization is near a limit was not noted'),
      )
  }
  if (retryAfter === undefined) return deps.turns.take(id)
  deps.metrics?.countLimit(about)
  throw new AppError(about === 'reads' ? 'organization.readLimit' : 'organization.changeLimit', {
    retryAfter,
  })
}
