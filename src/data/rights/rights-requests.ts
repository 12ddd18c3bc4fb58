// The register of what applicants asked about their data.
import { sql } from 'kysely'
import type {
  RequestOrigin,
  RequestOutcome,
  RequestProof,
  RightsKind,
} from '#domain/rights/rights.ts'
import type { DataRequest } from '#domain/store/store-pages.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

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
  completed_at: string | null
}

/** Until the transaction ends nobody else completes it. */
export function findRightsRequestLocked(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<OpenRequest | undefined> {
  return tx
    .selectFrom('rights_requests')
    .select(['id', 'kind', 'applicant_id', 'completed_at'])
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The newest objection of an applicant that nobody has decided. */
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

/** What was asked about one application, newest first: for the person's own page. */
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

/** Requests for an address that a store passed on: the address is deleted with everything else of it. */
export async function clearRequestsOfAddress(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  await tx
    .updateTable('rights_requests')
    .set({
      email: null,
      words: null,
      reason: null,
      completed_at: sql`coalesce(completed_at, now())`,
      outcome: sql`coalesce(outcome, 'erased')`,
    })
    .where(inOrganization(organizationId))
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .execute()
}

const storeColumns = [
  'id',
  'email',
  'requested_at',
  'due_at',
  'completed_at as exported_at',
] as const

/** What customers asked by their stores and is not over yet, the most urgent first. */
export function listStoreRequests(
  db: Queries,
  organizationId: OrganizationId,
  now: Date,
): Promise<DataRequest[]> {
  return storeRequests(db, organizationId)
    .where((eb) => eb.or([eb('completed_at', 'is', null), eb('due_at', '>', now.toISOString())]))
    .orderBy('due_at')
    .orderBy('id')
    .execute()
}

export function findStoreRequest(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<DataRequest | undefined> {
  return storeRequests(db, organizationId).where('id', '=', id).executeTakeFirst()
}

/** Those whose address was not erased. */
const storeRequests = (db: Queries, organizationId: OrganizationId) =>
  db
    .selectFrom('rights_requests')
    .select(storeColumns)
    .where(inOrganization(organizationId))
    .where('came_by', '=', 'store')
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()

/** The addresses of those that were answered and whose day is over, and of those that nobody answers any more. */
export async function clearOldAddresses(
  db: Queries,
  { now, forgotten }: { now: Date; forgotten: Date },
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
