// Owners change their organization's profile on its public pages.
import { isDeepStrictEqual } from 'node:util'
import { approvedMember, approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { KeptPortrait } from '#domain/organizations/portraits.ts'
import {
  picturesOf,
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
  { portraits, ...words }: ProfileInput,
): Promise<ShopProfile> =>
  change(deps, actor, (before) => {
    const values = {
      ...words,
      // Those that are left out are removed.
      portraits: portraits?.map((portrait) => ({
        ...portrait,
        picture: before.portraits.find(({ id }) => id === portrait.id)?.picture ?? null,
      })),
    }
    return Object.fromEntries(
      (['about', 'website', 'address', 'benefits', 'portraits'] as const).flatMap((field) => {
        const value = values[field]
        const isChanged = value !== undefined && !isDeepStrictEqual(value, before[field])
        return isChanged ? [[field, value]] : []
      }),
    )
  })

/** Its picture for shared links, or its cover. */
type PageUse = 'picture' | 'cover'

/** `bytes`: the chosen file. Stores the picture without metadata. */
export async function uploadPagePicture(
  deps: Deps,
  actor: Actor | undefined,
  use: PageUse,
  bytes: Buffer,
): Promise<ShopProfile> {
  const { organizationId } = approvedOwner(actor)
  return storePicture(deps, organizationId, use, bytes, ({ name, width, height }) =>
    change(deps, actor, () => ({
      [`${use}_name`]: name,
      [`${use}_width`]: width,
      [`${use}_height`]: height,
    })),
  )
}

/** Succeeds also when there is none. */
export const removePagePicture = (
  deps: Deps,
  actor: Actor | undefined,
  use: PageUse,
): Promise<ShopProfile> =>
  change(deps, actor, (before) =>
    before[`${use}_name`] === null
      ? {}
      : { [`${use}_name`]: null, [`${use}_width`]: null, [`${use}_height`]: null },
  )

/** The same of a person or place. Throws server.notFound for an unknown one. */
export async function uploadPortrait(
  deps: Deps,
  actor: Actor | undefined,
  portraitId: string,
  bytes: Buffer,
): Promise<ShopProfile> {
  const { organizationId } = approvedOwner(actor)
  return storePicture(deps, organizationId, 'portrait', bytes, (picture) =>
    change(deps, actor, ({ portraits }) => ({
      portraits: withPicture(portraits, portraitId, picture),
    })),
  )
}

/** The person or place stays. */
export const removePortrait = (
  deps: Deps,
  actor: Actor | undefined,
  portraitId: string,
): Promise<ShopProfile> =>
  change(deps, actor, (before) => {
    const portraits = withPicture(before.portraits, portraitId, null)
    return isDeepStrictEqual(portraits, before.portraits) ? {} : { portraits }
  })

function withPicture(
  portraits: readonly KeptPortrait[],
  portraitId: string,
  picture: KeptPortrait['picture'],
): KeptPortrait[] {
  if (!portraits.some(({ id }) => id === portraitId)) throw new AppError('server.notFound')
  return portraits.map((portrait) =>
    portrait.id === portraitId ? { ...portrait, picture } : portrait,
  )
}

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
  const kept = new Set(picturesOf(after))
  for (const name of picturesOf(before)) if (!kept.has(name)) await discardPicture(deps, name)
  return profileOf(after)
}
