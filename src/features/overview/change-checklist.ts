// An owner skips a step of the checklist or closes the whole checklist.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import type { SkippableStep } from '#domain/organizations/checklist.ts'
import { updateChecklistClosed, updateStepSkipped } from '#data/organizations/checklist.ts'
import type { Deps } from '../deps.ts'

export async function skipStep(
  deps: Deps,
  actor: Actor | undefined,
  step: SkippableStep,
): Promise<{ step: SkippableStep }> {
  const { organizationId } = approvedOwner(actor)
  await deps.db.forOrganization(organizationId, (tx) => updateStepSkipped(tx, organizationId, step))
  return { step }
}

/** For all members of the organization, permanently. */
export async function closeChecklist(
  deps: Deps,
  actor: Actor | undefined,
): Promise<{ is_closed: true }> {
  const { organizationId } = approvedOwner(actor)
  await deps.db.forOrganization(organizationId, (tx) =>
    updateChecklistClosed(tx, organizationId, deps.clock.now()),
  )
  return { is_closed: true }
}
