// A person has their data erased at once.
import {
  deleteAddress,
  deleteApplications,
  listApplicationsToErase,
} from '#data/retention/erasures.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'
import { carryOut, type Asked } from './record-act.ts'

/** Of this application alone, or of everything under its address. The row of the register stays and names nobody. */
export async function eraseAtOnce(
  deps: Deps,
  asked: Asked,
  { isEverything }: { isEverything: boolean },
): Promise<void> {
  const { organizationId } = asked
  const files = await carryOut(deps, asked, {
    kind: 'erasure',
    action: 'applicant.data_removed',
    outcome: 'done',
    screens: 'take-off',
    work: async (tx, { id, email, role_id }) => {
      if (!isEverything) return deleteApplications(tx, organizationId, [{ id, email, role_id }])
      const applications = await listApplicationsToErase(tx, organizationId, email)
      const unowned = await deleteAddress(tx, organizationId, email, applications)
      const others = applications.map((each) => each.id).filter((each) => each !== id)
      await insertAuditEvents(
        tx,
        organizationId,
        others.map((other) => ({
          actor_id: asked.by,
          action: 'applicant.data_removed',
          resource_type: 'applicant',
          resource_id: other,
        })),
      )
      await insertLiveEvents(tx, organizationId, 'applicant.deleted', others)
      return unowned
    },
  })
  // After the commit: the sweep removes a file without a row, but a row without its file would be a loss.
  await deps.files.discard(files)
}
