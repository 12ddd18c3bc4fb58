// Mails about the status: the organization's text with values filled in, and the mails of a bulk rejection.
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import type { MailedStatus } from '#domain/applicants/applicant-mails.ts'
import { defaultText, MAIL_DELAY_SECONDS, type TemplateText } from '#domain/mails/mail-templates.ts'
import { titleIn, writeMail, type Letterhead } from '#domain/mails/status-mails.ts'
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  insertStatusMails,
  listActiveAddresses,
  listNoContactAddresses,
  type NewStatusMail,
} from '#data/applicants/applicant-mails.ts'
import { listReaders } from '#data/applicants/applicants.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Queries, Tx } from '#data/database.ts'
import { listMailTemplates } from '#data/mails/mail-templates.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { countTasks } from '#data/tasks/turns.ts'
import type { Deps } from '../../deps.ts'

const RETRY_SECONDS = 300

/** Refuses mails to many people while the organization has too many waiting tasks. */
export async function refuseFullQueue(
  deps: Deps,
  db: Queries,
  organizationId: OrganizationId,
): Promise<void> {
  const most = deps.organizationLimits.tasks
  if ((await countTasks(db, organizationId, most)) < most) return
  deps.metrics?.countLimit('tasks')
  throw new AppError('organization.taskLimit', { retryAfter: RETRY_SECONDS })
}

/** `words` if given, else the organization's template for the status, else the built-in one. */
export async function findLetterhead(
  tx: Queries,
  organizationId: OrganizationId,
  status: MailedStatus,
  words?: TemplateText,
): Promise<Letterhead> {
  const organization = await findOrganization(tx, organizationId)
  const templates = words ? [] : await listMailTemplates(tx, organizationId)
  const own = words ?? templates.find((template) => template.status === status)
  return {
    shopName: organization?.name ?? '',
    language: organization?.language ?? null,
    text: () => own ?? defaultText(status),
    own: own ?? null,
  }
}

/**
 * Schedules one mail for each rejected person, even with several applications, and none for a person who is active in another
 * application or wants no contact. The mails wait as long as the rejection can be undone. Returns how many.
 */
export async function scheduleRejectionMails(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  rejected: {
    rows: readonly ApplicantRow[]
    changes: ReadonlyMap<string, string>
    batchId: string
    sendAt: Date
    by: string | null
    /** Replaces the organization's template this time. */
    words: TemplateText | undefined
  },
): Promise<number> {
  const { rows, changes, batchId, sendAt, by, words } = rejected
  if (rows.length === 0) return 0
  const active = await listActiveAddresses(
    tx,
    organizationId,
    rows.map(({ email }) => email),
  )
  const noContact = await listNoContactAddresses(
    tx,
    organizationId,
    rows.map(({ email }) => email),
  )
  const people = new Map<string, ApplicantRow[]>()
  for (const row of rows) {
    const address = row.email.toLowerCase()
    if (!active.has(address) && !noContact.has(address))
      people.set(address, [...(people.get(address) ?? []), row])
  }
  const letterhead = await findLetterhead(tx, organizationId, 'rejected', words)
  const readers = await listReaders(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  )
  const mails: NewStatusMail[] = []
  for (const [recipient, [row, ...others]] of people) {
    const change_id = row && changes.get(row.id)
    if (!row || !change_id) continue
    const titles = [row, ...others].map((each) => titleIn(letterhead, each, readers.get(each.id)))
    const reader = { ...row, language: readers.get(row.id)?.language ?? null }
    const data = writeMail(letterhead, reader, titles)
    mails.push({
      applicant_id: row.id,
      further_applicants: others.map(({ id }) => id),
      words: others.length > 0 ? letterhead.own : null,
      kind: 'rejected',
      recipient,
      change_id,
      batch_id: batchId,
      data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
      subject: data.subject,
      body: data.body,
      send_at: sendAt,
      created_by: by,
    })
  }
  const written = await insertStatusMails(tx, organizationId, mails)
  await insertAuditEvents(
    tx,
    organizationId,
    written.map(({ applicant_id }) => ({
      actor_id: by,
      action: 'applicant.mailed',
      resource_type: 'applicant',
      resource_id: applicant_id,
      details: { kind: 'rejected' },
    })),
  )
  return written.length
}

export const scheduledSendTime = (now: Date): Date =>
  new Date(now.getTime() + MAIL_DELAY_SECONDS * 1000)
