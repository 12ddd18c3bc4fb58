// Sends one mail of the outbox, or gives it up after the last attempt.
import type { LeasedTask, TaskOutcome } from '#domain/tasks/tasks.ts'
import {
  applicantMails,
  LIMITED_RANK,
  mailBrandOf,
  mailKinds,
  type MailView,
  type RenderedMail,
} from '#domain/mails/mails.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { inLocale, type Language } from '#domain/texts/locale.ts'
import type { Tx } from '#data/database.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
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
  updateMailSent,
  updateWaitingMailsFailed,
  type LocalMail,
  type WaitingMail,
} from '#data/mails/mails.ts'
import { deleteUnsentVerification } from '#data/verification/verification.ts'
import { findBrand } from '#data/organizations/organizations.ts'
import { findLinkedById, findLinkedByMail } from '#data/rights/applicant-pages.ts'
import { newPageLink } from '#gateways/rights/page-links.ts'
import { AddressRefused, type MailServer } from '#gateways/mails/mail.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'
import type { OrganizationMail, SendingRule } from './kinds/sending-rule.ts'
import { sendingRuleOf } from './kinds/sending-rules.ts'
import { markMailSent } from './mark-mail-sent.ts'

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

type Sending = { mail: WaitingMail; rule: SendingRule<object>; data: object }
const isOfOrganization = (mail: WaitingMail): mail is OrganizationMail =>
  mail.organization_id !== null

async function send(deps: Deps, mail: WaitingMail, isRetry: boolean): Promise<TaskOutcome | void> {
  const waited = deps.clock.now().getTime() - Date.parse(mail.created_at)
  const isLate = isRetry || waited > LATE_MS
  const rule = isOfOrganization(mail) ? sendingRuleOf(mail.kind) : {}
  const data = JSON.parse(deps.secrets.decrypt(mail.data_sealed)) as object
  const sending = { mail, rule, data }
  if (isOfOrganization(mail) && (await rule.isStillWanted?.(deps, mail, data, isLate)) === false) {
    return deleteMail(deps.db.queries, mail.id)
  }
  return withinAddressLimit(deps, sending, () =>
    withinLimits(deps, mail, () => deliver(deps, sending)),
  )
}

async function withinAddressLimit(
  deps: Deps,
  { mail, rule }: Sending,
  deliverIt: () => Promise<TaskOutcome | void>,
): Promise<TaskOutcome | void> {
  const uses = isOfOrganization(mail) ? rule.addressUses?.(mail) : undefined
  if (!uses) return deliverIt()
  const over = await insertUses(deps.db.queries, uses)
  if (over) {
    const seconds = Math.ceil((over.until.getTime() - Date.now()) / 1000)
    return { seconds: Math.max(seconds, 1), isPostponed: true }
  }
  let isSent = false
  try {
    const outcome = await deliverIt()
    isSent = outcome === undefined
    return outcome
  } finally {
    if (!isSent) await deleteUses(deps.db.queries, uses)
  }
}

async function deliver(deps: Deps, sending: Sending): Promise<void> {
  const { mail, rule } = sending
  const { mailServer } = deps
  const isSent = mailServer
    ? await sendBy(mailServer, deps, sending)
    : await keepLocally(deps, sending)
  if (!isSent) return deleteMail(deps.db.queries, mail.id)
  deps.metrics?.countMail('sent')
  if (isOfOrganization(mail)) await rule.onOutcome?.(deps, mail)
}

/** False when there is nothing to send. A mail that a mail server accepted cannot be recalled. */
async function sendBy(mailServer: MailServer, deps: Deps, sending: Sending): Promise<boolean> {
  const { mail } = sending
  const view = await viewOf(deps, sending)
  if (!view) return false
  await mailServer.send({
    id: mail.id,
    to: mail.recipient,
    senderName: mail.sender_name,
    replyTo: mail.reply_to,
    content: await render(deps, sending, view),
    ...('unsubscribeLink' in view.data && { unsubscribeLink: view.data.unsubscribeLink }),
  })
  await markMailSent(deps, mail.id)
  return true
}

/** A mail that is composed now is kept in the same transaction, so that no copy contains a person who is erased at that moment. */
async function keepLocally(deps: Deps, sending: Sending): Promise<boolean> {
  const { mail, rule } = sending
  const { id, recipient } = mail
  const contentIn = async (tx?: Tx) => {
    const view = await viewOf(deps, sending, tx)
    return view && render(deps, sending, view)
  }
  const ready = rule.compose ? undefined : await contentIn()
  return deps.db.transaction(async (tx) => {
    const content = ready ?? (await contentIn(tx))
    if (!content) return false
    await insertLocalMail(tx, { id, recipient, ...content })
    await updateMailSent(tx, id)
    return true
  })
}

async function viewOf(
  deps: Deps,
  { mail, rule, data }: Sending,
  tx?: Tx,
): Promise<MailView | undefined> {
  if (rule.compose && isOfOrganization(mail)) {
    const composeIn = async (own: Tx) => rule.compose?.(deps, own, mail, data)
    return tx ? composeIn(tx) : deps.db.forOrganization(mail.organization_id, composeIn)
  }
  // Trusted: only this program writes and encrypts the outbox.
  return { kind: mail.kind, data: await withPage(deps, mail, data) } as MailView
}

async function render(deps: Deps, { mail, rule }: Sending, view: MailView): Promise<RenderedMail> {
  if (rule.compose) return deps.renderMail(view)
  const brand = await findBrand(deps.db.queries, mail.organization_id)
  return deps.renderMail(view, mailBrandOf(brand, deps.appUrl))
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
  if (mail && isOfOrganization(mail)) await sendingRuleOf(mail.kind).onOutcome?.(deps, mail)
  await deleteUnsentVerification(deps.db.queries, key)
}

/** The link is made when the mail is sent: it ends a while after it arrives, and links that the applicant ended stay so. */
async function withPage(
  deps: Deps,
  { id, kind, organization_id }: WaitingMail,
  data: object,
): Promise<object> {
  if (!mailKinds[kind].isLinkedToPage || organization_id === null) return data
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

/** The local mailbox, newest first. */
export const readMailbox = (deps: Deps): Promise<LocalMail[]> =>
  listLocalMails(deps.db.queries, 200)
