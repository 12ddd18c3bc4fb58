// A person has their data erased at once.
import {
  deleteAddress,
  deleteApplications,
  listApplicationsToErase,
} from '#data/retention/erasures.ts'
import type { ErasureCause } from '#data/retention/ledger.ts'
import { updateRequestReceipt } from '#data/rights/rights-requests.ts'
import type { Deps } from '../deps.ts'
import { runRightsAction, type Asked } from './record-rights-action.ts'

/**
 * Of this application alone, or of everything under its address. The row of the register stays and names nobody. Returns the receipt
 * numbers, that of this application first.
 */
export async function eraseAtOnce(
  deps: Deps,
  asked: Asked,
  { isEverything }: { isEverything: boolean },
): Promise<[string, ...string[]]> {
  const { organizationId, applicantId, by } = asked
  const cause: ErasureCause = by
    ? { reason: 'request', actorId: by }
    : { reason: asked.cameBy === 'store' ? 'store' : 'applicant' }
  const { files, receipts } = await runRightsAction(deps, asked, {
    kind: 'erasure',
    // The ledger records the erasure in the audit log, and takes the applications off open screens.
    action: null,
    outcome: 'done',
    screens: 'nothing',
    work: async (tx, { id, email, role_id }, _now, requestId) => {
      const applications = isEverything
        ? await listApplicationsToErase(tx, organizationId, email)
        : [{ id, email, role_id }]
      const erased = isEverything
        ? await deleteAddress(tx, organizationId, { email, applications }, cause)
        : await deleteApplications(tx, organizationId, applications, cause)
      const receipt = erased.receipts.get(id)
      if (requestId && receipt) {
        await updateRequestReceipt(tx, organizationId, requestId, receipt)
      }
      return erased
    },
  })
  // After the commit: the sweep removes a file without a row, but a row without its file would be a loss.
  await deps.files.discard(files)
  const receipt = receipts.get(applicantId)
  if (!receipt) throw new Error('An erased application has no receipt')
  return [receipt, ...[...receipts.values()].filter((each) => each !== receipt)]
}
