// Verifications of email addresses and the grants they are exchanged for.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { titleForReader } from '../jobs/job-texts.ts'
import { sql, type ExpressionBuilder } from 'kysely'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { isOpen } from '../jobs/job-columns.ts'
import type { Schema } from '../schema.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

export type Verification = {
  id: string
  organization_id: OrganizationId
  job_post_id: string
  job_title: string
  organization_name: string
  email: string
  verified: boolean
  code_hash: Buffer
  language: string | null
}

export function insertVerification(
  db: Queries,
  values: {
    organization_id: OrganizationId
    job_post_id: string
    email: string
    token_hash: Buffer
    code_hash: Buffer
    consent_version: string
    /** Of an earlier verification that this one renews; now where it is not given. */
    consented_at?: Date
    expires_at: Date
    /** The page's language. */
    language?: string
    /**
     * The shop of the widget that the person used, stored when it is one of this organization; or 'elsewhere' for a
     * widget that names none.
     */
    cameBy?: { shop: string } | 'elsewhere' | undefined
    /** The source of the application. */
    source?: string | null
  },
): Promise<{ id: string }> {
  const { cameBy, ...row } = values
  return db
    .insertInto('email_verifications')
    .values((eb) => ({
      ...row,
      came_by:
        typeof cameBy === 'object'
          ? eb
              .selectFrom('store_sessions')
              .select('shop')
              .where('shop', '=', cameBy.shop)
              .where('organization_id', '=', row.organization_id)
          : (cameBy ?? null),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
}

function live(db: Queries, now: Date) {
  return db
    .selectFrom('email_verifications as verification')
    .innerJoin('job_posts', 'job_posts.id', 'verification.job_post_id')
    .innerJoin('organizations', 'organizations.id', 'verification.organization_id')
    .select([
      'verification.id',
      'verification.organization_id',
      'verification.job_post_id',
      titleForReader.as('job_title'),
      'verification.email',
      'verification.verified',
      'verification.code_hash',
      'verification.language',
      'organizations.name as organization_name',
    ])
    .where('verification.expires_at', '>', now.toISOString())
}

/** All with a valid code for this address and job, the newest first. */
export function listVerificationsOf(
  db: Queries,
  email: string,
  jobId: string,
  now: Date,
): Promise<Verification[]> {
  return live(db, now)
    .where('verification.email', '=', email)
    .where('verification.job_post_id', '=', jobId)
    .orderBy('verification.created_at', 'desc')
    .execute()
}

export function findVerificationByToken(
  db: Queries,
  tokenHash: Buffer,
  now: Date,
): Promise<Verification | undefined> {
  return live(db, now).where('verification.token_hash', '=', tokenHash).executeTakeFirst()
}

/** The content of a mail, whether its link is still valid or not. */
export type MailedFor = {
  email: string
  job_post_id: string
  job_title: string
  is_open: boolean
  consent_version: string
  consented_at: string
  came_by: string | null
  source: string | null
  language: string | null
}

export function findMailedFor(db: Queries, tokenHash: Buffer): Promise<MailedFor | undefined> {
  return db
    .selectFrom('email_verifications as verification')
    .innerJoin('job_posts', 'job_posts.id', 'verification.job_post_id')
    .select([
      'verification.email',
      'verification.job_post_id',
      titleForReader.as('job_title'),
      isOpen.as('is_open'),
      'verification.consent_version',
      'verification.consented_at',
      'verification.came_by',
      'verification.source',
      'verification.language',
    ])
    .where((eb) => ofToken(eb, tokenHash))
    .executeTakeFirst()
}

/** The shop whose widget or pages the person came by; null for any other way. */
export async function findShopOfVerification(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('email_verifications')
    .select('came_by')
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.came_by ?? null
}

/** The verification behind the secret in a form: a grant, or the verified token itself. */
export function findProof(
  db: Queries,
  tokenHash: Buffer,
  now: Date,
): Promise<Verification | undefined> {
  return live(db, now)
    .where('verification.verified', '=', true)
    .where((eb) => ofToken(eb, tokenHash))
    .executeTakeFirst()
}

/** By the mailed token, or by one that it was exchanged for. */
const ofToken = (
  eb: ExpressionBuilder<Schema & { verification: Schema['email_verifications'] }, 'verification'>,
  tokenHash: Buffer,
) =>
  eb.or([
    eb('verification.token_hash', '=', tokenHash),
    eb(
      'verification.id',
      '=',
      eb
        .selectFrom('application_grants')
        .select('verification_id')
        .where('token_hash', '=', tokenHash),
    ),
  ])

/** False when it was verified already. */
export async function updateVerified(db: Queries, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('email_verifications')
    .set({ verified: true, verified_at: sql`coalesce(verified_at, now())` })
    .where('id', '=', id)
    .where('verified', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function insertGrant(
  db: Queries,
  values: { token_hash: Buffer; verification_id: string; organization_id: OrganizationId },
): Promise<void> {
  await db.insertInto('application_grants').values(values).execute()
}

/** Ends the grants of older verifications of the same address and job: the newest counts. */
export async function deleteOlderGrants(db: Queries, verification: Verification): Promise<void> {
  await db
    .deleteFrom('application_grants')
    .where('verification_id', 'in', (eb) =>
      eb
        .selectFrom('email_verifications')
        .select('id')
        .where('email', '=', verification.email)
        .where('job_post_id', '=', verification.job_post_id)
        .where('id', '!=', verification.id)
        .where(
          'created_at',
          '<',
          eb
            .selectFrom('email_verifications')
            .select('created_at')
            .where('id', '=', verification.id),
        ),
    )
    .execute()
}

/**
 * For a verification whose mail could not be sent: its code is unknown, so it could only be guessed. Keeps a verified
 * one.
 */
export async function deleteUnsentVerification(db: Queries, id: string): Promise<void> {
  await db
    .deleteFrom('email_verifications')
    .where('id', '=', id)
    .where('verified', '=', false)
    .execute()
}

/** Deletes what the store answered about the person of an ended verification: only its address is still needed. */
export async function updateEndedVerifications(db: Queries, now: Cutoff): Promise<void> {
  await db
    .updateTable('email_verifications')
    .set({ customer_sealed: null })
    .where('expires_at', '<', now.toISOString())
    .where('customer_sealed', 'is not', null)
    .execute()
}

/** Deletes verifications that ended before `before`, which are no longer needed. */
export async function deleteExpiredVerifications(db: Queries, before: Cutoff): Promise<number> {
  const gone = await db
    .deleteFrom('email_verifications')
    .where('expires_at', '<', before.toISOString())
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
