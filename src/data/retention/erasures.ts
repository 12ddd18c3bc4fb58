// Erases applications with all that belongs to them, and the rest of an address when nothing else refers to it.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertLiveEvents } from '../live/live-events.ts'
import type { Tx, WholeTx } from '../database.ts'
import { clearRequestsOfAddress, clearRequestsOfApplicants } from '../rights/rights-requests.ts'
import { isUnrestricted } from '../rights/own-application.ts'
import { inOrganization } from '../organization-filter.ts'
import { deleteApplicantMails, deleteMailsToAddress } from './erase-mails.ts'
import { insertErasures, type ErasureCause, type Receipts } from './ledger.ts'

/** One application that is to go. */
export type ApplicationToErase = { id: string; email: string; role_id: string }

const leaving = (tx: WholeTx, organizationId: OrganizationId) =>
  tx
    .selectFrom('applicants')
    .select(['id', 'email', 'role_id'])
    .where(inOrganization(organizationId))
    // Every deletion locks in this order, so that two of them cannot deadlock.
    .orderBy('id')
    .forUpdate()

/** For staff, who cannot see one whose data is restricted. */
export function findApplicationToErase(
  tx: WholeTx,
  organizationId: OrganizationId,
  id: string,
): Promise<ApplicationToErase | undefined> {
  return leaving(tx, organizationId).where('id', '=', id).where(isUnrestricted).executeTakeFirst()
}

/** For a restore, which erases again what the ledger names, restricted applications too. */
export function findApplicationToEraseAgain(
  tx: WholeTx,
  organizationId: OrganizationId,
  id: string,
): Promise<ApplicationToErase | undefined> {
  return leaving(tx, organizationId).where('id', '=', id).executeTakeFirst()
}

/** Every application under this address. */
export function listApplicationsToErase(
  tx: WholeTx,
  organizationId: OrganizationId,
  email: string,
): Promise<ApplicationToErase[]> {
  return leaving(tx, organizationId).where('sort_email', '=', email.toLowerCase()).execute()
}

/** Of these only what came by this shop, or what it knows as its customer's: the organization is not the shop's any more. */
export function listApplicationsToEraseOfFormerShop(
  tx: WholeTx,
  organizationId: OrganizationId,
  shop: string,
  email: string,
): Promise<ApplicationToErase[]> {
  return leaving(tx, organizationId)
    .where('sort_email', '=', email.toLowerCase())
    .where((eb) =>
      eb.or([
        eb('came_by', '=', shop),
        eb.and([eb('came_by', 'is', null), eb('id', 'in', customersOf(tx, organizationId, shop))]),
      ]),
    )
    .execute()
}

const customersOf = (tx: WholeTx, organizationId: OrganizationId, shop: string) =>
  tx
    .selectFrom('applicant_customers')
    .select('applicant_id')
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .where('customer_status', '=', 'customer')

/** `isOnly`: the organization has no other store, so applications and verifications of unknown origin count as its own. */
type RemovedShop = { shop: string; isOnly: boolean }

/** Applications from this shop's widget. Of those of unknown origin, the ones of its customers; of an only store, all. */
export function listApplicationsToEraseOfShop(
  tx: WholeTx,
  organizationId: OrganizationId,
  { shop, isOnly }: RemovedShop,
  most: number,
): Promise<ApplicationToErase[]> {
  const itsCustomers = customersOf(tx, organizationId, shop)
  return leaving(tx, organizationId)
    .where((eb) =>
      eb.or([
        eb('came_by', '=', shop),
        isOnly
          ? eb('came_by', 'is', null)
          : eb.and([eb('came_by', 'is', null), eb('id', 'in', itsCustomers)]),
      ]),
    )
    .limit(most)
    .execute()
}

/** Addresses of applicants whom the shop knows by this number: a customer may have applied under another one. */
export async function listAddressesOfCustomer(
  tx: WholeTx,
  organizationId: OrganizationId,
  shop: string,
  customerId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('applicant_customers')
    .innerJoin('applicants', 'applicants.id', 'applicant_customers.applicant_id')
    .select('applicants.sort_email as email')
    .distinct()
    .where(inOrganization(organizationId, 'applicant_customers.organization_id'))
    .where('applicant_customers.shop', '=', shop)
    .where('applicant_customers.customer_id', '=', customerId)
    .execute()
  return rows.map(({ email }) => email)
}

/** `files`: what no row owns now, to be discarded after the commit. */
export type Erased = { files: string[]; receipts: Receipts }

/**
 * Deletes these applications with everything that belongs to them: history, notes, files and their text by foreign keys, their
 * verifications, the mails about them, and, if an address has no other application, all mail to it. Writes the ledger of erasures and
 * the audit log, and lets open screens take the applications off their lists.
 */
export async function deleteApplications(
  tx: WholeTx,
  organizationId: OrganizationId,
  applications: readonly ApplicationToErase[],
  cause: ErasureCause,
): Promise<Erased> {
  const files = await deleteWithBelongings(tx, organizationId, applications)
  return { files, receipts: await recordErasures(tx, organizationId, applications, cause) }
}

/** Called last, because the organization's audit log is locked from here to the end of the transaction. */
async function recordErasures(
  tx: Tx,
  organizationId: OrganizationId,
  applications: readonly ApplicationToErase[],
  cause: ErasureCause,
): Promise<Receipts> {
  const ids = applications.map(({ id }) => id)
  const receipts = await insertErasures(tx, organizationId, ids, cause)
  await insertLiveEvents(tx, organizationId, 'applicant.deleted', ids)
  return receipts
}

async function deleteWithBelongings(
  tx: WholeTx,
  organizationId: OrganizationId,
  applications: readonly ApplicationToErase[],
): Promise<string[]> {
  const ids = applications.map(({ id }) => id)
  if (ids.length === 0) return []
  const owned = await tx
    .selectFrom('cv_files')
    .select('storage_key')
    .where(inOrganization(organizationId))
    .where('applicant_id', 'in', ids)
    .execute()
  await deleteApplicantMails(tx, organizationId, ids)
  await clearRequestsOfApplicants(tx, organizationId, ids)
  await tx
    .deleteFrom('applicants')
    .where(inOrganization(organizationId))
    .where('id', 'in', ids)
    .execute()
  const emails = applications.map(({ email }) => email.toLowerCase())
  const roles = applications.map(({ role_id }) => role_id)
  const waiting = await deleteProofs(
    tx,
    organizationId,
    sql<boolean>`(email, job_post_id) in (select * from unnest(${emails}::text[], ${roles}::uuid[]))`,
  )
  for (const email of new Set(emails)) await eraseIfGone(tx, organizationId, email)
  return [...owned.map(({ storage_key }) => storage_key), ...waiting]
}

/** The address's verifications, and the files uploaded under them that have no application. */
async function deleteProofsOf(
  tx: WholeTx,
  organizationId: OrganizationId,
  email: string,
): Promise<string[]> {
  const keys = await deleteProofs(tx, organizationId, sql<boolean>`email = ${email.toLowerCase()}`)
  await eraseIfGone(tx, organizationId, email.toLowerCase())
  return keys
}

/** Verifications from this shop's widget, of an only store also those of unknown origin, and the files uploaded under them that have no application. */
export async function deleteProofsOfShop(
  tx: WholeTx,
  organizationId: OrganizationId,
  { shop, isOnly }: RemovedShop,
): Promise<string[]> {
  const theirs = sql<boolean>`(came_by = ${shop} or (came_by is null and ${isOnly}::boolean))`
  const proofs = await tx
    .selectFrom('email_verifications')
    .select('email')
    .distinct()
    .where(inOrganization(organizationId))
    .where(theirs)
    .execute()
  const keys = await deleteProofs(tx, organizationId, theirs)
  for (const { email } of proofs) await eraseIfGone(tx, organizationId, email)
  return keys
}

/** For a restore: the verification, and what else names an address that has nothing left. Undefined when it is not there. */
export async function deleteProofAgain(
  tx: WholeTx,
  organizationId: OrganizationId,
  id: string,
): Promise<string[] | undefined> {
  const proof = await tx
    .selectFrom('email_verifications')
    .select('email')
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!proof) return undefined
  const files = await deleteProofs(tx, organizationId, sql<boolean>`id = ${id}::uuid`)
  await eraseIfGone(tx, organizationId, proof.email)
  return files
}

/** Everything under an address, of which these are the applications; records them as `deleteApplications` does. */
export async function deleteAddress(
  tx: WholeTx,
  organizationId: OrganizationId,
  { email, applications }: { email: string; applications: readonly ApplicationToErase[] },
  cause: ErasureCause,
): Promise<Erased> {
  const files = await deleteWithBelongings(tx, organizationId, applications)
  files.push(...(await deleteProofsOf(tx, organizationId, email)))
  await clearRequestsOfAddress(tx, organizationId, email)
  return { files, receipts: await recordErasures(tx, organizationId, applications, cause) }
}

/** A verification has its address as `emailAddress` of the domain writes it, in lower case. */
async function deleteProofs(
  tx: WholeTx,
  organizationId: OrganizationId,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<string[]> {
  const files = await tx
    .deleteFrom('cv_files')
    .where(inOrganization(organizationId))
    .where('applicant_id', 'is', null)
    .where('verification_id', 'in', (eb) =>
      eb
        .selectFrom('email_verifications')
        .select('id')
        .where(inOrganization(organizationId))
        .where(condition),
    )
    .returning('storage_key')
    .execute()
  await tx
    .deleteFrom('email_verifications')
    .where(inOrganization(organizationId))
    .where(condition)
    .execute()
  return files.map(({ storage_key }) => storage_key)
}

/** When the organization has no application and no verification of the address left, erases what else names it. */
async function eraseIfGone(
  tx: WholeTx,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  const applied = await tx
    .selectFrom('applicants')
    .select('id')
    .where(inOrganization(organizationId))
    .where('sort_email', '=', email)
    .limit(1)
    .executeTakeFirst()
  const verified = await tx
    .selectFrom('email_verifications')
    .select('id')
    .where(inOrganization(organizationId))
    .where('email', '=', email)
    .limit(1)
    .executeTakeFirst()
  if (applied ?? verified) return
  // A notice of a breach that has not left yet.
  await tx
    .updateTable('breach_notices')
    .set({ recipient: null, state: 'removed' })
    .where(inOrganization(organizationId))
    .where('state', '=', 'waiting')
    .where(sql<string>`lower(recipient)`, '=', email)
    .execute()
  // The list of addresses that an owner entered for a breach notice.
  await tx
    .updateTable('breach_records')
    .set({
      audience_list: sql<string[]>`array(
        select address from unnest(audience_list) with ordinality as listed (address, place)
        where lower(address) <> ${email} order by place
      )`,
    })
    .where(inOrganization(organizationId))
    .where(
      sql<boolean>`exists (select from unnest(audience_list) as address where lower(address) = ${email})`,
    )
    .execute()
  await deleteMailsToAddress(tx, organizationId, email)
}
