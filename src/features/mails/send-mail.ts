// Sends one mail of the outbox, or gives it up after the last attempt.
import type { LeasedTask, TaskOutcome } from '#domain/tasks/tasks.ts'
import {
  applicantMails,
  isLinkedToPage,
  LIMITED_RANK,
  mailBrandOf,
  type MailView,
  type MailViews,
} from '#domain/mails/mails.ts'
import { invitedAddressUses } from '#domain/limits.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { inLocale, type Language } from '#domain/texts/locale.ts'
import {
  findIsQueued,
  findMailedApplicant,
  findQueuedMailLocked,
  updateMailDropped,
} from '#data/applicants/due-mails.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import {
  updateMailCount,
  updateMailsPostponed,
  updateMailUncounted,
} from '#data/mails/mail-counts.ts'
import {
  deleteMail,
  findWaitingMail,
  insertLocalMail,
  listLocalMails,
  updateMailFailed,
  updateWaitingMailsFailed,
  type LocalMail,
  type WaitingMail,
} from '#data/mails/mails.ts'
import { findMailedPerson } from '#data/mails/notifications.ts'
import { deleteUnsentVerification } from '#data/verification/verification.ts'
import { findBrand } from '#data/organizations/organizations.ts'
import { findLinkedById, findLinkedByMail } from '#data/rights/applicant-pages.ts'
import { findIsKeepQuestionOpen } from '#data/rights/keep-questions.ts'
import {
  findInvitationKey,
  findInvitedJob,
  listAppliedAddresses,
  listInvitations,
} from '#data/store/job-invitations.ts'
import { openInvitationKey } from '#gateways/store/invitation-keys.ts'
import { newPageLink } from '#gateways/rights/page-links.ts'
import { AddressRefused } from '#gateways/mails/mail.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'
import { markMailSent } from './mark-mail-sent.ts'
import { isNotification, sendNotification } from './send-notification.ts'

type Task = Pick<LeasedTask, 'key' | 'attempts'>

/** Seconds before the second, third, … attempt; after the last one the mail is given up. About a day in all. */
export const MAIL_RETRY_SECONDS = [10, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600]
const LOOK_AGAIN_SECONDS = 3600
/** A mail that waited for longer may be wrong by now. */
const LATE_MS = 60_000

/**
 * Without a mail server, and with the local mailbox for this machine only, waiting mails stay encrypted. Gives them up
 * after the time that a mail is retried for: after days a code or link is useless.
 */
export async function pauseMails(deps: Deps): Promise<number | undefined> {
  if (deps.mailServer || !deps.isPublic) return undefined
  const seconds = MAIL_RETRY_SECONDS.reduce((sum, each) => sum + each)
  const time = await believedTime(deps)
  const reason = 'No mail server is set (SMTP_URL)'
  if (time) await updateWaitingMailsFailed(deps.db.queries, time.ago(seconds), reason)
  return LOOK_AGAIN_SECONDS
}

/** Does nothing when the mail was canceled or its applicant erased. */
export async function sendMail(deps: Deps, task: Task): Promise<TaskOutcome | void> {
  const mail = await findWaitingMail(deps.db.queries, task.key)
  if (mail) return inLocale(localeOf(mail), () => send(deps, mail, task.attempts > 1))
}

/** Applicants are written to in the language of their application, staff in that of their account. */
function localeOf({ kind, ...mail }: WaitingMail): Language {
  const account = applicantMails.includes(kind) ? null : mail.account_language
  return storedLanguage(account, mail.language, mail.organization_language)
}

async function send(deps: Deps, mail: WaitingMail, isRetry: boolean): Promise<TaskOutcome | void> {
  const waited = deps.clock.now().getTime() - Date.parse(mail.created_at)
  const isLate = isRetry || waited > LATE_MS
  if (isLate && !(await isStillWanted(deps, mail))) return deleteMail(deps.db.queries, mail.id)
  if (!(await isQuestionOpen(deps, mail))) return deleteMail(deps.db.queries, mail.id)
  if (!(await isDecisionRight(deps, mail))) return deleteMail(deps.db.queries, mail.id)
  if (!(await isInvitationWanted(deps, mail))) return deleteMail(deps.db.queries, mail.id)
  return withinAddressLimit(deps, mail, () =>
    withinLimits(deps, mail, () => {
      if (isNotification(mail)) return sendNotification(deps, mail)
      return deliver(deps, mail)
    }),
  )
}

/** The rest waits, so that a shop does not learn from its numbers that others have invited the same person. */
async function withinAddressLimit(
  deps: Deps,
  { kind, recipient }: WaitingMail,
  send: () => Promise<TaskOutcome | void>,
): Promise<TaskOutcome | void> {
  if (kind !== 'job-invitation') return send()
  const uses = invitedAddressUses(recipient)
  const over = await insertUses(deps.db.queries, uses)
  if (over) {
    const seconds = Math.ceil((over.until.getTime() - Date.now()) / 1000)
    return { seconds: Math.max(seconds, 1), isPostponed: true }
  }
  let isSent = false
  try {
    const outcome = await send()
    isSent = outcome === undefined
    return outcome
  } finally {
    if (!isSent) await deleteUses(deps.db.queries, uses)
  }
}

async function deliver(deps: Deps, mail: WaitingMail): Promise<void> {
  const data = await withPage(deps, mail, JSON.parse(deps.secrets.decrypt(mail.data_sealed)))
  // Trusted: only this program writes and encrypts the outbox.
  const brand = mailBrandOf(await findBrand(deps.db.queries, mail.organization_id), deps.appUrl)
  const view = { kind: mail.kind, data } as MailView
  const content = deps.renderMail(view, brand)
  if (deps.mailServer) {
    await deps.mailServer.send({
      id: mail.id,
      to: mail.recipient,
      senderName: mail.sender_name,
      replyTo: mail.reply_to,
      content,
      ...(view.kind === 'job-invitation' && { unsubscribeLink: view.data.unsubscribeLink }),
    })
  } else {
    await insertLocalMail(deps.db.queries, { id: mail.id, recipient: mail.recipient, ...content })
  }
  await markMailSent(deps, mail.id)
  deps.metrics?.countMail('sent')
  await publishOutcome(deps, mail)
}

/** Counts a mail that its organization's limits hold back. Over them it waits, with all others of the organization. */
async function withinLimits(
  deps: Deps,
  { organization_id, rank }: WaitingMail,
  send: () => Promise<void>,
): Promise<TaskOutcome | void> {
  const db = deps.db.queries
  if (organization_id === null || rank < LIMITED_RANK) return send()
  const hour = await updateMailCount(db, organization_id, deps.organizationLimits)
  if (hour === undefined) {
    deps.metrics?.countLimit('mails')
    return { seconds: await updateMailsPostponed(db, organization_id), isPostponed: true }
  }
  try {
    await send()
  } catch (error) {
    await updateMailUncounted(db, organization_id, hour)
    throw error
  }
}

export const isAddressRefused = (error: unknown): boolean => error instanceof AddressRefused

/** Marks the mail as failed where staff see it, and queues a mail to the owners. */
export async function giveUpMail(deps: Deps, { key }: Task, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const mail = await findWaitingMail(deps.db.queries, key)
  await updateMailFailed(deps.db.queries, key, reason, isAddressRefused(error))
  deps.metrics?.countMail('given up')
  if (mail) await publishOutcome(deps, mail)
  await deleteUnsentVerification(deps.db.queries, key)
}

/** Updates open profiles when a status mail was sent or given up. No screen waits for the confirmation of an application. */
async function publishOutcome(deps: Deps, { id, kind, organization_id }: WaitingMail) {
  if (kind !== 'status-update' || organization_id === null) return
  await deps.db.forOrganization(organization_id, async (tx) => {
    const applicantId = await findMailedApplicant(tx, organization_id, id)
    if (!applicantId) return
    await insertLiveEvents(tx, organization_id, 'applicant.updated', [applicantId])
  })
}

/** Hours can pass before a mail is sent: whether a status mail is still true. */
function isStillWanted(deps: Deps, { id, kind, organization_id }: WaitingMail): Promise<boolean> {
  if (kind !== 'status-update' || organization_id === null) return Promise.resolve(true)
  return deps.db.includingRestricted(organization_id, async (tx) => {
    const mail = await findQueuedMailLocked(tx, organization_id, id)
    // Nothing was judged: an attempt dropped it and its process ended before the outbox knew, or a transaction locks it.
    if (!mail) return findIsQueued(tx, organization_id, id)
    if (!mail.refused) return true
    await updateMailDropped(tx, organization_id, id, mail.refused)
    return false
  })
}

/** The recipient may have unsubscribed since the mail was queued. */
async function isQuestionOpen(
  deps: Deps,
  { kind, organization_id, data_sealed }: WaitingMail,
): Promise<boolean> {
  if (kind !== 'keep-question' || organization_id === null) return true
  const { applicantId } = JSON.parse(
    deps.secrets.decrypt(data_sealed),
  ) as MailViews['keep-question']
  if (!applicantId) return true
  return deps.db.forOrganization(organization_id, (tx) =>
    findIsKeepQuestionOpen(tx, organization_id, applicantId),
  )
}

/** Skips recipients who unsubscribed, applied or asked for no contact since, and every invitation to a closed job. */
async function isInvitationWanted(
  deps: Deps,
  { kind, organization_id, recipient, data_sealed }: WaitingMail,
): Promise<boolean> {
  if (kind !== 'job-invitation' || organization_id === null) return true
  const { jobId } = JSON.parse(deps.secrets.decrypt(data_sealed)) as MailViews['job-invitation']
  return deps.db.includingRestricted(organization_id, async (tx) => {
    const encrypted = await findInvitationKey(tx, organization_id)
    if (encrypted === undefined || !(await findInvitedJob(tx, organization_id, jobId))) return false
    const hash = openInvitationKey(deps.secrets, encrypted).hashOf(recipient)
    const [invitation] = await listInvitations(tx, organization_id, [hash])
    const [applied] = await listAppliedAddresses(tx, organization_id, [recipient], jobId)
    // Without a stored invitation the person's data was erased.
    return invitation?.isUnsubscribed === false && !applied?.hasApplied && !applied?.hasDeclined
  })
}

/** The link is made when the mail is sent: it ends a while after it arrives, and links that the applicant ended stay so. */
async function withPage(
  deps: Deps,
  { id, kind, organization_id }: WaitingMail,
  data: object,
): Promise<object> {
  if (!isLinkedToPage(kind) || organization_id === null) return data
  const { applicantId } = data as { applicantId?: string }
  const linked = await deps.db.includingRestricted(organization_id, (tx) =>
    applicantId === undefined
      ? findLinkedByMail(tx, organization_id, id)
      : findLinkedById(tx, organization_id, applicantId),
  )
  if (!linked) return data
  const page = newPageLink(
    { ...deps, now: deps.clock.now() },
    {
      organizationId: organization_id,
      applicantId: linked.id,
      generation: linked.link_generation,
    },
  )
  return { ...data, page }
}

/** A decision about a member is only mailed while it is still true, and only to a verified address. */
async function isDecisionRight(deps: Deps, mail: WaitingMail): Promise<boolean> {
  if (mail.kind !== 'join-approved' && mail.kind !== 'join-declined') return true
  const person = await findMailedPerson(deps.db.queries, mail.recipient)
  if (!person?.email_verified || person.is_banned) return false
  const isIn = person.organization_id === mail.organization_id && person.is_approved
  return isIn === (mail.kind === 'join-approved')
}

/** The local mailbox, newest first. */
export const readMailbox = (deps: Deps): Promise<LocalMail[]> =>
  listLocalMails(deps.db.queries, 200)
