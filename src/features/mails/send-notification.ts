// Renders a notification when it is sent: only then it checks who may still read it and which applicants it names.
import { fullName } from '#domain/full-name.ts'
import { mailStateLabel } from '#domain/applicants/applicant-mails.ts'
import type { MailView, MailViews } from '#domain/mails/mails.ts'
import {
  paceOf,
  shortName,
  type Digest,
  type NotificationKind,
} from '#domain/mails/notifications.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { dashboardLinks } from '#domain/store/framed-address.ts'
import type { Tx } from '#data/database.ts'
import { deleteMail, insertLocalMail, updateMailSent, type WaitingMail } from '#data/mails/mails.ts'
import {
  listReaders,
  listNotifiedApplicantsLocked,
  listNotifiedRequesters,
  listUndeliveredMails,
  updateNotificationsReleased,
  type Reader,
  type NotifiedApplicant,
} from '#data/mails/notifications.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { findIsBanned } from '#data/accounts/users.ts'
import { listShopsOfReaders } from '#data/store/store-people.ts'
import type { Deps } from '../deps.ts'
import { markMailSent } from './mark-mail-sent.ts'
import { unsubscribeLink } from './unsubscribe.ts'

export const mailKindOf = {
  application: 'new-applications',
  undelivered: 'undelivered-mails',
  waiting: 'join-requests',
} as const satisfies Record<NotificationKind, keyof MailViews>
const kinds = Object.keys(mailKindOf) as NotificationKind[]

type NotificationMail = WaitingMail & { organization_id: OrganizationId }
export const isNotification = (mail: WaitingMail): mail is NotificationMail =>
  mail.organization_id !== null && kinds.some((kind) => mailKindOf[kind] === mail.kind)

/** The data stored in the outbox; everything else is looked up when the mail is sent. */
export type EncryptedNotification = { user_id: string; pace: Digest }

/** Longer lists are read in the dashboard. */
const LISTED = 20

/**
 * Sends it, or deletes it when the recipient may no longer read it. Writes to the local mailbox in the transaction that read
 * the applicants, so that no copy contains a person who is erased at that moment. A mail that a mail server accepted cannot be
 * recalled.
 */
export async function sendNotification(deps: Deps, mail: NotificationMail): Promise<void> {
  const { mailServer } = deps
  const encrypted = JSON.parse(deps.secrets.decrypt(mail.data_sealed)) as EncryptedNotification
  if (await findIsBanned(deps.db.queries, encrypted.user_id)) {
    await deleteMail(deps.db.queries, mail.id)
  } else if (mailServer) {
    const drawn = await deps.db.forOrganization(mail.organization_id, (tx) =>
      draw(deps, tx, mail, encrypted),
    )
    if (!drawn) return deleteMail(deps.db.queries, mail.id)
    await mailServer.send({
      id: mail.id,
      to: mail.recipient,
      senderName: mail.sender_name,
      replyTo: null,
      content: deps.renderMail(drawn),
      unsubscribeLink: drawn.data.unsubscribeLink,
    })
    await markMailSent(deps, mail.id)
  } else {
    await deps.db.transaction(async (tx) => {
      const drawn = await draw(deps, tx, mail, encrypted)
      if (!drawn) return deleteMail(tx, mail.id)
      const content = deps.renderMail(drawn)
      await insertLocalMail(tx, { id: mail.id, recipient: mail.recipient, ...content })
      await updateMailSent(tx, mail.id)
    })
  }
}

type Drawn = Extract<MailView, { kind: (typeof mailKindOf)[NotificationKind] }>
type Frame = Pick<Drawn['data'], 'shopName' | 'unsubscribeLink' | 'settingsLink'>
/** The address of a screen, for the reader. */
type LinkTo = (path: string) => string

/** Undefined when it must not be sent. */
async function draw(
  deps: Deps,
  tx: Tx,
  mail: NotificationMail,
  { user_id, pace }: EncryptedNotification,
): Promise<Drawn | undefined> {
  const { organization_id } = mail
  const organization = await findOrganization(tx, organization_id)
  const [reader] = await listReaders(tx, organization_id, user_id)
  const kind = kinds.find((each) => mailKindOf[each] === mail.kind)
  if (!organization || !reader || !kind) return undefined
  if (reader.email !== mail.recipient) {
    await updateNotificationsReleased(tx, organization_id, mail.id)
    return undefined
  }
  const links = dashboardLinks(deps, await listShopsOfReaders(tx, organization_id))
  const linkTo: LinkTo = (path) => links(reader.email, path)
  const frame: Frame = {
    shopName: organization.name,
    unsubscribeLink: unsubscribeLink(deps, { user_id, organization_id, kind }),
    settingsLink: linkTo('/admin/settings'),
  }
  if (kind === 'application') return drawApplications(tx, mail, { reader, frame, pace, linkTo })
  if (paceOf(kind, null, reader) === 'never') return undefined
  return kind === 'waiting'
    ? renderRequests(tx, mail, frame, linkTo)
    : renderUndelivered(tx, mail, frame, linkTo)
}

async function drawApplications(
  tx: Tx,
  mail: NotificationMail,
  { reader, frame, pace, linkTo }: { reader: Reader; frame: Frame; pace: Digest; linkTo: LinkTo },
): Promise<Drawn | undefined> {
  const all = await listNotifiedApplicantsLocked(tx, mail.organization_id, mail.id)
  const told = all.filter(
    ({ job_post_id }) => paceOf('application', job_post_id, reader) !== 'never',
  )
  if (told.length === 0) return undefined
  const applications = told.slice(0, LISTED).map((applicant) => toldPerson(linkTo, applicant))
  const more = told.length - applications.length
  const data = { ...frame, pace, applications, more, listLink: listLink(linkTo, told) }
  return { kind: 'new-applications', data }
}

async function renderUndelivered(
  tx: Tx,
  mail: NotificationMail,
  frame: Frame,
  linkTo: LinkTo,
): Promise<Drawn | undefined> {
  const { organization_id } = mail
  const told = await listNotifiedApplicantsLocked(tx, organization_id, mail.id)
  const ids = told.map(({ id }) => id)
  const failed = await listUndeliveredMails(tx, organization_id, ids)
  // A mail that was sent again in the meantime is not reported.
  const all = told.flatMap((applicant) => {
    const undelivered = failed.get(applicant.id)
    if (!undelivered) return []
    return [
      {
        ...toldPerson(linkTo, applicant),
        what: mailStateLabel({ ...undelivered, state: 'failed' }),
      },
    ]
  })
  if (all.length === 0) return undefined
  const mails = all.slice(0, LISTED)
  const more = all.length - mails.length
  return {
    kind: 'undelivered-mails',
    data: { ...frame, mails, more, listLink: listLink(linkTo, []) },
  }
}

async function renderRequests(
  tx: Tx,
  mail: NotificationMail,
  frame: Frame,
  linkTo: LinkTo,
): Promise<Drawn | undefined> {
  const people = await listNotifiedRequesters(tx, mail.organization_id, mail.id)
  if (people.length === 0) return undefined
  const names = people.slice(0, LISTED).map(fullName)
  const more = people.length - names.length
  const link = linkTo('/organizations')
  return { kind: 'join-requests', data: { ...frame, names, more, link } }
}

function toldPerson(linkTo: LinkTo, { id, first_name, last_name, role_title }: NotifiedApplicant) {
  return {
    name: shortName(first_name, last_name),
    jobTitle: role_title,
    link: linkTo(`/admin/applicants?tab=all&applicant=${id}`),
  }
}

/** The list of applicants, filtered by the job when there is only one. */
function listLink(linkTo: LinkTo, told: readonly NotifiedApplicant[]): string {
  const jobs = new Set(told.map(({ role_id }) => role_id))
  const [job] = jobs
  return linkTo(`/admin/applicants${jobs.size === 1 ? `?position=${job}` : ''}`)
}
