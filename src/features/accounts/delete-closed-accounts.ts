// Scheduled: deletes closed accounts after their waiting time.
import {
  deleteAccount,
  deleteOrganization,
  findDueAccountClosing,
} from '#data/accounts/account-closings.ts'
import { insertAuditEvent, updateAuditOriginsEmptied } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { updateNextOwner } from '#data/accounts/next-owner.ts'

/** Returns how many it deleted. Idempotent and safe in several processes: one transaction for each account. */
export async function deleteClosedAccounts(deps: Deps): Promise<number> {
  const time = await believedTime(deps)
  if (!time) return 0
  let deleted = 0
  while (await deps.db.transaction((tx) => deleteNext(tx, time.now))) deleted += 1
  return deleted
}

async function deleteNext(tx: Tx, now: Cutoff): Promise<boolean> {
  const account = await findDueAccountClosing(tx, now)
  if (!account) return false
  const organizationId = account.organization_id
  const isMember = organizationId && account.is_approved
  const stays = isMember ? await leave(tx, organizationId, account.user_id) : true
  await deleteAccount(tx, account)
  await updateAuditOriginsEmptied(tx, account.user_id)
  await insertAuditEvent(tx, stays ? organizationId : null, {
    actor_id: null,
    action: 'account.deleted',
    resource_type: 'user',
    resource_id: account.user_id,
  })
  return true
}

/** Returns whether the organization remains; without approved members it is deleted, because nobody could access it. */
async function leave(tx: Tx, organizationId: OrganizationId, userId: string): Promise<boolean> {
  if (await updateNextOwner(tx, organizationId, userId)) return true
  await deleteOrganization(tx, organizationId)
  await insertAuditEvent(tx, null, {
    actor_id: null,
    action: 'organization.deleted',
    resource_type: 'organization',
    resource_id: organizationId,
  })
  return false
}
