// Records security events of accounts in the audit log, and mails notices to the account's address.
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import type { Network } from '#domain/limits.ts'
import type { MailViews, SecurityNotice } from '#domain/mails/mails.ts'
import { isWalletEmail } from '#domain/accounts/wallets.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Queries, Tx } from '#data/database.ts'
import { insertMail } from '#data/mails/mails.ts'
import type { Deps } from '../deps.ts'

/** Origin of a security event. Other audit events have no origin, except those that clients report. */
export type Origin = { ip_address: string | null; user_agent: string | null }

const BROWSER_MAX = 300

export const originOf = (request: Request, network: Network) => ({
  ip_address: network.name,
  user_agent: request.headers.get('user-agent')?.slice(0, BROWSER_MAX) ?? null,
})

/** The account, and the organization whose owners can read its events. */
export type AccountScope = { user_id: string; organization_id: OrganizationId | null }

export type SecurityEvent = {
  /** Null for an unauthenticated person. */
  actor: string | null
  action: AuditAction
  from?: Origin
  details?: Record<string, string>
}

export function recordSecurityEvent(
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

/**
 * Records the operator's changes in the audit log of the account's organization, not in the installation's: its owners
 * should not have to ask whether somebody made a link that opens a colleague's account.
 */
export async function recordOperatorEvent(
  db: Queries,
  action: 'user_created' | 'user_changed' | 'user_deleted' | 'user_invited' | 'link_made',
  userId: string,
): Promise<void> {
  const account = await findAccountScope(db, { user_id: userId })
  const scope = account ?? { user_id: userId, organization_id: null }
  await recordSecurityEvent(db, scope, { actor: null, action: `operator.${action}` })
}

/** `recipient`: the account's address at the time of the event. */
export async function queueSecurityNotice(
  deps: Deps,
  tx: Tx,
  recipient: string,
  what: SecurityNotice,
): Promise<void> {
  // A wallet account has no email address.
  if (isWalletEmail(recipient)) return
  const data: MailViews['security-notice'] = {
    what,
    at: deps.clock.now().toISOString(),
    link: `${deps.appUrl}/auth`,
    supportEmail: deps.installation.support_email,
  }
  await insertMail(tx, {
    organization_id: null,
    kind: 'security-notice',
    recipient,
    sender_name: 'Storehand',
    data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
  })
}
