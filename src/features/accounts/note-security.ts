// What happened to an account, for the audit trail and, where somebody else may have done it, for its owner's mailbox.
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import type { Network } from '#domain/limits.ts'
import type { MailViews, SecurityNotice } from '#domain/mails/mails.ts'
import { isWalletEmail } from '#domain/accounts/wallets.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findAccountScope } from '#data/accounts/accounts.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Queries } from '#data/database.ts'
import { insertMail } from '#data/mails/mails.ts'
import type { Deps } from '../deps.ts'

/** Where an act of security came from; of the rest of the trail only what clients report carries it. */
export type Origin = { ip_address: string | null; user_agent: string | null }

const BROWSER_MAX = 300

export const originOf = (request: Request, network: Network) => ({
  ip_address: network.name,
  user_agent: request.headers.get('user-agent')?.slice(0, BROWSER_MAX) ?? null,
})

/** Whose account it is, and whose trail its members' owners read. */
export type AccountScope = { user_id: string; organization_id: OrganizationId | null }

export type SecurityEvent = {
  /** Null: somebody who did not prove who they are. */
  actor: string | null
  action: AuditAction
  from?: Origin
  details?: Record<string, string>
}

export function noteSecurity(
  db: Queries,
  account: AccountScope | undefined,
  event: SecurityEvent,
): Promise<void> {
  const { actor, action, from, details } = event
  return insertAuditEvent(db, account?.organization_id ?? null, {
    actor_id: actor,
    action,
    resource_type: 'user',
    resource_id: account?.user_id ?? null,
    ...from,
    ...(details && { details }),
  })
}

/** What the operator did with an account stands in the trail of the shop it belongs to: there is nobody else to see it. */
export async function noteOperator(
  db: Queries,
  action: 'user_created' | 'user_changed' | 'user_deleted' | 'user_invited' | 'link_made',
  userId: string,
): Promise<void> {
  const account = await findAccountScope(db, { user_id: userId })
  const scope = account ?? { user_id: userId, organization_id: null }
  await noteSecurity(db, scope, { actor: null, action: `operator.${action}` })
}

/** To the address that the account had when it happened. */
export async function queueSecurityNotice(
  deps: Deps,
  db: Queries,
  recipient: string,
  what: SecurityNotice,
): Promise<void> {
  // A wallet's account has no mailbox.
  if (isWalletEmail(recipient)) return
  const data: MailViews['security-notice'] = {
    what,
    at: deps.clock.now().toISOString(),
    link: `${deps.appUrl}/auth`,
    supportEmail: deps.installation.support_email,
  }
  await insertMail(db, {
    organization_id: null,
    kind: 'security-notice',
    recipient,
    sender_name: 'Storehand',
    data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
  })
}
