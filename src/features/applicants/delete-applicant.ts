// Staff delete one application. The person's other applications remain; remove-applicant-data.ts deletes all of them.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { deleteApplications, findApplicationToErase } from '#data/retention/erasures.ts'
import type { Deps } from '../deps.ts'

export async function deleteApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
): Promise<void> {
  const { organizationId, userId } = approvedMember(actor)
  const { files } = await deps.db.includingRestricted(organizationId, async (tx) => {
    const application = await findApplicationToErase(tx, organizationId, id)
    if (!application) throw new AppError('applicant.missing')
    return deleteApplications(tx, organizationId, [application], {
      reason: 'staff',
      actorId: userId,
    })
  })
  // After the commit: the sweep removes a file without a row, but a row without its file would be a loss.
  await deps.files.discard(files)
}
