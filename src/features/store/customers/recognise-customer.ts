// Looks up once, in the background, whether a verified person is a customer. The result is stored encrypted with the verification.
import { setTimeout as wait } from 'node:timers/promises'
import {
  knownOf,
  PREFILL_WAIT_MS,
  snapshotOf,
  type KnownCustomer,
  type KnownLookup,
} from '#domain/store/customers.ts'
import type { Grant } from '#domain/verification/verification.ts'
import {
  findKnownCustomer,
  leaseCustomerQuestion,
  updateKnownCustomer,
} from '#data/applicants/applicant-customers.ts'
import type { Customers, Proof } from '#gateways/store/customers.ts'
import type { Deps } from '../../deps.ts'
import { updateApplicantCustomer } from './update-applicant-customer.ts'

/** Longer than the store may take. After a crash another process takes over. */
const LEASE_MS = 15_000
const ASK_MS = 12_000
const POLL_MS = 40

/** Never throws: without an answer the form is not prefilled, and a later refresh reads the customer. */
export async function recogniseCustomer(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'log' | 'warnOfExternalFailure' | 'closing'>,
  customers: Customers,
  proof: Proof,
): Promise<void> {
  const { id, organization_id: organizationId, email } = proof
  try {
    const now = deps.clock.now()
    const until = new Date(now.getTime() + LEASE_MS)
    const isOurs = await deps.db.forOrganization(organizationId, (tx) =>
      leaseCustomerQuestion(tx, organizationId, id, now, until),
    )
    if (!isOurs) return
    const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(ASK_MS)])
    const known = knownOf(await customers.find(organizationId, email, signal))
    const encrypted = deps.secrets.encrypt(JSON.stringify(known))
    await deps.db.forOrganization(organizationId, async (tx) => {
      const sent = await updateKnownCustomer(tx, organizationId, id, encrypted)
      const snapshot = snapshotOf(known)
      // The application was sent before the store answered: update it now.
      if (sent && snapshot)
        await updateApplicantCustomer(tx, organizationId, sent.applicant_id, snapshot)
    })
  } catch (error) {
    const what = 'the store did not say who applies'
    if (deps.closing.aborted || deps.warnOfExternalFailure(error, what)) return
    deps.log.warn({ err: error }, what)
  }
}

/** The customer data for a grant's form, if the store answers within PREFILL_WAIT_MS. */
export async function readPrefill(deps: Deps, grant: Grant): Promise<KnownCustomer | undefined> {
  if (!deps.stores) return undefined
  const { verification_id: id, organization_id: organizationId, email } = grant
  let isLate = false
  void deps.customers.recognise({ id, organization_id: organizationId, email })
  for (const giveUp = Date.now() + PREFILL_WAIT_MS; !isLate; await wait(POLL_MS)) {
    const encrypted = await deps.db.readForOrganization(organizationId, (tx) =>
      findKnownCustomer(tx, organizationId, id),
    )
    if (encrypted) {
      const known = JSON.parse(deps.secrets.decrypt(encrypted)) as KnownLookup
      return known.state === 'found' ? known.customer : undefined
    }
    isLate = Date.now() >= giveUp
  }
  return undefined
}
