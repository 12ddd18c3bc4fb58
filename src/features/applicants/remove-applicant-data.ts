// Staff erase a person: all data under the email address in the organization.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  deleteAddress,
  findApplicationToErase,
  listApplicationsToErase,
} from '#data/retention/erasures.ts'
import type { Deps } from '../deps.ts'

/** Needs both the applicant's id and the address, so that a mistake in one of them deletes nobody. */
export async function removeApplicantData(
  deps: Deps,
  actor: Actor | undefined,
  { email, applicantId }: { email: string; applicantId: string },
): Promise<{ applications: number }> {
  const { organizationId, userId } = approvedMember(actor)
  const { files, receipts } = await deps.db.includingRestricted(organizationId, async (tx) => {
    // Locks all of them first, in one order: two concurrent removals of one person would deadlock.
    const applications = await listApplicationsToErase(tx, organizationId, email)
    const named = await findApplicationToErase(tx, organizationId, applicantId)
    if (!named) throw new AppError('applicant.missing')
    if (!applications.some(({ id }) => id === applicantId)) {
      throw new AppError('applicant.emailOther')
    }
    const address = { email, applications }
    return deleteAddress(tx, organizationId, address, { reason: 'request', actorId: userId })
  })
  await deps.files.discard(files)
  return { applications: receipts.size }
}
