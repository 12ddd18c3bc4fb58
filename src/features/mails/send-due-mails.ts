// Sends what waits in the outbox, and says when to look again.
import { mailBrandOf, type MailView } from '#domain/mails/mails.ts'
import { findQueuedMailLocked, updateMailDropped } from '#data/applicants/applicant-mails.ts'
import {
  deleteMail,
  findNextMailDelay,
  insertLocalMail,
  listLocalMails,
  updateDueMails,
  updateMailFailed,
  updateMailSent,
  updateWaitingMailsFailed,
  type LocalMail,
  type WaitingMail,
} from '#data/mails/mails.ts'
import { findMailedPerson } from '#data/mails/notifications.ts'
import { deleteUnsentVerification } from '#data/verification/verification.ts'
import { findBrand } from '#data/organizations/organizations.ts'
import { AddressRefused } from '#gateways/mails/mail.ts'
import type { Deps } from '../deps.ts'
import { isNotification, sendNotification } from './send-notification.ts'

/** Seconds before the second, third, … attempt; after the last one the mail is given up. About a day in all. */
const RETRY_SECONDS = [10, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600]
const AT_ONCE = 5
const LOOK_AGAIN_SECONDS = 3600
/** Longer than the slowest delivery: a mail taken by a process that died is free again after this. */
const LEASE_SECONDS = 60

/** Resolves when nothing is due; with the seconds until something will be, or undefined when nothing waits. */
export async function sendDueMails(deps: Deps): Promise<number | undefined> {
  if (!deps.mailServer && deps.isPublic) return keepMails(deps)
  for (;;) {
    const mails = await updateDueMails(deps.db.queries, AT_ONCE, LEASE_SECONDS)
    if (mails.length === 0) return findNextMailDelay(deps.db.queries)
    await Promise.all(mails.map((mail) => send(deps, mail)))
  }
}

/**
 * No mail server is set, and the local mailbox is for people at this machine only: what waits stays encrypted. It is given
 * up after the time a mail is tried for, because a code or a link that comes days later helps nobody.
 */
async function keepMails(deps: Deps): Promise<number | undefined> {
  const seconds = RETRY_SECONDS.reduce((sum, each) => sum + each)
  await updateWaitingMailsFailed(deps.db.queries, seconds, 'No mail server is set (SMTP_URL)')
  const waits = (await findNextMailDelay(deps.db.queries)) !== undefined
  return waits ? LOOK_AGAIN_SECONDS : undefined
}

async function send(deps: Deps, mail: WaitingMail): Promise<void> {
  try {
    // Its last try was counted and never ended: whoever made it died of it.
    if (mail.attempts > RETRY_SECONDS.length + 1) throw new Error('No try came to an end')
    if (mail.attempts > 1 && !(await isStillWanted(deps, mail))) {
      await deleteMail(deps.db.queries, mail.id)
      return
    }
    if (isNotification(mail)) return await sendNotification(deps, mail)
    if (!(await isDecisionRight(deps, mail))) {
      await deleteMail(deps.db.queries, mail.id)
      return
    }
    const data: unknown = JSON.parse(deps.secrets.decrypt(mail.data_sealed))
    // Only this program writes the outbox, and seals what it writes.
    const brand = mailBrandOf(await findBrand(deps.db.queries, mail.organization_id), deps.appUrl)
    const content = deps.renderMail({ kind: mail.kind, data } as MailView, brand)
    if (deps.mailServer) {
      await deps.mailServer.send({
        id: mail.id,
        to: mail.recipient,
        senderName: mail.sender_name,
        replyTo: mail.reply_to,
        content,
      })
    } else {
      await insertLocalMail(deps.db.queries, { id: mail.id, recipient: mail.recipient, ...content })
    }
    await updateMailSent(deps.db.queries, mail.id)
  } catch (error) {
    const isRefused = error instanceof AddressRefused
    const retry = isRefused ? null : (RETRY_SECONDS[mail.attempts - 1] ?? null)
    const details = { mail: mail.id, attempt: mail.attempts, retry }
    if (!deps.warnOfOutside(error, 'mail not sent', details)) {
      deps.log.warn({ ...details, err: error }, 'mail not sent')
    }
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await updateMailFailed(deps.db.queries, mail.id, reason, retry, isRefused)
    // Owners may have to be told.
    if (retry === null) deps.wakeMails()
    if (retry === null && mail.kind === 'verification') {
      await deleteUnsentVerification(deps.db.queries, mail.id)
    }
  }
}

/** Hours can pass between two tries: what staff wrote about a status is judged anew before each. */
function isStillWanted(deps: Deps, { id, kind, organization_id }: WaitingMail): Promise<boolean> {
  if (kind !== 'status-update' || organization_id === null) return Promise.resolve(true)
  return deps.db.forOrganization(organization_id, async (tx) => {
    const mail = await findQueuedMailLocked(tx, organization_id, id)
    if (!mail?.refused) return true
    await updateMailDropped(tx, organization_id, id, mail.refused)
    return false
  })
}

/** What an owner decided about somebody is told them only while it holds, and only at an address that is theirs. */
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
