// Staff erase a person: all data under the email address in the organization.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import {
  deleteAddress,
  findApplicationToErase,
  listApplicationsToErase,
} from '#data/retention/erasures.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

/** Needs both the applicant's id and the address, so that a mistake in one of them deletes nobody. */
export async function removeApplicantData(
  deps: Deps,
  actor: Actor | undefined,
  { email, applicantId }: { email: string; applicantId: string },
): Promise<{ applications: number }> {
  const { organizationId, userId } = approvedMember(actor)
  const { ids, files } = await deps.db.includingRestricted(organizationId, async (tx) => {
    const named = await findApplicationToErase(tx, organizationId, applicantId)
    if (!named) throw new AppError('applicant.missing')
    const applications = await listApplicationsToErase(tx, organizationId, email)
    if (!applications.some(({ id }) => id === applicantId)) {
      throw new AppError('applicant.emailOther')
    }
    const unowned = await deleteAddress(tx, organizationId, email, applications)
    for (const { id } of applications) {
      await insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        action: 'applicant.data_removed',
        resource_type: 'applicant',
        resource_id: id,
      })
    }
    const ids = applications.map(({ id }) => id)
    await insertLiveEvents(tx, organizationId, 'applicant.deleted', ids)
    return { ids, files: unowned }
  })
  await deps.files.discard(files)
  return { applications: ids.length }
}
