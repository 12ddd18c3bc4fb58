// What the connected store knows of an applicant: read when staff look at it, kept nowhere.
import { approvedOrganization, type Actor } from '#domain/access.ts'
import type { CustomerView } from '#domain/customers.ts'
import { AppError } from '#domain/errors.ts'
import { findApplicant } from '#data/applicants.ts'
import { insertAuditEvent } from '#data/audit.ts'
import type { Deps } from '../deps.ts'

export async function readCustomer(
  deps: Deps,
  actor: Actor | undefined,
  applicantId: string,
): Promise<CustomerView> {
  const organizationId = approvedOrganization(actor)
  const applicant = await deps.db.forOrganization(organizationId, (tx) =>
    findApplicant(tx, organizationId, applicantId),
  )
  if (!applicant) throw new AppError('applicant.missing')
  const view = await deps.customers
    .find(organizationId, applicant.email)
    .catch((error: unknown) => {
      throw new AppError('dashboard.customerMissing', { cause: error })
    })
  if (!view.connected) return view
  await deps.db.forOrganization(organizationId, (tx) =>
    insertAuditEvent(tx, organizationId, {
      actor_id: actor?.user_id ?? null,
      action: 'customer.read',
      resource_type: 'applicant',
      resource_id: applicantId,
    }),
  )
  return view
}
