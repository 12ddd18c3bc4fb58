// The register of applicants' requests about their data.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { fullNameOf } from '../full-name.ts'
import { sql } from 'kysely'
import type {
  RequestOrigin,
  RequestOutcome,
  RequestProof,
  RightsKind,
} from '#domain/rights/rights.ts'
import type { RightsRequest } from '#domain/rights/register.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { idKey, listPage, momentKey, type Order, type Page, type PageRequest } from '../paging.ts'

export type NewRightsRequest = {
  applicant_id: string | null
  kind: RightsKind
  came_by: RequestOrigin
  verified_by: RequestProof | null
  email?: string | null
  shop?: string | null
  recorded_by: string | null
  requested_at: Date
  due_at: Date
  completed_at?: Date | null
  completed_by?: string | null
  outcome?: RequestOutcome | null
  words?: string | null
}

export async function insertRightsRequest(
  tx: Tx,
  organizationId: OrganizationId,
  request: NewRightsRequest,
): Promise<{ id: string }> {
  // Owners are reminded at once where it is due soon: it can be due before the next night.
  if (!request.completed_at) recordQueued(tx, 'remind-of-requests')
  return tx
    .insertInto('rights_requests')
    .values({ ...request, organization_id: organizationId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export type OpenRequest = {
  id: string
  kind: RightsKind
  applicant_id: string | null
  email: string | null
  completed_at: string | null
}

/** Locked until the transaction ends. */
export function findRightsRequestLocked(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<OpenRequest | undefined> {
  return tx
    .selectFrom('rights_requests')
    .select(['id', 'kind', 'applicant_id', 'email', 'completed_at'])
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** An applicant's newest undecided objection. */
export function findOpenObjection(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('rights_requests')
    .select('id')
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .where('kind', '=', 'objection')
    .where('completed_at', 'is', null)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the applicant waits for the answer to another request of this kind. */
export async function hasOpenRequest(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  { kind, besides }: { kind: RightsKind; besides: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('rights_requests')
    .select('id')
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .where('kind', '=', kind)
    .where('completed_at', 'is', null)
    .where('id', '<>', besides)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateRequestCompleted(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
  completion: {
    completed_at: Date
    completed_by: string | null
    outcome: RequestOutcome
    verified_by?: RequestProof
    reason?: string
  },
): Promise<void> {
  await tx
    .updateTable('rights_requests')
    .set(completion)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

/** Of an application that is deleted earlier than it was: its open requests for a copy are due by then, if they were due later. */
export async function updateCopiesDue(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  due: Date,
): Promise<void> {
  await tx
    .updateTable('rights_requests')
    .set({ due_at: due })
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .where('kind', 'in', ['access', 'portability'])
    .where('completed_at', 'is', null)
    .where('due_at', '>', due.toISOString())
    .execute()
  recordQueued(tx, 'remind-of-requests')
}

/** For a request for erasure: its receipt number. */
export async function updateRequestReceipt(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
  receipt: string,
): Promise<void> {
  await tx
    .updateTable('rights_requests')
    .set({ receipt })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

export type OwnRequest = {
  id: string
  kind: RightsKind
  requested_at: string
  due_at: string
  completed_at: string | null
  outcome: RequestOutcome | null
  words: string | null
  reason: string | null
}

/** Requests about one application, newest first: for the person's own page. */
export function listRequestsOf(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<OwnRequest[]> {
  return tx
    .selectFrom('rights_requests')
    .select(['id', 'kind', 'requested_at', 'due_at', 'completed_at', 'outcome', 'words', 'reason'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .execute()
}

/** A request loses every word that was written about the person. One that is still open has been answered by that. */
const clearRequests = (tx: Tx, organizationId: OrganizationId) =>
  tx
    .updateTable('rights_requests')
    .set({
      email: null,
      words: null,
      reason: null,
      completed_at: sql`coalesce(completed_at, now())`,
      outcome: sql`coalesce(outcome, 'erased')`,
    })
    .where(inOrganization(organizationId))

/** Requests for an address that a store forwarded: the address is deleted with the other data of the person. */
export async function clearRequestsOfAddress(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  await clearRequests(tx, organizationId)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .execute()
}

/** Before the applications are deleted: afterwards nothing says whose requests they were. */
export async function clearRequestsOfApplicants(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  await clearRequests(tx, organizationId)
    .where('applicant_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Soonest due first; the same as its index. */
const byDue: Order = {
  name: 'due',
  keys: [momentKey('request.due_at'), idKey('request.id')],
  isDown: false,
}
const newestFirst: Order = {
  name: '-requested',
  keys: [momentKey('request.requested_at'), idKey('request.id')],
  isDown: true,
}

/** Restricted applicants are hidden by the row policies, so their requests have no name. */
export async function listRightsRequests(
  db: Queries,
  organizationId: OrganizationId,
  state: 'open' | 'done',
  page: PageRequest,
): Promise<Page<RightsRequest>> {
  const query = db
    .selectFrom('rights_requests as request')
    .leftJoin('applicants', (join) =>
      join
        .onRef('applicants.id', '=', 'request.applicant_id')
        .on(inOrganization(organizationId, 'applicants.organization_id')),
    )
    .leftJoin('profiles', (join) =>
      join
        .onRef('profiles.id', '=', 'request.completed_by')
        .on(inOrganization(organizationId, 'profiles.organization_id')),
    )
    .select([
      'request.id',
      'request.kind',
      'request.came_by',
      'request.verified_by',
      'request.requested_at',
      'request.due_at',
      'request.completed_at',
      fullNameOf('profiles').as('completed_by_name'),
      'request.outcome',
      'request.applicant_id',
      'applicants.id as shown_id',
      fullNameOf('applicants').as('name'),
      'applicants.role_title',
      'request.email',
      'request.words',
      'request.reason',
      'request.receipt',
    ])
    .where(inOrganization(organizationId, 'request.organization_id'))
    .where('request.completed_at', state === 'open' ? 'is' : 'is not', null)
  const { rows, next_cursor } = await listPage(query, state === 'open' ? byDue : newestFirst, page)
  return {
    next_cursor,
    rows: rows.map(({ applicant_id, shown_id, name, role_title, ...request }) => ({
      ...request,
      applicant: shown_id ? { id: shown_id, name: name ?? '', role_title: role_title ?? '' } : null,
      is_restricted: applicant_id !== null && shown_id === null,
    })),
  }
}

export async function countOpenRequests(
  db: Queries,
  organizationId: OrganizationId,
  now: Date,
): Promise<{ open: number; overdue: number; next_due_at: string | null }> {
  return db
    .selectFrom('rights_requests')
    .select([
      sql<number>`count(*)::int`.as('open'),
      sql<number>`count(*) filter (where due_at < ${now.toISOString()}::timestamptz)::int`.as(
        'overdue',
      ),
      sql<string | null>`min(due_at)`.as('next_due_at'),
    ])
    .where(inOrganization(organizationId))
    .where('completed_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Organizations with an open request that is due by then. */
export async function listOrganizationsWithDueRequests(
  db: Queries,
  through: Date,
): Promise<OrganizationId[]> {
  const rows = await db
    .selectFrom('rights_requests')
    .select('organization_id')
    .distinct()
    .where('completed_at', 'is', null)
    .where('due_at', '<=', through.toISOString())
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

/**
 * Marks open requests that are due by then as reminded `days` before, and returns them. Skips those already reminded at
 * this or a later stage, so that no reminder is sent twice.
 */
export function updateReminded(
  tx: Tx,
  organizationId: OrganizationId,
  through: Date,
  days: number,
): Promise<{ id: string; due_at: string }[]> {
  return tx
    .updateTable('rights_requests')
    .set({ reminded_days: days })
    .where(inOrganization(organizationId))
    .where('completed_at', 'is', null)
    .where('due_at', '<=', through.toISOString())
    .where((eb) => eb.or([eb('reminded_days', 'is', null), eb('reminded_days', '>', days)]))
    .returning(['id', 'due_at'])
    .execute()
}

/** The addresses of answered requests after their term, and of those that can no longer be answered. */
export async function clearOldAddresses(
  db: Queries,
  { now, forgotten }: { now: Cutoff; forgotten: Cutoff },
): Promise<void> {
  await db
    .updateTable('rights_requests')
    .set({ email: null })
    .where('email', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('completed_at', 'is not', null), eb('due_at', '<=', now.toISOString())]),
        eb('due_at', '<', forgotten.toISOString()),
      ]),
    )
    .execute()
}
