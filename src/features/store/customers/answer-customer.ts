// get-shopify-customer: staff look up their own applicants; an applicant with a grant looks up themselves.
import type { Actor } from '#domain/accounts/access.ts'
import type { Customer, CustomerPrefill } from '#domain/store/customers.ts'
import { AppError } from '#domain/errors.ts'
import { customerUses, rateLimited, type Network } from '#domain/limits.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../../deps.ts'
import { readCustomerOfAddress } from './read-customer.ts'
import { readPrefill } from './recognise-customer.ts'

type Unknown = { id: null; customerStatus: 'unknown' }

/**
 * Throws AppError auth.signInRequired without a session. Missing permission, an unknown customer and an unreachable store give
 * the same dashboard.customerMissing.
 */
export async function answerCustomer(
  deps: Deps,
  actor: Actor | undefined,
  { email, grant }: { email: string; grant: Grant | undefined },
  network: Network,
): Promise<Customer | CustomerPrefill | Unknown> {
  const over = await insertUses(deps.db.queries, customerUses(network))
  if (over) throw rateLimited(over, deps.clock.now())

  if (grant?.email === email) {
    const known = await readPrefill(deps, grant)
    if (!known) throw new AppError('dashboard.customerMissing')
    const { ordersCount: _, ...prefill } = known
    return prefill
  }
  if (!actor) throw new AppError('auth.signInRequired')
  const view = await readCustomerOfAddress(deps, actor, email)
  if (!view?.connected) throw new AppError('dashboard.customerMissing')
  return view.customer ?? { id: null, customerStatus: 'unknown' }
}
