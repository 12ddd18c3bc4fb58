// Staff note that they have, or have not, been in touch with an applicant.
import { approvedOrganization, type Actor } from '#domain/access.ts'
import type { ApplicantRow } from '#domain/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { updateApplicantContacted } from '#data/applicants.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { insertLiveEvents } from '#data/live-events.ts'
import type { Deps } from '../deps.ts'

export async function markContacted(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  contacted: boolean,
): Promise<ApplicantRow> {
  const organizationId = approvedOrganization(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const row = await updateApplicantContacted(tx, organizationId, id, contacted)
    if (!row) throw new AppError('applicant.missing')
    await insertAuditEvent(tx, organizationId, {
      actor_id: actor?.user_id ?? null,
      action: contacted ? 'applicant.contacted' : 'applicant.not-contacted',
      resource_type: 'applicant',
      resource_id: id,
    })
    await insertLiveEvents(tx, organizationId, 'applicant.updated', [id])
    return row
  })
}
