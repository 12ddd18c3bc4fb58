// An owner confirms the notices of a breach; the worker moves them to the outbox in small batches.
import { randomUUID } from 'node:crypto'
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import {
  headingOfPart,
  missingParts,
  UNKNOWN_PEOPLE_MAX,
  type Breach,
  type BreachView,
} from '#domain/incidents/breaches.ts'
import { breachListUses, rateLimited, YOUNG_ORGANIZATION_DAYS } from '#domain/limits.ts'
import { AppError } from '#domain/errors.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { numberText } from '#domain/texts/formats.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import {
  countNotices,
  countPeople,
  countUnknownPeople,
  findBreach,
  insertNotices,
  listSendingBreaches,
  listWaitingNotices,
  updateBreachFinished,
  updateNotice,
} from '#data/incidents/breaches.ts'
import type { WholeTx } from '#data/database.ts'
import { findIncidentForUpdate, updateAffectedUsers } from '#data/incidents/incidents.ts'
import { insertMails } from '#data/mails/mails.ts'
import { findMember } from '#data/organizations/members.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'
import { viewBreach } from './read-incidents.ts'

/** `people` is the number shown to the owner; when it has changed, nothing is sent. Throws AppError breach.*, incidents.*. */
export async function confirmBreachNotices(
  deps: Deps,
  actor: Actor | undefined,
  incidentId: string,
  people: number,
): Promise<BreachView> {
  const { organizationId, userId } = approvedOwner(actor)
  // Before the transaction: the organization's database role cannot count uses, and the embedded engine has one connection.
  const uses = (await hasStrangers(deps, organizationId, incidentId))
    ? breachListUses(organizationId)
    : []
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  try {
    return await deps.db.includingRestricted(organizationId, (tx) =>
      confirmNotices(deps, tx, organizationId, { userId, incidentId, people }, uses.length > 0),
    )
  } catch (error) {
    await deleteUses(deps.db.queries, uses)
    throw error
  }
}

const hasStrangers = (deps: Deps, organizationId: OrganizationId, incidentId: string) =>
  deps.db.includingRestricted(organizationId, async (tx) => {
    const breach = await findBreach(tx, organizationId, incidentId)
    if (breach?.audience !== 'list' || breach.confirmed_at) return false
    return (await countUnknownPeople(tx, organizationId, breach)) > 0
  })

async function confirmNotices(
  deps: Deps,
  tx: WholeTx,
  organizationId: OrganizationId,
  { userId, incidentId, people }: { userId: string; incidentId: string; people: number },
  /** A use of the limit for lists with strangers is counted. */
  isCounted: boolean,
): Promise<BreachView> {
  const incident = await findIncidentForUpdate(tx, organizationId, incidentId)
  if (!incident) throw new AppError('incidents.missing')
  if (incident.withdrawn_at) throw new AppError('incidents.withdrawnAlready')
  const breach = await findBreach(tx, organizationId, incidentId)
  if (!breach) throw new AppError('breach.missing')
  if (breach.confirmed_at) throw new AppError('breach.sentAlready')
  const missing = missingParts(breach)
  if (missing.length > 0) {
    const parts = missing.map((name) => headingOfPart(name)).join(', ')
    throw new AppError('breach.partsMissing', { values: { parts } })
  }
  const changed = (now: number) =>
    new AppError(now === 0 ? 'breach.nobody' : 'breach.peopleChanged', {
      values: { people: numberText(now) },
    })
  const now = await countPeople(tx, organizationId, breach)
  if (now !== people) throw changed(now)
  const hasUnknown =
    breach.audience === 'list' && (await allowsStrangers(deps, tx, organizationId, userId, breach))
  // The list has changed since its use was counted.
  if (hasUnknown && !isCounted) throw changed(now)
  const count = await insertNotices(tx, organizationId, breach, userId)
  if (count === undefined) throw new AppError('breach.sentAlready')
  // An applicant was added or removed between the two statements.
  if (count !== people) throw changed(count)
  await insertAuditEvent(tx, organizationId, {
    actor_id: userId,
    action: 'breach.notices_confirmed',
    resource_type: 'security_incident',
    resource_id: incidentId,
    details: { people, audience: breach.audience },
  })
  await updateAffectedUsers(tx, organizationId, incidentId, people)
  return viewBreach(tx, organizationId, incidentId)
}

/**
 * Whether the list has strangers, who may be told. A list names anyone whom the owner writes down: without this, an account that nobody has
 * confirmed could write to the whole world. Applicants and people who confirmed their address are told without a limit.
 */
async function allowsStrangers(
  deps: Deps,
  tx: WholeTx,
  organizationId: OrganizationId,
  userId: string,
  breach: Breach,
): Promise<boolean> {
  const unknown = await countUnknownPeople(tx, organizationId, breach)
  if (unknown === 0) return false
  const owner = await findMember(tx, organizationId, userId)
  if (!owner?.email_verified) throw new AppError('breach.addressUnconfirmed')
  const now = deps.clock.now()
  const organization = await findOrganization(tx, organizationId)
  const age = now.getTime() - Date.parse(organization?.created_at ?? now.toISOString())
  const isYoung = age < YOUNG_ORGANIZATION_DAYS * 86_400_000
  const most = UNKNOWN_PEOPLE_MAX[isYoung ? 'young' : 'later']
  if (unknown > most) {
    throw new AppError('breach.tooManyUnknown', {
      values: { unknown: numberText(unknown), most: numberText(most) },
    })
  }
  return true
}

/** Notices in the outbox at the same time: few, so that codes and other mails do not wait behind them. */
const MAX_QUEUED = 50

/** Queues the next notices of every breach in progress. Returns how many; 0 when there is nothing to do now. */
export async function queueBreachNotices(deps: Deps): Promise<number> {
  let total = 0
  for (const { organization_id, incident_id } of await listSendingBreaches(deps.db.queries)) {
    total += await deps.db.includingRestricted(organization_id, (tx) =>
      queueSome(deps, tx, organization_id, incident_id),
    )
  }
  return total
}

async function queueSome(
  deps: Deps,
  tx: WholeTx,
  organizationId: OrganizationId,
  incidentId: string,
) {
  const progress = await countNotices(tx, organizationId, incidentId)
  const room = MAX_QUEUED - progress.queued
  if (progress.waiting === 0 && progress.queued === 0) {
    const { sent, failed, removed } = progress
    if (await updateBreachFinished(tx, organizationId, incidentId, sent)) {
      await insertAuditEvent(tx, organizationId, {
        actor_id: null,
        action: 'breach.notices_sent',
        resource_type: 'security_incident',
        resource_id: incidentId,
        details: { sent, failed, removed },
      })
    }
    return 0
  }
  if (progress.waiting === 0 || room <= 0) return 0
  const breach = await findBreach(tx, organizationId, incidentId)
  const organization = await findOrganization(tx, organizationId)
  if (!breach || !organization) return 0
  const data: MailViews['breach-notice'] = {
    shopName: organization.name,
    notice_happened: breach.notice_happened,
    notice_when: breach.notice_when,
    notice_data: breach.notice_data,
    notice_measures: breach.notice_measures,
    notice_advice: breach.notice_advice,
    notice_contact: breach.notice_contact,
  }
  const notices = await listWaitingNotices(tx, organizationId, incidentId, room)
  const mails = []
  for (const notice of notices) {
    if (!notice.is_there) {
      await updateNotice(tx, organizationId, notice.id, { state: 'removed' })
      continue
    }
    const id = randomUUID()
    await updateNotice(tx, organizationId, notice.id, { state: 'queued', mail_id: id })
    mails.push({
      id,
      organization_id: organizationId,
      kind: 'breach-notice' as const,
      recipient: notice.recipient,
      sender_name: senderName(organization.name),
      data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
      language: notice.language,
    })
  }
  await insertMails(tx, mails)
  return notices.length
}
