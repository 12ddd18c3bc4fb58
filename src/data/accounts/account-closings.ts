// Closed accounts: until when their owner can reopen them, and what is deleted afterwards. A person's rows belong to no
// organization.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import { applicantMails } from '#domain/mails/mails.ts'
import type { Queries, Tx } from '../database.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { inOrganization } from '../organization-filter.ts'
import { insertErasures } from '../retention/ledger.ts'

/** When the account will be deleted; undefined for an account that is not closed. */
export async function findAccountClosing(db: Queries, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_closings')
    .select('closes_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.closes_at
}

/** Idempotent: closing again keeps the first day. */
export async function insertAccountClosing(
  db: Queries,
  userId: string,
  closesAt: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('account_closings')
    .values({ user_id: userId, closes_at: closesAt })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteAccountClosing(db: Queries, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('account_closings')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export type DueAccount = {
  user_id: string
  email: string
  organization_id: OrganizationId | null
  is_approved: boolean
}

/** One due account, locked until the transaction ends. */
export function findDueAccountClosing(tx: Tx, now: Cutoff): Promise<DueAccount | undefined> {
  return tx
    .selectFrom('account_closings')
    .innerJoin('profiles', 'profiles.id', 'account_closings.user_id')
    .select([
      'account_closings.user_id',
      'profiles.email',
      'profiles.organization_id',
      'profiles.is_approved',
    ])
    .where('closes_at', '<=', now.toISOString())
    .orderBy('closes_at')
    .limit(1)
    .forUpdate('account_closings')
    .skipLocked()
    .executeTakeFirst()
}

export type OtherMember = { id: string; role: string; isClosing: boolean }

/**
 * The approved members of an organization except this one, the longest approved first. Other changes of the owners wait
 * until the transaction ends.
 */
export async function listOtherMembers(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
): Promise<OtherMember[]> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forUpdate()
    .execute()
  return tx
    .selectFrom('profiles')
    .leftJoin('account_closings', 'account_closings.user_id', 'profiles.id')
    .select([
      'profiles.id',
      'profiles.role',
      sql<boolean>`account_closings.user_id is not null`.as('isClosing'),
    ])
    .where('profiles.organization_id', '=', organizationId)
    .where('profiles.is_approved', '=', true)
    .where('profiles.id', '!=', userId)
    .orderBy('profiles.approved_at')
    .execute()
}

export async function updateMemberToOwner(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ role: 'organization_owner' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', userId)
    .execute()
}

/**
 * Deletes the organization with all its rows, and records its applications in the ledger of erasures; pending members
 * lose their request.
 */
export async function deleteOrganization(tx: Tx, organizationId: OrganizationId): Promise<void> {
  // Before the lock of its audit log, the same order as in transactions that write to the log; otherwise the two could
  // deadlock.
  await tx
    .selectFrom('organizations')
    .select('id')
    .where(inOrganization(organizationId, 'id'))
    .forUpdate()
    .execute()
  const applications = await tx
    .selectFrom('applicants')
    .select('id')
    .where(inOrganization(organizationId))
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = applications.map(({ id }) => id)
  await insertErasures(tx, organizationId, ids, { reason: 'organization' })
  await tx
    .updateTable('profiles')
    .set({ organization_id: null, role: 'staff', is_approved: false })
    .where('organization_id', '=', organizationId)
    .execute()
  await tx.deleteFrom('organizations').where('id', '=', organizationId).execute()
}

/**
 * Deletes the account with everything that refers to it, and what was stored under its address. False when there is no such account
 * any more.
 */
export async function deleteAccount(
  tx: Tx,
  account: { user_id: string; email: string },
): Promise<boolean> {
  // In the local mailbox: the mails that asked owners to approve this person.
  await tx
    .deleteFrom('local_mailbox')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select(sql<string>`mail_id`.as('id'))
        .where('person_id', '=', account.user_id)
        .where('mail_id', 'is not', null),
    )
    .execute()
  const user = await tx
    .deleteFrom('users')
    .where('id', '=', account.user_id)
    .returning('id')
    .executeTakeFirst()
  if (!user) return false
  await tx
    .deleteFrom('auth_mail_requests')
    .where('email', '=', account.email)
    .where('kind', '!=', 'application_links')
    .execute()
  await tx.deleteFrom('auth_verifications').where('value', '=', account.user_id).execute()
  await tx.deleteFrom('organization_invitations').where('email', '=', account.email).execute()
  // Mails to this person as staff. Mails to them as an applicant are kept: they belong to applications from this address, whose pages
  // say what was mailed.
  await tx
    .deleteFrom('mail_outbox')
    .where('recipient', '=', account.email)
    .where('kind', 'not in', applicantMails)
    .execute()
  await tx
    .deleteFrom('local_mailbox')
    .where('recipient', '=', account.email)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('mail_outbox').select('id').where('recipient', '=', account.email),
    )
    .execute()
  return true
}
