// Which customers of a segment may be invited to apply for a job.
import { emailAddress } from '#domain/accounts/accounts.ts'
import { whyLeftOut, MEMBERS_AT_ONCE, type LeftOutReason } from '#domain/store/job-invitations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { WholeTx } from '#data/database.ts'
import {
  findInvitationKey,
  listAppliedAddresses,
  listInvitations,
} from '#data/store/job-invitations.ts'
import { openInvitationKey, type InvitationKey } from '#gateways/store/invitation-keys.ts'
import { nextPage } from '#gateways/store/next-page.ts'
import { segmentMembers } from '#gateways/store/shopify-operations.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'

export type Member = {
  /** The platform's number of them, in the form that a customer has. */
  customerId: string
  /** Normalised; null when the shop has none that a mail could be sent to. */
  email: string | null
  hasConsented: boolean
}

export type MembersPage = { members: Member[]; total: number; after: string | null }

/** `after`: the cursor of the previous page. Throws the errors of `Stores.ask`. */
export async function readMembers(
  stores: Stores,
  { shop, segment, after }: { shop: string; segment: string; after: string | null },
  signal: AbortSignal,
): Promise<MembersPage> {
  const variables = { segment, first: MEMBERS_AT_ONCE, after }
  const { customerSegmentMembers: page } = await stores.ask(shop, segmentMembers, variables, signal)
  return {
    members: page.edges.map(({ node: { id, defaultEmailAddress: address } }) => ({
      customerId: `gid://shopify/Customer/${id.split('/').at(-1)}`,
      email: emailAddress.safeParse(address?.emailAddress).data ?? null,
      hasConsented: address?.marketingState === 'SUBSCRIBED',
    })),
    total: page.totalCount,
    after: nextPage(page, after, page.edges.length),
  }
}

export type Invited = { customerId: string; email: string }

export type Judged = { invitable: Invited[]; leftOut: LeftOutReason[] }

/** `key`: undefined when the organization has sent no invitation yet. */
export async function judgeMembers(
  tx: WholeTx,
  organizationId: OrganizationId,
  {
    members,
    jobId,
    key,
  }: { members: readonly Member[]; jobId: string; key: InvitationKey | undefined },
): Promise<Judged> {
  const emails = members.flatMap(({ email, hasConsented }) =>
    email && hasConsented ? [email] : [],
  )
  const hashes = key ? emails.map((email) => key.hashOf(email)) : []
  const known = new Map(
    (await listInvitations(tx, organizationId, hashes)).map((each) => [
      each.address_hash.toString('hex'),
      each,
    ]),
  )
  const applied = new Map(
    (await listAppliedAddresses(tx, organizationId, emails, jobId)).map((each) => [
      each.email,
      each,
    ]),
  )
  const judged: Judged = { invitable: [], leftOut: [] }
  for (const { customerId, email, hasConsented } of members) {
    const invitation = email ? known.get(key?.hashOf(email).toString('hex') ?? '') : undefined
    const application = email ? applied.get(email) : undefined
    const reason = whyLeftOut({
      hasConsented: hasConsented && email !== null,
      hasDeclined: Boolean(invitation?.isUnsubscribed || application?.hasDeclined),
      wasInvited: invitation !== undefined,
      hasApplied: Boolean(application?.hasApplied),
    })
    if (reason) judged.leftOut.push(reason)
    else if (email) judged.invitable.push({ customerId, email })
  }
  return judged
}

export async function findOpenedKey(
  deps: Deps,
  tx: WholeTx,
  organizationId: OrganizationId,
): Promise<InvitationKey | undefined> {
  const encrypted = await findInvitationKey(tx, organizationId)
  return encrypted === undefined ? undefined : openInvitationKey(deps.secrets, encrypted)
}
