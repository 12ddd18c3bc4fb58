// Ways into an organization: invitations by mail, and requests by its name.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { OpenInvitation, Organization } from '#domain/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Replaces an earlier invitation of the same address. */
export async function upsertInvitation(
  db: Queries,
  organizationId: OrganizationId,
  values: { email: string; token_hash: Buffer; invited_by: string; expires_at: Date },
): Promise<{ id: string }> {
  const { token_hash, invited_by, expires_at } = values
  return db
    .insertInto('organization_invitations')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'email']).doUpdateSet({
        token_hash,
        invited_by,
        expires_at,
        accepted_at: null,
        withdrawn_at: null,
        created_at: sql`now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Those that can still be accepted, newest first. */
export function listOpenInvitations(
  db: Queries,
  organizationId: OrganizationId,
  now: Date,
): Promise<OpenInvitation[]> {
  return db
    .selectFrom('organization_invitations')
    .select(['id', 'email', 'expires_at'])
    .where(inOrganization(organizationId))
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .execute()
}

/** False when no open one has this id. */
export async function updateInvitationWithdrawn(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<boolean> {
  const row = await db
    .updateTable('organization_invitations')
    .set({ withdrawn_at: sql`now()` })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type Invitation = {
  id: string
  organization_id: OrganizationId
  /** Null after their account was deleted. */
  invited_by: string | null
  email: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
}

const ofToken = (db: Queries, tokenHash: Buffer) =>
  db
    .selectFrom('organization_invitations')
    .select([
      'id',
      'organization_id',
      'invited_by',
      'email',
      'expires_at',
      'accepted_at',
      'withdrawn_at',
    ])
    .where('token_hash', '=', tokenHash)

/** The invitation of a mailed token, even when it is no longer open. */
export const findInvitation = (db: Queries, tokenHash: Buffer): Promise<Invitation | undefined> =>
  ofToken(db, tokenHash).executeTakeFirst()

/** The same, locked, so that it is accepted once. */
export const findInvitationLocked = (tx: Tx, tokenHash: Buffer): Promise<Invitation | undefined> =>
  ofToken(tx, tokenHash).forUpdate().executeTakeFirst()

export async function updateInvitationAccepted(db: Queries, id: string): Promise<void> {
  await db
    .updateTable('organization_invitations')
    .set({ accepted_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function deleteOldInvitations(db: Queries, before: Cutoff): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('organization_invitations')
    .where('expires_at', '<', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The organizations of exactly this name, at most two: more make no difference. */
export function listOrganizationsByName(
  db: Queries,
  name: string,
): Promise<Pick<Organization, 'id'>[]> {
  return db.selectFrom('organizations').select('id').where('name', '=', name).limit(2).execute()
}

/** Replaces the person's previous request. */
export async function upsertJoinRequest(
  db: Queries,
  values: { user_id: string; organization_id: OrganizationId | null; organization_name: string },
): Promise<void> {
  const { organization_id, organization_name } = values
  await db
    .insertInto('join_requests')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ organization_id, organization_name, created_at: sql`now()` }),
    )
    .execute()
}

export function findJoinRequest(
  db: Queries,
  userId: string,
): Promise<{ organization_id: OrganizationId | null; organization_name: string } | undefined> {
  return db
    .selectFrom('join_requests')
    .select(['organization_id', 'organization_name'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Returns the requested organization; undefined without a request. */
export function deleteJoinRequest(
  db: Queries,
  userId: string,
): Promise<{ organization_id: OrganizationId | null } | undefined> {
  return db
    .deleteFrom('join_requests')
    .where('user_id', '=', userId)
    .returning('organization_id')
    .executeTakeFirst()
}
