// The audit log: each event is appended in the transaction of the use case that it records, and hashed into a chain.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { fullNameOf } from '../full-name.ts'
import { sql } from 'kysely'
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import type { AuditDetails, AuditEvent, AuditFilter, ReportedAction } from '#domain/audit/audit.ts'
import type { TimelineAct } from '#domain/applicants/timeline.ts'
import { UUID } from '#domain/uuid.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import type { ChainId } from './audit-tables.ts'
import { inOrganization } from '../organization-filter.ts'
import { listPage, numberKey, type Order, type Page, type PageRequest } from '../paging.ts'

/** IP address and browser are only recorded with security events and with events that clients report, and can be emptied later. */
type NewAuditEvent = {
  actor_id: string | null
  action: AuditAction | ReportedAction
  resource_type: string
  resource_id: string | null
  details?: AuditDetails
  ip_address?: string | null
  user_agent?: string | null
}

/** `details` holds no personal data: the log is kept longer than the people in it. The database adds the row to the chain (docs/decisions/0035). */
export async function insertAuditEvent(
  db: Queries,
  organizationId: OrganizationId | null,
  event: NewAuditEvent,
): Promise<void> {
  await insertAuditEvents(db, organizationId, [event])
}

/** The same for many events, in one statement. */
export async function insertAuditEvents(
  db: Queries,
  organizationId: OrganizationId | null,
  events: readonly NewAuditEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('audit_events')
    .values(
      events.map((event) => ({
        ...event,
        details: JSON.stringify(event.details ?? {}),
        organization_id: organizationId,
      })),
    )
    .execute()
}

/**
 * Events of these kinds by staff about one applicant, newest first; `most` limits them, because a CV may be opened very
 * often.
 */
export function listApplicantActs(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
  acts: readonly TimelineAct[],
  most: number,
): Promise<
  {
    id: string
    act: TimelineAct
    at: string
    by_id: string | null
    by_name: string | null
  }[]
> {
  return db
    .selectFrom('audit_events as event')
    .leftJoin('profiles', 'profiles.id', 'event.actor_id')
    .select([
      'event.id',
      sql<TimelineAct>`event.action`.as('act'),
      'event.created_at as at',
      'event.actor_id as by_id',
      fullNameOf('profiles').as('by_name'),
    ])
    .where(inOrganization(organizationId, 'event.organization_id'))
    .where('event.resource_type', '=', 'applicant')
    .where('event.action', '!=', 'applicant.created')
    .where('event.resource_id', '=', applicantId)
    .where('event.action', 'in', [...acts])
    .orderBy('event.id', 'desc')
    .limit(most)
    .execute()
}

/**
 * Clears the IP address and browser of this person's events, and of failed sign-ins to their account. The events and
 * the chain stay.
 */
export async function updateAuditOriginsEmptied(db: Queries, actorId: string): Promise<void> {
  await db
    .updateTable('audit_events')
    .set({
      ip_address: null,
      user_agent: null,
      origin_salt: null,
      network_hash: null,
      browser_hash: null,
    })
    .where((eb) =>
      eb.or([
        eb('actor_id', '=', actorId),
        eb.and([eb('resource_type', '=', 'user'), eb('resource_id', '=', actorId)]),
      ]),
    )
    .where('origin_digest', 'is not', null)
    .execute()
}

/** Events of every organization, oldest first, whose address or browser is still readable. */
export function listOldAuditOrigins(
  db: Queries,
  before: Cutoff,
  most: number,
): Promise<{ id: string; ip_address: string | null; user_agent: string | null }[]> {
  return db
    .selectFrom('audit_events')
    .select(['id', 'ip_address', 'user_agent'])
    .where('created_at', '<', before.toISOString())
    .where((eb) => eb.or([eb('ip_address', 'is not', null), eb('user_agent', 'is not', null)]))
    .orderBy('created_at')
    .limit(most)
    .execute()
}

/** Replaces address and browser with keyed hashes; the chain stays valid, as when they are cleared. */
export async function updateAuditOriginsHashed(
  db: Queries,
  origins: readonly { id: string; network_hash: string | null; browser_hash: string | null }[],
): Promise<void> {
  await sql`
    update audit_events
    set ip_address = null, user_agent = null, origin_salt = null,
      network_hash = hashed.network_hash, browser_hash = hashed.browser_hash
    from unnest(${origins.map(({ id }) => id)}::bigint[],
      ${origins.map(({ network_hash }) => network_hash)}::text[],
      ${origins.map(({ browser_hash }) => browser_hash)}::text[]) as hashed (id, network_hash, browser_hash)
    where audit_events.id = hashed.id`.execute(db)
}

const newestFirst: Order = {
  name: '-id',
  keys: [numberKey(sql.ref('event.id'), { pattern: /^\d{1,18}$/, type: 'bigint' })],
  isDown: true,
}

/**
 * One page of an organization's log, newest first; names only of current members, and of applicants who are not
 * deleted.
 */
export async function listAuditEvents(
  db: Queries,
  organizationId: OrganizationId,
  filter: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditEvent>> {
  let query = db
    .selectFrom('audit_events as event')
    .leftJoin('profiles as actor', (join) =>
      join
        .onRef('actor.id', '=', 'event.actor_id')
        .on(inOrganization(organizationId, 'actor.organization_id')),
    )
    .select([
      'event.id',
      'event.place',
      'event.action',
      'event.resource_type',
      'event.resource_id',
      sql<AuditDetails>`event.details`.as('details'),
      'event.ip_address',
      'event.user_agent',
      'event.network_hash',
      'event.browser_hash',
      'event.actor_id',
      fullNameOf('actor').as('actor_name'),
      sql<
        string | null
      >`case when event.resource_type = 'applicant' and event.resource_id ~* ${UUID.source} then (
        select ${fullNameOf('applicants')} from applicants
        where ${inOrganization(organizationId, 'applicants.organization_id')}
          and applicants.id = event.resource_id::uuid
      ) end`.as('applicant_name'),
      sql<
        string | null
      >`case when event.resource_type = 'user' and event.resource_id ~* ${UUID.source} then (
        select ${fullNameOf('account')} from profiles as account
        where ${inOrganization(organizationId, 'account.organization_id')}
          and account.id = event.resource_id::uuid
      ) end`.as('account_name'),
      'event.created_at',
    ])
    .where(inOrganization(organizationId, 'event.organization_id'))
  const { action, person, resource, from, to } = filter
  if (action) {
    // 'applicant' matches every action with this prefix, 'applicant.moved' only the one. Compared by bytes as in the
    // index: '/' follows '.'.
    const name = sql<string>`event.action collate "C"`
    query = query.where((eb) =>
      eb.or([
        eb(name, '=', action),
        eb.and([eb(name, '>=', `${action}.`), eb(name, '<', `${action}/`)]),
      ]),
    )
  }
  if (person) query = query.where('event.actor_id', '=', person)
  if (resource) {
    query = query.where((eb) =>
      eb.or([eb('event.resource_id', '=', resource), eb('event.resource_type', '=', resource)]),
    )
  }
  if (from) query = query.where('event.created_at', '>=', `${from}T00:00:00Z`)
  if (to) {
    query = query.where('event.created_at', '<', sql<string>`${to}::date + interval '1 day'`)
  }
  const page = await listPage(query, newestFirst, request)
  return { ...page, rows: page.rows.map((row) => ({ ...row, place: Number(row.place) })) }
}

export type ChainEnds = {
  place: number
  hash: Buffer
  anchor_place: number
  anchor_hash: Buffer
}

/** Outside an organization's transaction: only triggers write the heads. */
export async function findChainEnds(db: Queries, chainId: ChainId): Promise<ChainEnds | undefined> {
  const row = await db
    .selectFrom('audit_chains')
    .select(['place', 'hash', 'anchor_place', 'anchor_hash'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return row && { ...row, place: Number(row.place), anchor_place: Number(row.anchor_place) }
}

export async function listChains(db: Queries): Promise<ChainId[]> {
  const rows = await db.selectFrom('audit_chains').select('chain_id').orderBy('chain_id').execute()
  return rows.map(({ chain_id }) => chain_id)
}

/** One row of a chain as it is hashed, and whether the clearable columns still match their digest. */
export type Link = { place: number; hash: Buffer; text: string; is_origin_true: boolean }

export async function listLinks(
  db: Queries,
  chainId: ChainId,
  range: { after: number; to: number; limit: number },
): Promise<Link[]> {
  const { rows } = await sql<Omit<Link, 'place'> & { place: string }>`
    select place, hash, audit_text(audit_events, place) as text,
      (organization_id is null or organization_id = chain_id)
      and case when origin_salt is null then ip_address is null and user_agent is null
        else origin_digest is not distinct from sha256(
          origin_salt || convert_to(jsonb_build_array(ip_address, user_agent)::text, 'UTF8'))
        end as is_origin_true
    from audit_events
    where chain_id = ${chainId} and place > ${range.after} and place <= ${range.to}
    order by place
    limit ${range.limit}`.execute(db)
  return rows.map((row) => ({ ...row, place: Number(row.place) }))
}

/**
 * Deletes events before `before` from the front of a chain: it first moves the anchor behind them, so that the rest can
 * still be verified. At most `limit` rows; returns how many.
 */
export async function deleteOldAuditEvents(
  db: Queries,
  chainId: ChainId,
  before: Cutoff,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ removed: string }>`
    with last as (
      select place, hash from audit_events
      where chain_id = ${chainId} and place <= (
        select anchor_place + ${limit} from audit_chains where chain_id = ${chainId}
      ) and place < coalesce((
        select min(place) from audit_events where chain_id = ${chainId} and created_at >= ${before.toISOString()}
      ), 9223372036854775807)
      order by place desc limit 1
    )
    update audit_chains set anchor_place = last.place, anchor_hash = last.hash
    from last where chain_id = ${chainId}
    returning audit_chains.anchor_place as removed`.execute(db)
  const [anchor] = rows
  if (!anchor) return 0
  const { numDeletedRows } = await db
    .deleteFrom('audit_events')
    .where('chain_id', '=', chainId)
    .where('place', '<=', anchor.removed)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
