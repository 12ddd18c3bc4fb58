// Staff cancel scheduled mails, and list the waiting ones.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { CancelMailsInput, WaitingMails } from '#domain/applicants/applicant-mails.ts'
import { listWaitingMails, cancelMailRows } from '#data/applicants/applicant-mails.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { publishChanges } from '../publish-changes.ts'

/** Cancels one mail or all of one batch. Returns how many were already sent; throws AppError mail.tooLate, mail.missing for none. */
export async function cancelScheduledMails(
  deps: Deps,
  actor: Actor | undefined,
  which: CancelMailsInput,
): Promise<{ canceled: number; too_late: number }> {
  const { organizationId, userId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const { canceled, too_late } = await cancelMailRows(tx, organizationId, which)
    if (canceled.length === 0) throw new AppError(too_late > 0 ? 'mail.tooLate' : 'mail.missing')
    await insertAuditEvents(
      tx,
      organizationId,
      canceled.map(({ applicant_id }) => ({
        actor_id: userId,
        action: 'applicant.mail_cancelled',
        resource_type: 'applicant',
        resource_id: applicant_id,
      })),
    )
    await publishChanges(
      tx,
      organizationId,
      canceled.map(({ applicant_id }) => ({ id: applicant_id })),
    )
    return { canceled: canceled.length, too_late }
  })
}

export function readWaitingMails(deps: Deps, actor: Actor | undefined): Promise<WaitingMails[]> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) => listWaitingMails(tx, organizationId))
}
