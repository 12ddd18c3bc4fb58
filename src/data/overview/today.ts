// The lists under 'today' on the overview. Each is the beginning of an index.
import { sql } from 'kysely'
import type { ApplicantStatus } from '#domain/applicants/applicants.ts'
import { TODAY_MOST, type PersonToday, type UnsentMail } from '#domain/overview/today.ts'
import { VISIT } from '#domain/overview/visits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Continues a visit, or begins a new one that stores when the previous one ended. Usually writes nothing. */
export async function updateVisit(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  now: Date,
): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db
    .insertInto('visits')
    .values({ organization_id: organizationId, user_id: userId, seen_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'user_id'])
        .doUpdateSet({
          seen_at: now.toISOString(),
          before_at: sql<string | null>`case
            when visits.seen_at < ${before(VISIT.gapMs)}::timestamptz then visits.seen_at
            else visits.before_at end`,
        })
        .where('visits.seen_at', '<', before(VISIT.noteMs)),
    )
    .execute()
}

const person = ['id', 'first_name', 'last_name', 'role_title', 'created_at'] as const

export type Arrivals = {
  /** When this person's previous visit ended; a day ago on their first visit. */
  since: string
  is_first_visit: boolean
  count: number
  people: PersonToday[]
}

type NoPerson = Record<keyof PersonToday, null>

/** Applications since the end of this person's previous visit, newest first, and their number. */
export async function listArrivals(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  now: Date,
): Promise<Arrivals> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const mine = inOrganization(organizationId)
  const { rows } = await sql<Omit<Arrivals, 'people'> & (PersonToday | NoPerson)>`
    with visit as (
      select case when seen_at < ${before(VISIT.gapMs)}::timestamptz then seen_at else before_at end as ended_at
      from visits where ${mine} and user_id = ${userId}
    ), last as (
      select coalesce(max(ended_at), ${before(VISIT.firstMs)}::timestamptz) as since, max(ended_at) is null as is_first_visit
      from visit
    )
    select last.since, last.is_first_visit, counted.count, person.*
    from last
    cross join lateral (
      select count(*)::int as count from applicants where ${mine} and created_at > last.since
    ) as counted
    left join lateral (
      select id, first_name, last_name, role_title, created_at from applicants
      where ${mine} and created_at > last.since
      order by created_at desc
      limit ${sql.lit(TODAY_MOST)}
    ) as person on true
    order by person.created_at desc`.execute(db)
  const [first] = rows
  if (!first) throw new Error('Without a person it is one row')
  const { since, is_first_visit, count } = first
  const people = rows.flatMap(({ id, first_name, last_name, role_title, created_at }) =>
    id === null ? [] : [{ id, first_name, last_name, role_title, created_at }],
  )
  return { since, is_first_visit, count, people }
}

/** Those who applied before a moment and have had no reply, the longest waiting first. */
export function listLongestWaiting(
  db: Queries,
  organizationId: OrganizationId,
  before: Date,
): Promise<PersonToday[]> {
  return (
    db
      .selectFrom('applicants')
      .select(person)
      .where(inOrganization(organizationId))
      // Must match the index's condition exactly.
      .where(sql<boolean>`status = 'applied' and not contacted and withdrawn_at is null`)
      .where('created_at', '<', before.toISOString())
      .orderBy('created_at')
      .limit(TODAY_MOST)
      .execute()
  )
}

/** Mails about a current status that have not been sent, or were given up since a moment; failed ones first. */
export async function listUnsentMails(
  db: Queries,
  organizationId: OrganizationId,
  since: Date,
): Promise<{ count: number; mails: UnsentMail[] }> {
  const { rows } = await sql<UnsentMail & { count: number }>`
    select mail.applicant_id, applicants.first_name, applicants.last_name, mail.kind, mail.send_at,
      case when outbox.state = 'failed' then 'failed' else 'waiting' end as state,
      count(*) over ()::int as count
    from applicant_mails as mail
    join applicants on applicants.organization_id = mail.organization_id and applicants.id = mail.applicant_id
    left join mail_outbox as outbox on outbox.id = mail.id
    where ${inOrganization(organizationId, 'mail.organization_id')} and mail.kind <> 'received'
      and (mail.state = 'held'
        or mail.state = 'queued' and mail.send_at >= ${since.toISOString()} and outbox.state in ('waiting', 'failed'))
      and mail.change_id = (
        select id from applicant_status_history as history
        where ${inOrganization(organizationId, 'history.organization_id')} and history.applicant_id = mail.applicant_id
        order by seq desc limit 1
      )
    order by state, mail.send_at, mail.id
    limit ${TODAY_MOST}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    mails: rows.map((row) => {
      const { count: _, ...mail } = row
      return mail
    }),
  }
}

/** How far back: a change to many applicants at once is many rows. */
const ACTS_READ = 200

export type ActionRow = {
  id: string
  action: string
  resource_type: string
  resource_id: string | null
  details: Record<string, unknown>
  created_at: string
}

/** A person's latest actions, newest first. */
export function listOwnActions(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  actions: readonly string[],
): Promise<ActionRow[]> {
  return (
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('audit_events')
          .select(['id', 'action', 'resource_type', 'resource_id', 'details', 'created_at'])
          .where(inOrganization(organizationId))
          .where('actor_id', '=', userId)
          .orderBy('id', 'desc')
          .limit(ACTS_READ)
          .as('last'),
      )
      .select([
        'id',
        'action',
        'resource_type',
        'resource_id',
        sql<Record<string, unknown>>`details`.as('details'),
        'created_at',
      ])
      // In the outer query, so that a person who has opened thousands of CVs makes no query read through them.
      .where('action', 'in', [...actions])
      .orderBy('id', 'desc')
      .execute()
  )
}

export type NamedIds = Record<'applicant' | 'job' | 'incident', readonly string[]>

/** The current names of these; deleted ones are missing. */
export async function listNames(
  db: Queries,
  organizationId: OrganizationId,
  ids: NamedIds,
): Promise<ReadonlyMap<string, string>> {
  const mine = inOrganization(organizationId)
  const oneOf = (each: readonly string[]) => sql<string>`any(${each}::uuid[])`
  const found = await Promise.all([
    ids.applicant.length === 0
      ? []
      : db
          .selectFrom('applicants')
          .select(['id', sql<string>`full_name(first_name, last_name)`.as('name')])
          .where(mine)
          .where('id', '=', oneOf(ids.applicant))
          .execute(),
    ids.job.length === 0
      ? []
      : db
          .selectFrom('job_posts')
          .select(['id', 'title as name'])
          .where(mine)
          .where('id', '=', oneOf(ids.job))
          .execute(),
    ids.incident.length === 0
      ? []
      : db
          .selectFrom('security_incidents')
          .select(['id', sql<string>`coalesce(nullif(title, ''), 'Untitled incident')`.as('name')])
          .where(mine)
          .where('id', '=', oneOf(ids.incident))
          .execute(),
  ])
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}

export type LastChange = {
  id: string
  applicant_id: string
  to_status: ApplicantStatus
  from_status: ApplicantStatus | null
  undoes: string | null
  batch_id: string | null
  changed_at: string
  changed_by: string | null
}

/** The newest change of each. */
export function listLastChanges(
  db: Queries,
  organizationId: OrganizationId,
  applicantIds: readonly string[],
): Promise<LastChange[]> {
  if (applicantIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('applicant_status_history')
    .select([
      'id',
      'applicant_id',
      'to_status',
      'from_status',
      'undoes',
      'batch_id',
      'changed_at',
      'changed_by',
    ])
    .distinctOn('applicant_id')
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', sql<string>`any(${applicantIds}::uuid[])`)
    .orderBy('applicant_id')
    .orderBy('seq', 'desc')
    .execute()
}
