// Staff preview and send a message to one or several applicants.
import { fullName } from '#domain/full-name.ts'
import { randomUUID } from 'node:crypto'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import {
  MESSAGE_PEOPLE,
  type ApplicantSelection,
  type MessageInput,
  type MessagePreview,
  type SentMessages,
} from '#domain/applicants/applicant-batches.ts'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import { AppError } from '#domain/errors.ts'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import { writeMail, type Letterhead } from '#domain/mails/status-mails.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { inLocale } from '#domain/texts/locale.ts'
import { MESSAGES } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  countMessagesLocked,
  insertStatusMails,
  listNoContactAddresses,
} from '#data/applicants/applicant-mails.ts'
import { listApplicantIds } from '#data/applicants/applicant-list.ts'
import { listApplicantRows, listReaders } from '#data/applicants/applicants.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Queries, Tx } from '#data/database.ts'
import { findMailSettings } from '#data/mails/mail-templates.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { samplePageLink } from '#gateways/rights/page-links.ts'
import type { Deps } from '../../deps.ts'
import { refuseFullQueue, scheduledSendTime } from './status-mails.ts'
import { publishChanges } from '../publish-changes.ts'

export async function previewMessage(
  deps: Deps,
  actor: Actor | undefined,
  { subject, body, ...selection }: MessageInput,
): Promise<MessagePreview> {
  const { organizationId } = approvedMember(actor)
  const { data, locale, people, no_contact, to, reply_to } = await deps.db.readForOrganization(
    organizationId,
    async (tx) => {
      const { readers, noContactCount } = await findReaders(tx, organizationId, selection)
      const settings = await findMailSettings(tx, organizationId)
      const [first] = readers
      const letterhead = await letterheadOf(tx, organizationId, { subject, body })
      return {
        data: writeMail(letterhead, first.row, first.titles),
        locale: storedLanguage(first.row.language, letterhead.language),
        people: readers.length,
        no_contact: noContactCount,
        to: first.row.email,
        reply_to: settings?.mail_reply_to ?? null,
      }
    },
  )
  return {
    people,
    no_contact,
    reply_to,
    sample: {
      ...inLocale(locale, () =>
        deps.renderMail({
          kind: 'status-update',
          data: { ...data, page: samplePageLink(deps) },
        }),
      ),
      to,
    },
  }
}

/**
 * One mail for each person, even with several selected applications. A mail to one person is sent at once; mails to several wait
 * as long as rejections do, so that a mistake can be cancelled.
 */
export async function writeToApplicants(
  deps: Deps,
  actor: Actor | undefined,
  { subject, body, ...selection }: MessageInput,
): Promise<SentMessages> {
  const { organizationId, userId: by } = approvedMember(actor)
  const sent = await deps.db.forOrganization(organizationId, async (tx) => {
    const { readers } = await findReaders(tx, organizationId, selection)
    await refuseTooOften(tx, organizationId, readers)
    if (readers.length > 1) await refuseFullQueue(deps, tx, organizationId)
    const now = deps.clock.now()
    const batchId = readers.length > 1 ? randomUUID() : null
    const sendAt = batchId ? scheduledSendTime(now) : now
    const letterhead = await letterheadOf(tx, organizationId, { subject, body })
    await insertStatusMails(
      tx,
      organizationId,
      readers.map(({ row, further, titles }) => {
        const data = writeMail(letterhead, row, titles)
        return {
          applicant_id: row.id,
          further_applicants: further,
          words: further.length > 0 ? letterhead.own : null,
          kind: 'message',
          recipient: row.email,
          change_id: null,
          batch_id: batchId,
          data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
          subject: data.subject,
          body: data.body,
          send_at: sendAt,
          created_by: by,
        }
      }),
    )
    await insertAuditEvents(
      tx,
      organizationId,
      readers.map(({ row }) => ({
        actor_id: by,
        action: 'applicant.mailed',
        resource_type: 'applicant',
        resource_id: row.id,
        details: { kind: 'message' },
      })),
    )
    await publishChanges(
      tx,
      organizationId,
      readers.map(({ row }) => row),
    )
    return { people: readers.length, batch_id: batchId, send_at: sendAt.toISOString() }
  })
  return sent
}

type Reader = {
  row: ApplicantRow & Pick<Applicant, 'language'>
  /** Their other selected applications. */
  further: readonly string[]
  titles: readonly string[]
}

const letterheadOf = async (
  tx: Queries,
  organizationId: OrganizationId,
  text: TemplateText,
): Promise<Letterhead> => {
  const organization = await findOrganization(tx, organizationId)
  return {
    shopName: organization?.name ?? '',
    language: organization?.language ?? null,
    text: () => text,
    own: text,
  }
}

/** Limit of applications: one person may have several and gets one mail. */
const ROWS_READ = MESSAGE_PEOPLE * 5 + 1

/** Each person once, with the job titles of all their selected applications; without those who want no further contact. */
async function findReaders(
  tx: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
): Promise<{ readers: [Reader, ...Reader[]]; noContactCount: number }> {
  const ids = await listApplicantIds(tx, organizationId, selection, {
    after: undefined,
    limit: ROWS_READ,
  })
  const rows = await listApplicantRows(
    tx,
    organizationId,
    ids.map(({ id }) => id),
  )
  const readers = await listReaders(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  )
  const people = new Map<string, Reader>()
  for (const one of rows.toSorted((one, next) => one.id.localeCompare(next.id))) {
    const row = { ...one, language: readers.get(one.id)?.language ?? null }
    const address = row.email.toLowerCase()
    const known = people.get(address)
    people.set(address, {
      row: known?.row ?? row,
      further: known ? [...known.further, row.id] : [],
      titles: [...(known?.titles ?? []), row.role_title],
    })
  }
  if (people.size === 0) throw new AppError('message.nobody')
  const noContact = await listNoContactAddresses(tx, organizationId, [...people.keys()])
  for (const address of noContact) people.delete(address)
  const [first, ...others] = people.values()
  if (!first) throw new AppError('message.noContact', { values: { count: noContact.size } })
  if (people.size > MESSAGE_PEOPLE || ids.length === ROWS_READ) {
    throw new AppError('message.tooMany', { values: { max: MESSAGE_PEOPLE } })
  }
  return { readers: [first, ...others], noContactCount: noContact.size }
}

async function refuseTooOften(
  tx: Tx,
  organizationId: OrganizationId,
  readers: readonly Reader[],
): Promise<void> {
  const { organization, person } = MESSAGES
  const written = await countMessagesLocked(tx, organizationId, organization.seconds)
  const sum = [...written.values()].reduce((all, count) => all + count, 0)
  if (sum + readers.length > organization.most) {
    throw new AppError('message.organizationLimit', { values: { max: organization.most } })
  }
  const full = readers.find(({ row }) => (written.get(row.email.toLowerCase()) ?? 0) >= person.most)
  if (full) {
    throw new AppError('message.personLimit', {
      values: { name: fullName(full.row), max: person.most },
    })
  }
}
