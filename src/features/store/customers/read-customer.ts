// Reads an applicant's customer data from the connected store, for staff.
import { approvedMember, type Actor, type Member } from '#domain/accounts/access.ts'
import type { Customer, CustomerView } from '#domain/store/customers.ts'
import { AppError } from '#domain/errors.ts'
import { findApplicant, findApplicantOfAddress } from '#data/applicants/applicants.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Deps } from '../../deps.ts'

type Asked = { id: string; email: string }

export async function readCustomer(
  deps: Deps,
  actor: Actor | undefined,
  applicantId: string,
): Promise<CustomerView> {
  const member = approvedMember(actor)
  const { organizationId } = member
  const applicant = await deps.db.readForOrganization(organizationId, (tx) =>
    findApplicant(tx, organizationId, applicantId),
  )
  if (!applicant) throw new AppError('applicant.missing')
  return view(deps, member, applicant)
}

/** By email address; undefined unless an applicant of the organization has it. */
export async function readCustomerOfAddress(
  deps: Deps,
  actor: Actor | undefined,
  email: string,
): Promise<CustomerView | undefined> {
  if (!actor?.organization_id || !actor.is_approved) return undefined
  const member = approvedMember(actor)
  const { organizationId } = member
  const applicant = await deps.db.readForOrganization(organizationId, (tx) =>
    findApplicantOfAddress(tx, organizationId, email),
  )
  return applicant && view(deps, member, applicant)
}

async function view(
  deps: Deps,
  { organizationId, userId }: Member,
  { id, email }: Asked,
): Promise<CustomerView> {
  const lookup = await deps.customers.find(organizationId, email).catch((error: unknown) => {
    throw new AppError('dashboard.customerMissing', { cause: error })
  })
  if (lookup.state === 'none') throw new AppError('dashboard.customerMissing')
  if (lookup.state === 'not-connected') return { connected: false }
  const customer: Customer | null = lookup.state === 'found' ? lookup.customer : null
  if (customer) {
    await deps.db.forOrganization(organizationId, (tx) =>
      insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        action: 'customer.read',
        resource_type: 'applicant',
        resource_id: id,
      }),
    )
  }
  return { connected: true, customerStatus: customer?.customerStatus ?? 'unknown', customer }
}
