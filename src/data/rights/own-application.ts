// Changes to an application by the applicant: also while it is restricted.
import { sql } from 'kysely'
import {
  fieldColumns,
  type ApplicationField,
  type Columns,
} from '#domain/applicants/application-fields.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { FoundPerson } from '#domain/rights/register.ts'
import type { Queries, Tx, WholeTx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

const columns = [
  'id',
  'email',
  'role_id',
  'role_title',
  ...fieldColumns,
  'status',
  'withdrawn_at',
  'restricted_at',
  'objected_at',
  'no_contact_at',
  'upheld_at',
  'keep_asked_at',
  'kept_at',
  'created_at',
] as const

export type OwnApplication = NonNullable<Awaited<ReturnType<typeof findOwnApplication>>>

export const findOwnApplication = (tx: WholeTx, organizationId: OrganizationId, id: string) =>
  ownApplication(tx, organizationId, id).executeTakeFirst()

/** Locked until the transaction ends. */
export const findOwnApplicationLocked = (tx: WholeTx, organizationId: OrganizationId, id: string) =>
  ownApplication(tx, organizationId, id).forUpdate().executeTakeFirst()

/** The application that a request of the register is about, locked until the transaction ends. */
export const findApplicationOfRequestLocked = (
  tx: WholeTx,
  organizationId: OrganizationId,
  requestId: string,
) =>
  tx
    .selectFrom('applicants')
    .select(columns)
    .where(inOrganization(organizationId))
    .where('id', '=', (of) =>
      of
        .selectFrom('rights_requests')
        .select('applicant_id')
        .where(inOrganization(organizationId))
        .where('id', '=', requestId),
    )
    .forUpdate()
    .executeTakeFirst()

const ownApplication = (tx: WholeTx, organizationId: OrganizationId, id: string) =>
  tx
    .selectFrom('applicants')
    .select(columns)
    .where(inOrganization(organizationId))
    .where('id', '=', id)

export type OwnChange = Partial<Columns<ApplicationField>> &
  Partial<{
    withdrawn_at: Date | null
    restricted_at: Date | null
    objected_at: Date | null
    upheld_at: Date | null
    keep_asked_at: Date | null
    kept_at: Date | null
  }>

export async function updateOwnApplication(
  tx: WholeTx,
  organizationId: OrganizationId,
  id: string,
  change: OwnChange,
): Promise<void> {
  await tx
    .updateTable('applicants')
    .set({ ...change, updated_at: new Date().toISOString() })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

/** For every application of this address. Returns their ids. */
export async function updateNoContact(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
  since: Date | null,
): Promise<string[]> {
  const rows = await tx
    .updateTable('applicants')
    .set({ no_contact_at: since })
    .where(inOrganization(organizationId))
    .where('sort_email', '=', email.toLowerCase())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** For `where` outside of an organization's transaction, where the row policies do not apply. */
export const isUnrestricted = sql<boolean>`(applicants.restricted_at is null and applicants.objected_at is null)`

/** By the exact address, newest first; restricted ones without a name. */
export function listApplicationsOfAddress(
  tx: WholeTx,
  organizationId: OrganizationId,
  email: string,
): Promise<FoundPerson['applications']> {
  return tx
    .selectFrom('applicants')
    .select([
      'id',
      'role_title',
      'created_at',
      sql<string | null>`case when ${isUnrestricted} then full_name(first_name, last_name) end`.as(
        'name',
      ),
      sql<boolean>`not ${isUnrestricted}`.as('is_restricted'),
    ])
    .where(inOrganization(organizationId))
    .where('sort_email', '=', email.toLowerCase())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function findAsksToKeep(
  db: Queries,
  organizationId: OrganizationId,
): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('asks_to_keep')
    .where(inOrganization(organizationId, 'id'))
    .executeTakeFirst()
  return row?.asks_to_keep ?? false
}

export async function updateAsksToKeep(
  tx: Tx,
  organizationId: OrganizationId,
  asks: boolean,
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ asks_to_keep: asks })
    .where(inOrganization(organizationId, 'id'))
    .execute()
}

/** False when there is no such applicant, or it is restricted. */
export async function updateKeepQuestion(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
  ask: boolean | null,
): Promise<boolean> {
  const changed = await tx
    .updateTable('applicants')
    .set({ keep_question: ask })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
