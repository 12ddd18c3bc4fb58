// A customer's applications: found by the customer id of the application, and by the customer's current address in the
// shop.
import type { z } from 'zod'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { statusLabel } from '#domain/applicants/applicants.ts'
import type { customerApplicationsView } from '#domain/store/customer-applications.ts'
import { listApplicationsOfCustomer } from '#data/applicants/applicant-customers.ts'
import { signedInCustomer } from '#gateways/store/shopify-operations.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'
import { readProvenShop } from './read-proven-shop.ts'

/** Short, because a person waits for the page. */
const ASK_MS = 3000

/** `token`: the session token that made `actor` who they are. Throws AppError store.sessionEnded without one. */
export async function readCustomerApplications(
  deps: Deps,
  actor: Actor | undefined,
  token: string | undefined,
  customerId: string,
): Promise<z.output<typeof customerApplicationsView>> {
  const { organizationId } = approvedMember(actor)
  const { stores, shop } = await readProvenShop(deps, token)
  const email = await readAddress(deps, stores, shop, customerId)
  const rows = await deps.db.readForOrganization(organizationId, (tx) =>
    listApplicationsOfCustomer(tx, organizationId, { shop, customerId, email }),
  )
  return {
    applications: rows.map(({ id, role_title, status, created_at }) => ({
      id,
      job_title: role_title,
      status_text: statusLabel(status),
      applied_at: created_at,
    })),
  }
}

/** Null when the shop does not return it; the recognised customer is shown anyway. */
async function readAddress(
  deps: Deps,
  stores: Stores,
  shop: string,
  id: string,
): Promise<string | null> {
  const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(ASK_MS)])
  const answer = await stores.ask(shop, signedInCustomer, { id }, signal).catch(() => null)
  return answer?.customer?.defaultEmailAddress?.emailAddress ?? null
}
