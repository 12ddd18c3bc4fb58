// Breach records, and the notices to the people concerned.
import { fullNameOf } from '../full-name.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql, type RawBuilder } from 'kysely'
import type {
  Audience,
  AuthorityNotifiedInput,
  Breach,
  BreachEditInput,
  BreachProgress,
  Notice,
} from '#domain/incidents/breaches.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx, WholeTx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export async function insertBreach(
  db: Queries,
  organizationId: OrganizationId,
  breach: Notice & {
    incident_id: string
    aware_at: string
    deadline_at: string
    authority_text: string
    audience: Audience
  },
): Promise<void> {
  await db
    .insertInto('breach_records')
    .values({ organization_id: organizationId, ...breach })
    .execute()
}

export function findBreach(
  db: Queries,
  organizationId: OrganizationId,
  incidentId: string,
): Promise<Breach | undefined> {
  return db
    .selectFrom('breach_records as breach')
    .leftJoin('profiles as owner', (join) =>
      join
        .onRef('owner.id', '=', 'breach.confirmed_by')
        .on(inOrganization(organizationId, 'owner.organization_id')),
    )
    .select([
      'breach.incident_id',
      'breach.aware_at',
      'breach.deadline_at',
      'breach.authority_text',
      'breach.authority_told_at',
      'breach.authority_reference',
      'breach.notice_happened',
      'breach.notice_when',
      'breach.notice_data',
      'breach.notice_measures',
      'breach.notice_advice',
      'breach.notice_contact',
      'breach.audience',
      sql<string | null>`to_char(breach.audience_since, 'YYYY-MM-DD')`.as('audience_since'),
      'breach.audience_list',
      'breach.confirmed_at',
      'breach.recipients_count',
      'breach.finished_at',
      'breach.sent_count',
      fullNameOf('owner').as('confirmed_by_name'),
    ])
    .where(inOrganization(organizationId, 'breach.organization_id'))
    .where('breach.incident_id', '=', incidentId)
    .executeTakeFirst()
}

/** False when it was deleted, or its notices are confirmed and its text can no longer change. */
export async function updateBreach(
  db: Queries,
  organizationId: OrganizationId,
  incidentId: string,
  changes: BreachEditInput,
): Promise<boolean> {
  const { authority_text, ...notice } = changes
  let update = db
    .updateTable('breach_records')
    .set(changes)
    .where(inOrganization(organizationId))
    .where('incident_id', '=', incidentId)
  if (Object.keys(notice).length > 0) update = update.where('confirmed_at', 'is', null)
  if (authority_text !== undefined) update = update.where('authority_told_at', 'is', null)
  return (await update.returning('incident_id').executeTakeFirst()) !== undefined
}

/** Once: false when it was already marked. */
export async function updateAuthorityNotified(
  db: Queries,
  organizationId: OrganizationId,
  incidentId: string,
  input: AuthorityNotifiedInput,
): Promise<boolean> {
  const updated = await db
    .updateTable('breach_records')
    .set(input)
    .where(inOrganization(organizationId))
    .where('incident_id', '=', incidentId)
    .where('authority_told_at', 'is', null)
    .returning('incident_id')
    .executeTakeFirst()
  return updated !== undefined
}

type Chosen = Pick<Breach, 'audience' | 'audience_since' | 'audience_list'>

/** An address in the list of recipients of one breach, where it stays when the notice has left. */
const digestOf = (incidentId: RawBuilder<unknown>, email: RawBuilder<unknown>) =>
  sql`sha256(convert_to(${incidentId} || ' ' || ${email}, 'UTF8'))`

/** Each address once, however many applications it has. People whose data is restricted are notified too. */
const people = (organizationId: OrganizationId, chosen: Chosen) =>
  chosen.audience === 'list'
    ? sql`select distinct lower(address) as email from unnest(${chosen.audience_list}::text[]) as address`
    : sql`select distinct sort_email as email from applicants
        where ${inOrganization(organizationId)}
          and created_at >= ${chosen.audience === 'since' ? (chosen.audience_since ?? 'infinity') : '-infinity'}::timestamptz`

export async function countPeople(
  db: WholeTx,
  organizationId: OrganizationId,
  chosen: Chosen,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${people(organizationId, chosen)}) as people`.execute(db)
  return rows[0]?.count ?? 0
}

/** Those of them who have neither applied to this organization nor confirmed their address for it. */
export async function countUnknownPeople(
  db: WholeTx,
  organizationId: OrganizationId,
  chosen: Chosen,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${people(organizationId, chosen)}) as people
    where not exists (
      select from applicants where ${inOrganization(organizationId)} and applicants.sort_email = people.email
    ) and not exists (
      select from email_verifications
      where ${inOrganization(organizationId)} and verified and email_verifications.email = people.email
    )`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * An owner confirms the notices: inserts one for each person. Returns how many; undefined when they were already
 * confirmed.
 */
export async function insertNotices(
  tx: WholeTx,
  organizationId: OrganizationId,
  breach: Chosen & { incident_id: string },
  confirmedBy: string,
): Promise<number | undefined> {
  const confirmed = await tx
    .updateTable('breach_records')
    .set({ confirmed_by: confirmedBy, confirmed_at: sql<string>`now()` })
    .where(inOrganization(organizationId))
    .where('incident_id', '=', breach.incident_id)
    .where('confirmed_at', 'is', null)
    .returning('incident_id')
    .executeTakeFirst()
  if (!confirmed) return undefined
  const { numAffectedRows } = await sql`
    insert into breach_notices (organization_id, incident_id, recipient, recipient_digest)
    select ${organizationId}::uuid, ${breach.incident_id}::uuid, email,
      ${digestOf(sql`${breach.incident_id}::text`, sql`email`)}
    from (${people(organizationId, breach)}) as people
    on conflict do nothing`.execute(tx)
  recordQueued(tx, 'queue-mails')
  const count = Number(numAffectedRows ?? 0)
  await tx
    .updateTable('breach_records')
    .set({ recipients_count: count })
    .where(inOrganization(organizationId))
    .where('incident_id', '=', breach.incident_id)
    .execute()
  return count
}

export type OwnBreach = Notice & { incident_id: string; confirmed_at: string }

/** What this applicant was written about, newest first: found by the digest of the address, which stays in the list of recipients. */
export async function listBreachesOf(
  tx: WholeTx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<OwnBreach[]> {
  const { rows } = await sql<OwnBreach>`
    select breach.incident_id, breach.confirmed_at, notice_happened, notice_when, notice_data, notice_measures,
      notice_advice, notice_contact
    from breach_records as breach
    join applicants on ${inOrganization(organizationId, 'applicants.organization_id')}
      and applicants.id = ${applicantId}
    join breach_notices as notice on notice.incident_id = breach.incident_id
      and notice.recipient_digest = ${digestOf(sql`breach.incident_id::text`, sql`applicants.sort_email`)}
    where ${inOrganization(organizationId, 'breach.organization_id')}
      and ${inOrganization(organizationId, 'notice.organization_id')}
      and breach.confirmed_at is not null and notice.state <> 'removed'
    order by breach.confirmed_at desc`.execute(tx)
  return rows
}

/** Breaches with notices in progress, of every organization. */
export function listSendingBreaches(
  db: Queries,
): Promise<{ organization_id: OrganizationId; incident_id: string }[]> {
  return db
    .selectFrom('breach_records')
    .select(['organization_id', 'incident_id'])
    .where('confirmed_at', 'is not', null)
    .where('finished_at', 'is', null)
    .execute()
}

export type WaitingNotice = {
  id: string
  recipient: string
  is_there: boolean
  /** The language of their newest application. */
  language: string | null
}

/** Some waiting notices, locked until the transaction ends. Skips applicants who were removed meanwhile. */
export async function listWaitingNotices(
  tx: WholeTx,
  organizationId: OrganizationId,
  incidentId: string,
  limit: number,
): Promise<WaitingNotice[]> {
  const { rows } = await sql<WaitingNotice>`
    select notice.id, notice.recipient,
      (select language from applicants
       where ${inOrganization(organizationId, 'applicants.organization_id')} and sort_email = notice.recipient
       order by created_at desc limit 1) as language,
      breach.audience = 'list' or exists (
        select from applicants
        where ${inOrganization(organizationId, 'applicants.organization_id')} and sort_email = notice.recipient
      ) as is_there
    from breach_notices as notice join breach_records as breach using (incident_id)
    where ${inOrganization(organizationId, 'notice.organization_id')}
      and notice.incident_id = ${incidentId} and notice.state = 'waiting' and notice.recipient is not null
    order by notice.id
    limit ${limit}
    for update of notice skip locked`.execute(tx)
  return rows
}

/** The mail is in the outbox, or there is no recipient any more; in both cases the address is deleted here. */
export async function updateNotice(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
  values: { state: 'queued'; mail_id: string } | { state: 'removed' },
): Promise<void> {
  await tx
    .updateTable('breach_notices')
    .set({ ...values, recipient: null })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

/** A queued notice whose mail is missing from the outbox was deleted with its person. */
export async function countNotices(
  db: Queries,
  organizationId: OrganizationId,
  incidentId: string,
): Promise<BreachProgress> {
  const { rows } = await sql<BreachProgress>`
    select
      count(*) filter (where notice.state = 'waiting')::int as waiting,
      count(*) filter (where notice.state = 'queued' and mail.state = 'waiting')::int as queued,
      count(*) filter (where notice.state = 'queued' and mail.state = 'sent')::int as sent,
      count(*) filter (where notice.state = 'queued' and mail.state = 'failed')::int as failed,
      count(*) filter (where notice.state = 'removed' or (notice.state = 'queued' and mail.id is null))::int as removed
    from breach_notices as notice left join mail_outbox as mail on mail.id = notice.mail_id
    where ${inOrganization(organizationId, 'notice.organization_id')} and notice.incident_id = ${incidentId}`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, queued: 0, sent: 0, failed: 0, removed: 0 }
}

/** Once: false when another worker was first. */
export async function updateBreachFinished(
  tx: Tx,
  organizationId: OrganizationId,
  incidentId: string,
  sent: number,
): Promise<boolean> {
  const updated = await tx
    .updateTable('breach_records')
    .set({ finished_at: sql<string>`now()`, sent_count: sent })
    .where(inOrganization(organizationId))
    .where('incident_id', '=', incidentId)
    .where('finished_at', 'is', null)
    .returning('incident_id')
    .executeTakeFirst()
  return updated !== undefined
}
