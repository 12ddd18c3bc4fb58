// The signed link that ends one kind of mail for one person, without a session: mail programs may request it themselves (RFC 8058).
import {
  notificationKinds,
  type NotificationKind,
  type NotificationsInput,
} from '#domain/mails/notifications.ts'
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findMember } from '#data/organizations/members.ts'
import {
  deleteNotificationExceptions,
  updateNotificationSettings,
} from '#data/mails/notification-settings.ts'
import { deleteWaitingNotifications } from '#data/mails/notifications.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'

const PURPOSE = 'unsubscribe'

type Subscription = { user_id: string; organization_id: OrganizationId; kind: NotificationKind }

const wordsOf = ({ user_id, organization_id, kind }: Record<keyof Subscription, string>) =>
  `${user_id}.${organization_id}.${kind}`

/** Valid for good, also after rotations of the main key: mails are kept for years, and the link can do nothing else. */
export function unsubscribeLink(deps: Deps, subscription: Subscription): string {
  const words = wordsOf(subscription)
  const token = `${words}.${deps.secrets.signLink(PURPOSE, words).toString('base64url')}`
  return `${deps.appUrl}/api/unsubscribe?token=${token}`
}

/** Undefined for an invalid link. Attempts are rate-limited, although 256 bits cannot be guessed. */
export async function readUnsubscribeLink(
  deps: Deps,
  token: string,
  network: Network,
): Promise<Subscription | undefined> {
  const [user_id = '', organization_id = '', word = '', signature = ''] = token.split('.')
  const kind = notificationKinds.find((known) => known === word)
  const named = kind && { user_id, organization_id, kind }
  const bytes = Buffer.from(signature, 'base64url')
  // Only one spelling is accepted, so that the signature covers the whole link.
  const isOurs =
    named !== undefined &&
    token === `${wordsOf(named)}.${bytes.toString('base64url')}` &&
    deps.secrets.isSignedLink(PURPOSE, wordsOf(named), bytes)
  if (isOurs) return { ...named, organization_id: organization_id as OrganizationId }
  const over = await insertUses(deps.db.queries, wrongProofUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  return undefined
}

const nothingOf: Record<NotificationKind, NotificationsInput> = {
  application: { applications: 'never' },
  waiting: { waiting: false },
  undelivered: { undelivered: false },
}

/** The same answer when it is done already or no longer theirs: the link must not reveal anything about the person. */
export async function unsubscribe(deps: Deps, subscription: Subscription): Promise<void> {
  const { user_id, organization_id, kind } = subscription
  await deps.db.forOrganization(organization_id, async (tx) => {
    if (!(await findMember(tx, organization_id, user_id))) return
    await updateNotificationSettings(tx, organization_id, user_id, nothingOf[kind])
    if (kind === 'application') await deleteNotificationExceptions(tx, organization_id, user_id)
    await deleteWaitingNotifications(tx, organization_id, user_id, kind)
  })
}
