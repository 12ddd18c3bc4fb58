// Stores the customer data of an applicant, and publishes a live event when it changes what screens show.
import type { CustomerSnapshot } from '#domain/store/customers.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  updateCustomerFlag,
  upsertApplicantCustomer,
} from '#data/applicants/applicant-customers.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'

export async function updateApplicantCustomer(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  snapshot: CustomerSnapshot,
): Promise<void> {
  await upsertApplicantCustomer(tx, organizationId, applicantId, snapshot)
  const isCustomer = snapshot.customer_status === 'customer'
  if (await updateCustomerFlag(tx, organizationId, applicantId, isCustomer)) {
    await insertLiveEvents(tx, organizationId, 'applicant.updated', [applicantId])
  }
}
