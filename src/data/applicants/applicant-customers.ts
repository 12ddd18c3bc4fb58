// What stores have answered about applicants as customers, and the results of verifications.
import { sql } from 'kysely'
import type { ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { CustomerSnapshot, KeptCustomer } from '#domain/store/customers.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** More than a person reads beside a customer. */
const MOST_OF_CUSTOMER = 20

export async function upsertApplicantCustomer(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
  snapshot: CustomerSnapshot,
): Promise<void> {
  // The result 'no customer' is stored under the most recently connected store.
  const shop =
    snapshot.shop ??
    sql<string | null>`(
    select shop from store_sessions where ${inOrganization(organizationId)}
    order by uninstalled_at is null desc, connected_at desc, shop limit 1)`
  const row = { ...snapshot, shop, read_at: sql<string>`now()` }
  await db
    .insertInto('applicant_customers')
    .values({ applicant_id: applicantId, organization_id: organizationId, ...row })
    .onConflict((conflict) => conflict.column('applicant_id').doUpdateSet(row))
    .execute()
}

/** True when the flag has changed. */
export async function updateCustomerFlag(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
  isCustomer: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable('applicants')
    .set({ is_existing_customer: isCustomer, updated_at: new Date().toISOString() })
    .where(inOrganization(organizationId))
    .where('id', '=', applicantId)
    .where('is_existing_customer', '!=', isCustomer)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function findApplicantCustomer(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<KeptCustomer | undefined> {
  const row = await db
    .selectFrom('applicant_customers')
    .select([
      'customer_status',
      'customer_id',
      'orders_count',
      'total_spent',
      'currency',
      'customer_since',
      'read_at',
    ])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .executeTakeFirst()
  return row && { ...row, total_spent: Number(row.total_spent) }
}

/** Newest first, without withdrawn ones. `email`: the address that the shop has for the customer, if known. */
export function listApplicationsOfCustomer(
  db: Queries,
  organizationId: OrganizationId,
  { shop, customerId, email }: { shop: string; customerId: string; email: string | null },
): Promise<{ id: string; role_title: string; status: ApplicantStatus; created_at: string }[]> {
  return db
    .selectFrom('applicants')
    .select(['id', 'role_title', 'status', 'created_at'])
    .where(inOrganization(organizationId))
    .where('withdrawn_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('applicant_customers')
        .select('applicant_id')
        .where(inOrganization(organizationId))
        .where('shop', '=', shop)
        .where('customer_id', '=', customerId)
        // As one list and not as two conditions, of which no index answers both.
        .union(
          eb
            .selectFrom('applicants')
            .select('id as applicant_id')
            .where(inOrganization(organizationId))
            .where('sort_email', '=', email?.toLowerCase() ?? null),
        ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_OF_CUSTOMER)
    .execute()
}

/** Deletes what a shop answered about applicants who stay, and their customer flag. Returns how many. */
export async function deleteCustomersOfShop(
  tx: Tx,
  organizationId: OrganizationId,
  shop: string,
): Promise<number> {
  const forgotten = await tx
    .deleteFrom('applicant_customers')
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .returning('applicant_id')
    .execute()
  const ids = forgotten.map(({ applicant_id: id }) => id)
  if (ids.length > 0) {
    await tx
      .updateTable('applicants')
      .set({ is_existing_customer: false, updated_at: new Date().toISOString() })
      .where(inOrganization(organizationId))
      .where('id', 'in', ids)
      .where('is_existing_customer', '=', true)
      .execute()
  }
  return ids.length
}

/** Deletes the results of verifications; they are read again when a store is still connected. */
export async function clearKnownCustomers(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tx
    .updateTable('email_verifications')
    .set({ customer_sealed: null })
    .where(inOrganization(organizationId))
    .where('customer_sealed', 'is not', null)
    .execute()
}

/** True for the caller that may ask the store about this verification's address until `until`. */
export async function leaseCustomerQuestion(
  db: Queries,
  organizationId: OrganizationId,
  verificationId: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const leased = await db
    .updateTable('email_verifications')
    .set({ customer_asked_until: until })
    .where(inOrganization(organizationId))
    .where('id', '=', verificationId)
    .where('verified', '=', true)
    .where('customer_sealed', 'is', null)
    .where((eb) =>
      eb.or([
        eb('customer_asked_until', 'is', null),
        eb('customer_asked_until', '<', now.toISOString()),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return leased !== undefined
}

/** Stores the answer, and returns the application that was submitted under this verification meanwhile. */
export async function updateKnownCustomer(
  tx: Tx,
  organizationId: OrganizationId,
  verificationId: string,
  encrypted: string,
): Promise<{ applicant_id: string } | undefined> {
  const proof = await tx
    .updateTable('email_verifications')
    .set({ customer_sealed: encrypted })
    .where(inOrganization(organizationId))
    .where('id', '=', verificationId)
    .returning(['job_post_id', 'email'])
    .executeTakeFirst()
  if (!proof) return undefined
  return tx
    .selectFrom('applicants')
    .select('id as applicant_id')
    .where(inOrganization(organizationId))
    .where('job_post_id', '=', proof.job_post_id)
    .where('sort_email', '=', proof.email.toLowerCase())
    .executeTakeFirst()
}

export async function findKnownCustomer(
  db: Queries,
  organizationId: OrganizationId,
  verificationId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('email_verifications')
    .select('customer_sealed')
    .where(inOrganization(organizationId))
    .where('id', '=', verificationId)
    .executeTakeFirst()
  return row?.customer_sealed ?? null
}

/** Locked until the transaction ends, so that an answer that arrives meanwhile finds the application. */
export async function findKnownForUpdate(
  tx: Tx,
  organizationId: OrganizationId,
  verificationId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('email_verifications')
    .select('customer_sealed')
    .where(inOrganization(organizationId))
    .where('id', '=', verificationId)
    .forUpdate()
    .executeTakeFirst()
  return row?.customer_sealed ?? null
}
