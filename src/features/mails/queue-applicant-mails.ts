// Moves scheduled mails to applicants that are due into the outbox, a few at a time, and returns when to run again.
import { sentLines } from '#domain/applicants/application-fields.ts'
import { greetedName } from '#domain/full-name.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import { defaultText } from '#domain/mails/mail-templates.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { titleIn, writeMail, type Letterhead } from '#domain/mails/status-mails.ts'
import { deletionDay } from '#domain/retention/retention.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  findNextScheduledMail,
  listArrived,
  listDueMailsLocked,
  listOrganizationsWithDueMails,
  updateMailContent,
  updateMailDropped,
  updateMailQueued,
  type Arrived,
  type DueMail,
} from '#data/applicants/due-mails.ts'
import { listApplicantRows, listReaders } from '#data/applicants/applicants.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findMailSettings } from '#data/mails/mail-templates.ts'
import { insertMails } from '#data/mails/mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { inLocale } from '#domain/texts/locale.ts'

/** Few at once, so that mails with codes do not wait behind them. */
const AT_ONCE = 50

/** Whether mails were queued, and the seconds until the next one is due; undefined when none waits. */
export async function queueApplicantMails(
  deps: Deps,
): Promise<{ handled: number; seconds: number | undefined }> {
  const now = deps.clock.now()
  let handled = 0
  for (const { organization_id } of await listOrganizationsWithDueMails(deps.db.queries, now)) {
    handled += await deps.db.includingRestricted(organization_id, (tx) =>
      queueSome(deps, tx, organization_id, now),
    )
  }
  const next = await findNextScheduledMail(deps.db.queries)
  return {
    handled,
    seconds:
      next === undefined ? undefined : Math.max(0, (Date.parse(next) - now.getTime()) / 1000),
  }
}

async function queueSome(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  now: Date,
): Promise<number> {
  const due = await listDueMailsLocked(tx, organizationId, now, AT_ONCE)
  const organization = await findOrganization(tx, organizationId)
  const settings = await findMailSettings(tx, organizationId)
  if (due.length === 0 || !organization || !settings) return 0
  const leaving = due.filter(({ refused }) => refused === null)
  const arrivals = leaving.filter(({ kind }) => kind === 'received')
  const people = new Map(
    (
      await listArrived(
        tx,
        organizationId,
        arrivals.map(({ applicant_id }) => applicant_id),
      )
    ).map((person) => [person.id, person]),
  )
  const composed = new Map<string, MailViews['status-update']>()
  for (const mail of leaving) {
    if (mail.kind === 'received' || mail.data_sealed !== null) continue
    const data = await recompose(tx, organization, mail)
    if (data) composed.set(mail.id, data)
  }
  const mails = leaving.map((mail) => {
    const arrived = mail.kind === 'received' ? people.get(mail.applicant_id) : undefined
    const recomposed = composed.get(mail.id)
    return {
      id: mail.id,
      organization_id: organizationId,
      kind: arrived ? ('application-received' as const) : ('status-update' as const),
      recipient: mail.recipient,
      sender_name: senderName(organization.name),
      data_sealed: arrived
        ? deps.secrets.encrypt(
            JSON.stringify(
              inLocale(storedLanguage(mail.language, organization.language), () =>
                confirmationOf(arrived, organization.name),
              ),
            ),
          )
        : recomposed
          ? deps.secrets.encrypt(JSON.stringify(recomposed))
          : (mail.data_sealed ?? ''),
      reply_to: settings.mail_reply_to,
      language: storedLanguage(mail.language, organization.language),
    }
  })
  await insertMails(tx, mails)
  for (const [id, data] of composed) await updateMailContent(tx, organizationId, id, data)
  await updateMailQueued(
    tx,
    organizationId,
    leaving.map(({ id }) => id),
  )
  for (const { id, refused } of due) {
    if (refused) await updateMailDropped(tx, organizationId, id, refused)
  }
  const announced = due.filter(({ kind }) => kind !== 'received')
  await insertLiveEvents(tx, organizationId, 'applicant.updated', [
    ...new Set(announced.map(({ applicant_id }) => applicant_id)),
  ])
  return due.length
}

/** As it was composed, without the applications that were erased since: only mails about several are. */
async function recompose(
  tx: Tx,
  organization: Organization,
  { applicant_id, further_applicants, words }: DueMail,
): Promise<MailViews['status-update'] | undefined> {
  const ids = [applicant_id, ...further_applicants]
  const rows = await listApplicantRows(tx, organization.id, ids)
  const readers = await listReaders(tx, organization.id, ids)
  const applications = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const [first] = applications
  if (!first) return undefined
  const letterhead: Letterhead = {
    shopName: organization.name,
    language: organization.language,
    // Messages always have words.
    text: () => words ?? defaultText('rejected'),
    own: words,
  }
  const reader = { ...first, language: readers.get(first.id)?.language ?? null }
  return writeMail(
    letterhead,
    reader,
    applications.map((each) => titleIn(letterhead, each, readers.get(each.id))),
  )
}

function confirmationOf(arrived: Arrived, shopName: string): MailViews['application-received'] {
  return {
    shopName,
    jobTitle: arrived.role_title,
    firstName: greetedName(arrived),
    sent: sentLines(arrived),
    cvName: arrived.cv_name,
    deletedOn: deletionDay(arrived.created_at),
  }
}
