// Invites a customer of the store to a job.
import { invitedAddressUses } from '#domain/limits.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import {
  findInvitationKey,
  findInvitedJob,
  listAppliedAddresses,
  listInvitations,
} from '#data/store/job-invitations.ts'
import { openInvitationKey } from '#gateways/store/invitation-keys.ts'
import { defineSending } from './sending-rule.ts'

export const jobInvitation = defineSending<MailViews['job-invitation']>({
  /** Skips recipients who unsubscribed, applied or asked for no contact since, and every invitation to a closed job. */
  isStillWanted(deps, { organization_id, recipient }, { jobId }) {
    return deps.db.includingRestricted(organization_id, async (tx) => {
      const encrypted = await findInvitationKey(tx, organization_id)
      if (encrypted === undefined) return false
      if (!(await findInvitedJob(tx, organization_id, jobId))) return false
      const hash = openInvitationKey(deps.secrets, encrypted).hashOf(recipient)
      const [invitation] = await listInvitations(tx, organization_id, [hash])
      const [applied] = await listAppliedAddresses(tx, organization_id, [recipient], jobId)
      // Without a stored invitation the person's data was erased.
      return invitation?.isUnsubscribed === false && !applied?.hasApplied && !applied?.hasDeclined
    })
  },
  /** The rest waits, so that a shop does not learn from its numbers that others have invited the same person. */
  addressUses: ({ recipient }) => invitedAddressUses(recipient),
})
