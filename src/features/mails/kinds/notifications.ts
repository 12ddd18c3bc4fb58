// Notifications of staff: a new application, a mail that failed for good, a person who waits for approval.
import { fullName } from '#domain/full-name.ts'
import { mailStateLabel } from '#domain/applicants/applicant-mails.ts'
import type { MailView, MailViews } from '#domain/mails/mails.ts'
import {
  paceOf,
  shortName,
  type Digest,
  type NotificationKind,
} from '#domain/mails/notifications.ts'
import { dashboardLinks } from '#domain/store/framed-address.ts'
import type { Tx } from '#data/database.ts'
import { listReaders, type Reader } from '#data/mails/notification-settings.ts'
import {
  listNotifiedApplicantsLocked,
  listNotifiedRequesters,
  listUndeliveredMails,
  type NotifiedApplicant,
} from '#data/mails/notified-people.ts'
import { updateNotificationsReleased } from '#data/mails/notifications.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { findIsBanned } from '#data/accounts/users.ts'
import { listStoresOfReaders } from '#data/store/store-people.ts'
import { unsubscribeLink } from '../unsubscribe.ts'
import { defineSending, type OrganizationMail } from './sending-rule.ts'

export const mailKindOf = {
  application: 'new-applications',
  undelivered: 'undelivered-mails',
  waiting: 'join-requests',
} as const satisfies Record<NotificationKind, keyof MailViews>
/** The data stored in the outbox; everything else is looked up when the mail is sent. */
export type EncryptedNotification = { user_id: string; pace: Digest }

/** Longer lists are read in the dashboard. */
const LISTED = 20

/** Who may still read it, and which applicants it names, is only known when it is sent. */
export const notification = (kind: NotificationKind) =>
  defineSending<EncryptedNotification>({
    isStillWanted: async (deps, _, { user_id }) => !(await findIsBanned(deps.db.queries, user_id)),
    async compose(deps, tx, mail, { user_id, pace }) {
      const { organization_id } = mail
      const organization = await findOrganization(tx, organization_id)
      const [reader] = await listReaders(tx, organization_id, user_id)
      if (!organization || !reader) return undefined
      if (reader.email !== mail.recipient) {
        await updateNotificationsReleased(tx, organization_id, mail.id)
        return undefined
      }
      const links = dashboardLinks(deps, await listStoresOfReaders(tx, organization_id))
      const linkTo: LinkTo = (path) => links(reader.email, path)
      const frame: Frame = {
        shopName: organization.name,
        unsubscribeLink: unsubscribeLink(deps, { user_id, organization_id, kind }),
        settingsLink: linkTo('/account'),
      }
      if (kind === 'application') {
        return composeApplications(tx, mail, { reader, frame, pace, linkTo })
      }
      if (paceOf(kind, null, reader) === 'never') return undefined
      return kind === 'waiting'
        ? composeRequests(tx, mail, frame, linkTo)
        : composeUndelivered(tx, mail, frame, linkTo)
    },
  })

type Composed = Extract<MailView, { kind: (typeof mailKindOf)[NotificationKind] }>
type Frame = Pick<Composed['data'], 'shopName' | 'unsubscribeLink' | 'settingsLink'>
/** The address of a screen, for the reader. */
type LinkTo = (path: string) => string

async function composeApplications(
  tx: Tx,
  mail: OrganizationMail,
  { reader, frame, pace, linkTo }: { reader: Reader; frame: Frame; pace: Digest; linkTo: LinkTo },
): Promise<Composed | undefined> {
  const all = await listNotifiedApplicantsLocked(tx, mail.organization_id, mail.id)
  const wanted = all.filter(
    ({ job_post_id }) => paceOf('application', job_post_id, reader) !== 'never',
  )
  if (wanted.length === 0) return undefined
  const applications = wanted.slice(0, LISTED).map((applicant) => personOf(linkTo, applicant))
  const more = wanted.length - applications.length
  const data = { ...frame, pace, applications, more, listLink: listLink(linkTo, wanted) }
  return { kind: 'new-applications', data }
}

async function composeUndelivered(
  tx: Tx,
  mail: OrganizationMail,
  frame: Frame,
  linkTo: LinkTo,
): Promise<Composed | undefined> {
  const { organization_id } = mail
  const applicants = await listNotifiedApplicantsLocked(tx, organization_id, mail.id)
  const ids = applicants.map(({ id }) => id)
  const failed = await listUndeliveredMails(tx, organization_id, ids)
  // A mail that was sent again in the meantime is not reported.
  const all = applicants.flatMap((applicant) => {
    const undelivered = failed.get(applicant.id)
    if (!undelivered) return []
    return [
      {
        ...personOf(linkTo, applicant),
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

async function composeRequests(
  tx: Tx,
  mail: OrganizationMail,
  frame: Frame,
  linkTo: LinkTo,
): Promise<Composed | undefined> {
  const people = await listNotifiedRequesters(tx, mail.organization_id, mail.id)
  if (people.length === 0) return undefined
  const names = people.slice(0, LISTED).map(fullName)
  const more = people.length - names.length
  const link = linkTo('/organizations')
  return { kind: 'join-requests', data: { ...frame, names, more, link } }
}

function personOf(linkTo: LinkTo, { id, first_name, last_name, role_title }: NotifiedApplicant) {
  return {
    name: shortName(first_name, last_name),
    jobTitle: role_title,
    link: linkTo(`/admin/applicants?tab=all&applicant=${id}`),
  }
}

/** The list of applicants, filtered by the job when there is only one. */
function listLink(linkTo: LinkTo, applicants: readonly NotifiedApplicant[]): string {
  const jobs = new Set(applicants.map(({ role_id }) => role_id))
  const [job] = jobs
  return linkTo(`/admin/applicants${jobs.size === 1 ? `?position=${job}` : ''}`)
}
