// Staff preview and send a mail about the status to one applicant.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { isMailed } from '#domain/applicants/applicant-mails.ts'
import { mailBrandOf, type RenderedMail } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { titleIn, writeMail } from '#domain/mails/status-mails.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { inLocale } from '#domain/texts/locale.ts'
import { findApplicant, listApplicantsForUpdate, listReaders } from '#data/applicants/applicants.ts'
import {
  insertStatusMails,
  listActiveAddresses,
  updateFailedMailDropped,
} from '#data/applicants/applicant-mails.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Queries } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { listLastStatusChanges } from '#data/applicants/status-changes.ts'
import { findBrand } from '#data/organizations/organizations.ts'
import { samplePageLink } from '#gateways/rights/page-links.ts'
import type { Deps } from '../../deps.ts'
import { findLetterhead } from './status-mails.ts'

export type StatusMailPreview = RenderedMail & { to: string; change_id: string }

/** The mail that would be sent now, and the status change it is about. */
export async function previewStatusMail(
  deps: Deps,
  actor: Actor | undefined,
  applicantId: string,
): Promise<StatusMailPreview> {
  const { organizationId } = approvedMember(actor)
  const { data, to, change_id, locale } = await deps.db.readForOrganization(organizationId, (tx) =>
    draft(tx, organizationId, applicantId),
  )
  const brand = mailBrandOf(await findBrand(deps.db.queries, organizationId), deps.appUrl)
  const mail = { kind: 'status-update', data: { ...data, page: samplePageLink(deps) } } as const
  return { ...inLocale(locale, () => deps.renderMail(mail, brand)), to, change_id }
}

/** One mail for each status change; again only when the previous attempt failed for good. */
export async function sendStatusMail(
  deps: Deps,
  actor: Actor | undefined,
  applicantId: string,
  changeId: string,
): Promise<{ id: string }> {
  const { organizationId, userId: by } = approvedMember(actor)
  const id = await deps.db.forOrganization(organizationId, async (tx) => {
    // Locks the applicant first: a concurrent move is either complete here or waits for this transaction.
    await listApplicantsForUpdate(tx, organizationId, [applicantId])
    const { data, to, status, change_id } = await draft(tx, organizationId, applicantId)
    if (change_id !== changeId) throw new AppError('mail.changeGone')
    await updateFailedMailDropped(tx, organizationId, change_id)
    const [written] = await insertStatusMails(tx, organizationId, [
      {
        applicant_id: applicantId,
        kind: status,
        recipient: to,
        further_applicants: [],
        words: null,
        change_id,
        batch_id: null,
        data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
        subject: data.subject,
        body: data.body,
        send_at: deps.clock.now(),
        created_by: by,
      },
    ])
    if (!written) throw new AppError('mail.sentAlready')
    await insertAuditEvent(tx, organizationId, {
      actor_id: by,
      action: 'applicant.mailed',
      resource_type: 'applicant',
      resource_id: applicantId,
      details: { kind: status },
    })
    await insertLiveEvents(tx, organizationId, 'applicant.updated', [applicantId])
    return written.id
  })
  return { id }
}

async function draft(tx: Queries, organizationId: OrganizationId, applicantId: string) {
  const applicant = await findApplicant(tx, organizationId, applicantId)
  if (!applicant) throw new AppError('applicant.missing')
  const { status, email, withdrawn_at, no_contact_at } = applicant
  if (no_contact_at) throw new AppError('mail.noContact')
  if (withdrawn_at) throw new AppError('applicant.withdrawn')
  const [change] = await listLastStatusChanges(tx, organizationId, [applicantId])
  if (!isMailed(status) || !change) throw new AppError('mail.statusUnmailed')
  if (status === 'rejected') {
    const active = await listActiveAddresses(tx, organizationId, [email])
    if (active.size > 0) throw new AppError('mail.activeElsewhere')
  }
  const letterhead = await findLetterhead(tx, organizationId, status)
  const reader = (await listReaders(tx, organizationId, [applicantId])).get(applicantId)
  return {
    data: writeMail(letterhead, applicant, [titleIn(letterhead, applicant, reader)]),
    to: email,
    status,
    change_id: change.id,
    locale: storedLanguage(applicant.language, letterhead.language),
  }
}
