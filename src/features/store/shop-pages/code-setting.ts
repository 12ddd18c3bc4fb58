// An owner chooses whether customers who are signed in to the shop are sent a code all the same.
import { approvedMember, approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findAsksForCode, updateAsksForCode } from '#data/store/code-settings.ts'
import type { Deps } from '../../deps.ts'

type CodeSetting = { is_asked: boolean }

export async function readCodeSetting(deps: Deps, actor: Actor | undefined): Promise<CodeSetting> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (tx) => ({
    is_asked: await findAsksForCode(tx, organizationId),
  }))
}

export async function editCodeSetting(
  deps: Deps,
  actor: Actor | undefined,
  { is_asked }: CodeSetting,
): Promise<CodeSetting> {
  const { organizationId, userId } = approvedOwner(actor)
  await deps.db.forOrganization(organizationId, async (tx) => {
    await updateAsksForCode(tx, organizationId, is_asked)
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'store.code_setting_changed',
      resource_type: 'organization',
      resource_id: organizationId,
    })
  })
  return { is_asked }
}
