// Who was invited to apply for a job, by a keyed hash of their address, and who has unsubscribed.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { WithTexts } from '#domain/jobs/job-texts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx, WholeTx } from '../database.ts'
import { isOpen } from '../jobs/job-columns.ts'
import { jobTexts } from '../jobs/job-texts.ts'
import { jobColumns } from '../jobs/jobs.ts'
import { inOrganization } from '../organization-filter.ts'

/** Encrypted; undefined when the organization has not sent any invitation yet. */
export async function findInvitationKey(
  db: Queries,
  organizationId: OrganizationId,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('job_invitation_keys')
    .select('key_sealed')
    .where(inOrganization(organizationId))
    .executeTakeFirst()
  return row?.key_sealed
}

/** An unsubscribe link is opened without a session: it names the organization, and this row proves that it exists. */
export function findInvitingOrganization(
  db: Queries,
  id: string,
): Promise<{ organization_id: OrganizationId; key_sealed: string; name: string } | undefined> {
  return db
    .selectFrom('job_invitation_keys')
    .innerJoin('organizations', 'organizations.id', 'job_invitation_keys.organization_id')
    .select(['organization_id', 'key_sealed', 'name'])
    .where(sql<boolean>`organization_id = ${id}::uuid`)
    .executeTakeFirst()
}

/** The first one is kept, however many requests are made at once. */
export async function insertInvitationKey(
  tx: Tx,
  organizationId: OrganizationId,
  key_sealed: string,
): Promise<void> {
  await tx
    .insertInto('job_invitation_keys')
    .values({ organization_id: organizationId, key_sealed })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
}

/** An open job, listed or not, with its texts in each language. */
export function findInvitedJob(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<(JobPost & WithTexts) | undefined> {
  return db
    .selectFrom('job_posts')
    .select(jobColumns)
    .select(jobTexts)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .where(isOpen)
    .executeTakeFirst()
}

export function listInvitableJobs(
  db: Queries,
  organizationId: OrganizationId,
  most: number,
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('job_posts')
    .select(['id', 'title'])
    .where(inOrganization(organizationId))
    .where(isOpen)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Those of these hashes that are known; `isUnsubscribed`: permanently. */
export async function listInvitations(
  db: Queries,
  organizationId: OrganizationId,
  hashes: readonly Buffer[],
): Promise<{ address_hash: Buffer; isUnsubscribed: boolean }[]> {
  return db
    .selectFrom('job_invitations')
    .select(['address_hash', sql<boolean>`unsubscribed_at is not null`.as('isUnsubscribed')])
    .where(inOrganization(organizationId))
    .where('address_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .execute()
}

/** Those of these addresses with an application here, including restricted ones: such a person gets no invitation. */
export async function listAppliedAddresses(
  tx: WholeTx,
  organizationId: OrganizationId,
  emails: readonly string[],
  jobId: string,
): Promise<{ email: string; hasApplied: boolean; hasDeclined: boolean }[]> {
  return tx
    .selectFrom('applicants')
    .select([
      'sort_email as email',
      sql<boolean>`bool_or(role_id = ${jobId})`.as('hasApplied'),
      sql<boolean>`bool_or(no_contact_at is not null or restricted_at is not null or objected_at is not null)`.as(
        'hasDeclined',
      ),
    ])
    .where(inOrganization(organizationId))
    .where('sort_email', '=', sql<string>`any(${emails}::text[])`)
    .groupBy('sort_email')
    .execute()
}

/** Returns the hashes that were not known, once each. */
export async function insertInvitations(
  tx: Tx,
  organizationId: OrganizationId,
  hashes: readonly Buffer[],
  by: { shop: string; job_post_id: string },
): Promise<Buffer[]> {
  if (hashes.length === 0) return []
  const rows = await tx
    .insertInto('job_invitations')
    .values(
      hashes.map((address_hash) => ({ organization_id: organizationId, address_hash, ...by })),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'address_hash']).doNothing())
    .returning('address_hash')
    .execute()
  return rows.map(({ address_hash }) => address_hash)
}

/** Also without an invitation: an opt-out counts independently of it. */
export async function upsertUnsubscription(
  tx: Tx,
  organizationId: OrganizationId,
  hash: Buffer,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('job_invitations')
    .values({
      organization_id: organizationId,
      address_hash: hash,
      invited_at: null,
      unsubscribed_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'address_hash']).doUpdateSet({
        unsubscribed_at: sql`coalesce(job_invitations.unsubscribed_at, excluded.unsubscribed_at)`,
      }),
    )
    .execute()
}

/** No contact: no mail at all, which also ends invitations. It outlives the applications of the address. */
export async function upsertNoContact(
  tx: Tx,
  organizationId: OrganizationId,
  hash: Buffer,
  at: Date,
): Promise<void> {
  await upsertUnsubscription(tx, organizationId, hash, at)
  await tx
    .updateTable('job_invitations')
    .set({ no_contact_at: at })
    .where(inOrganization(organizationId))
    .where('address_hash', '=', hash)
    .execute()
}

/** Mail is allowed again. Invitations stay ended where the person ended them by themselves. */
export async function deleteNoContact(
  tx: Tx,
  organizationId: OrganizationId,
  hash: Buffer,
): Promise<void> {
  await tx
    .deleteFrom('job_invitations')
    .where(inOrganization(organizationId))
    .where('address_hash', '=', hash)
    .where(sql<boolean>`invited_at is null and unsubscribed_at = no_contact_at`)
    .execute()
  await tx
    .updateTable('job_invitations')
    .set({ no_contact_at: null, unsubscribed_at: sql`nullif(unsubscribed_at, no_contact_at)` })
    .where(inOrganization(organizationId))
    .where('address_hash', '=', hash)
    .execute()
}

export async function findNoContact(
  db: Queries,
  organizationId: OrganizationId,
  hash: Buffer,
): Promise<string | null> {
  const row = await db
    .selectFrom('job_invitations')
    .select('no_contact_at')
    .where(inOrganization(organizationId))
    .where('address_hash', '=', hash)
    .executeTakeFirst()
  return row?.no_contact_at ?? null
}

/** The stored rows of one address, for a copy of a person's data. */
export function listInvitationsOfAddress(
  db: Queries,
  organizationId: OrganizationId,
  hash: Buffer,
): Promise<
  {
    invited_at: string | null
    unsubscribed_at: string | null
    no_contact_at: string | null
    job_title: string | null
  }[]
> {
  return db
    .selectFrom('job_invitations')
    .leftJoin('job_posts', 'job_posts.id', 'job_invitations.job_post_id')
    .select(['invited_at', 'unsubscribed_at', 'no_contact_at', 'job_posts.title as job_title'])
    .where(inOrganization(organizationId, 'job_invitations.organization_id'))
    .where('address_hash', '=', hash)
    .execute()
}

/** Deletes a person's rows, including their opt-out. */
export async function deleteInvitationsOfAddress(
  tx: Tx,
  organizationId: OrganizationId,
  hash: Buffer,
): Promise<void> {
  await tx
    .deleteFrom('job_invitations')
    .where(inOrganization(organizationId))
    .where('address_hash', '=', hash)
    .execute()
}

/** Deletes the rows that came from a deleted shop. Opt-outs stay, without shop, job and day. */
export async function deleteInvitationsOfShop(
  tx: Tx,
  organizationId: OrganizationId,
  shop: string,
): Promise<void> {
  await tx
    .deleteFrom('job_invitation_runs')
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .execute()
  await tx
    .deleteFrom('job_invitations')
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .where('unsubscribed_at', 'is', null)
    .execute()
  await tx
    .updateTable('job_invitations')
    .set({ shop: null, job_post_id: null, invited_at: null })
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .execute()
}

/** After the term: invitations are deleted, opt-outs are not. Ended runs are deleted sooner. */
export async function deleteOldInvitationsToApply(
  db: Queries,
  before: { invited: Cutoff; begun: Cutoff },
): Promise<void> {
  await db
    .deleteFrom('job_invitations')
    .where('invited_at', '<', before.invited.toISOString())
    .where('unsubscribed_at', 'is', null)
    .execute()
  await db
    .updateTable('job_invitations')
    .set({ shop: null, job_post_id: null, invited_at: null })
    .where('invited_at', '<', before.invited.toISOString())
    .execute()
  await db
    .deleteFrom('job_invitation_runs')
    .where('begun_at', '<', before.begun.toISOString())
    .where('status', '!=', 'running')
    .execute()
}
