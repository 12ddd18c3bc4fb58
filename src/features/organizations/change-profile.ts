// Owners change their organization's profile on its public pages.
import { approvedMember, approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  profileOf,
  type ProfileFields,
  type ProfileInput,
  type ShopProfile,
} from '#domain/organizations/profile.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findProfile, findProfileLocked, updateProfile } from '#data/organizations/profiles.ts'
import type { Deps } from '../deps.ts'
import { discardPicture, storePicture } from './pictures.ts'

export async function readProfile(deps: Deps, actor: Actor | undefined): Promise<ShopProfile> {
  const { organizationId } = approvedMember(actor)
  const found = await deps.db.readForOrganization(organizationId, (tx) =>
    findProfile(tx, organizationId),
  )
  if (!found) throw new AppError('organization.none')
  return profileOf(found)
}

export const editProfile = (
  deps: Deps,
  actor: Actor | undefined,
  input: ProfileInput,
): Promise<ShopProfile> =>
  change(deps, actor, (before) =>
    Object.fromEntries(
      (['about', 'website', 'address'] as const).flatMap((field) => {
        const value = input[field]
        return value === undefined || value === before[field] ? [] : [[field, value]]
      }),
    ),
  )

/** `bytes`: the chosen file. Stores the picture without metadata. */
export async function uploadSocialPicture(
  deps: Deps,
  actor: Actor | undefined,
  bytes: Buffer,
): Promise<ShopProfile> {
  const { organizationId } = approvedOwner(actor)
  return storePicture(deps, organizationId, 'picture', bytes, ({ name, width, height }) =>
    change(deps, actor, () => ({
      picture_name: name,
      picture_width: width,
      picture_height: height,
    })),
  )
}

/** Succeeds also when there is none. */
export const removeSocialPicture = (deps: Deps, actor: Actor | undefined): Promise<ShopProfile> =>
  change(deps, actor, ({ picture_name }) =>
    picture_name === null ? {} : { picture_name: null, picture_width: null, picture_height: null },
  )

async function change(
  deps: Deps,
  actor: Actor | undefined,
  decide: (before: ProfileFields) => Partial<ProfileFields>,
): Promise<ShopProfile> {
  const { organizationId, userId } = approvedOwner(actor)
  const { before, after } = await deps.db.forOrganization(organizationId, async (tx) => {
    const before = await findProfileLocked(tx, organizationId)
    if (!before) throw new AppError('organization.none')
    const values = decide(before)
    const after = { ...before, ...values }
    if (Object.keys(values).length === 0) return { before, after }
    await updateProfile(tx, organizationId, values)
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'organization.profile_changed',
      resource_type: 'organization',
      resource_id: organizationId,
    })
    await insertLiveEvents(tx, organizationId, 'organization.changed', [organizationId])
    return { before, after }
  })
  if (before.picture_name !== after.picture_name) await discardPicture(deps, before.picture_name)
  return profileOf(after)
}
