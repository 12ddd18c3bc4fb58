// A person wants no further mail from an organization, or allows it again.
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '#data/database.ts'
import { updateNoContact } from '#data/rights/own-application.ts'
import {
  deleteNoContact,
  findInvitationKey,
  insertInvitationKey,
  upsertNoContact,
} from '#data/store/job-invitations.ts'
import { newInvitationKey, openInvitationKey } from '#gateways/store/invitation-keys.ts'
import type { Deps } from '../deps.ts'
import { runRightsAction, type Asked } from './record-rights-action.ts'

/**
 * For the address: all its applications, also later ones, and after this one is deleted. Mails that the person requests are still
 * sent.
 */
export const endContact = (deps: Deps, asked: Asked): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: 'no_contact',
    action: 'applicant.no_contact',
    outcome: 'done',
    screens: 'reload',
    work: async (tx, { email, no_contact_at }, now) => {
      if (no_contact_at) throw new AppError('rights.alreadyNoContact')
      await updateNoContact(tx, asked.organizationId, email, now)
      const hash = await hashOf(deps, tx, asked.organizationId, email)
      await upsertNoContact(tx, asked.organizationId, hash, now)
    },
  })

export const allowContact = (deps: Deps, asked: Asked): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: 'no_contact',
    action: 'applicant.contact_allowed',
    outcome: 'lifted',
    screens: 'reload',
    work: async (tx, { email, no_contact_at }) => {
      if (!no_contact_at) throw new AppError('rights.contactAllowed')
      await updateNoContact(tx, asked.organizationId, email, null)
      const hash = await hashOf(deps, tx, asked.organizationId, email)
      await deleteNoContact(tx, asked.organizationId, hash)
    },
  })

/** The address's hash under the organization's own key, the same as for invitations to apply. */
async function hashOf(
  { secrets }: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<Buffer> {
  const found = await findInvitationKey(tx, organizationId)
  if (found === undefined) {
    // A concurrent request may have stored a key first, and that one is kept.
    await insertInvitationKey(tx, organizationId, newInvitationKey(secrets))
  }
  const sealed = found ?? (await findInvitationKey(tx, organizationId))
  if (sealed === undefined) throw new Error('An organization has no key for hashes')
  return openInvitationKey(secrets, sealed).hashOf(email)
}
