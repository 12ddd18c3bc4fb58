// A person wants no further mail from an organization, or allows it again.
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '#data/database.ts'
import { updateNoContact } from '#data/rights/own-application.ts'
import {
  deleteNoContactWish,
  findInvitationKey,
  insertInvitationKey,
  upsertNoContactWish,
} from '#data/store/job-invitations.ts'
import { newInvitationKey, openInvitationKey } from '#gateways/store/invitation-keys.ts'
import type { Deps } from '../deps.ts'
import { carryOut, type Asked } from './record-rights-action.ts'

/**
 * For the address: every application of it, and each that comes later, also when this one is gone. What the person asks for
 * themselves is still sent.
 */
export const endContact = (deps: Deps, asked: Asked): Promise<void> =>
  carryOut(deps, asked, {
    kind: 'no_contact',
    action: 'applicant.no_contact',
    outcome: 'done',
    screens: 'reload',
    work: async (tx, { email, no_contact_at }, now) => {
      if (no_contact_at) throw new AppError('rights.alreadyNoContact')
      await updateNoContact(tx, asked.organizationId, email, now)
      const hash = await hashOf(deps, tx, asked.organizationId, email)
      await upsertNoContactWish(tx, asked.organizationId, hash, now)
    },
  })

export const allowContact = (deps: Deps, asked: Asked): Promise<void> =>
  carryOut(deps, asked, {
    kind: 'no_contact',
    action: 'applicant.contact_allowed',
    outcome: 'lifted',
    screens: 'reload',
    work: async (tx, { email, no_contact_at }) => {
      if (!no_contact_at) throw new AppError('rights.contactAllowed')
      await updateNoContact(tx, asked.organizationId, email, null)
      const hash = await hashOf(deps, tx, asked.organizationId, email)
      await deleteNoContactWish(tx, asked.organizationId, hash)
    },
  })

/** Under the organization's own key, as those of invitations to apply. */
async function hashOf(
  { secrets }: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<Buffer> {
  const found = await findInvitationKey(tx, organizationId)
  if (found === undefined) {
    // Of two at once one is kept.
    await insertInvitationKey(tx, organizationId, newInvitationKey(secrets))
  }
  const sealed = found ?? (await findInvitationKey(tx, organizationId))
  if (sealed === undefined) throw new Error('An organization has no key for hashes')
  return openInvitationKey(secrets, sealed).hashOf(email)
}
