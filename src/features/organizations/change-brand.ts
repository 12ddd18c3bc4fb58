// Owners change their organization's name, accent colour and logo.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import { brandOf, type Brand, type BrandFields } from '#domain/organizations/brand.ts'
import { AppError } from '#domain/errors.ts'
import type { BrandInput, Organization } from '#domain/organizations/organizations.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findOrganizationLocked, updateBrand } from '#data/organizations/organizations.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import type { Deps } from '../deps.ts'
import { discardPicture, storePicture } from './pictures.ts'

type BrandValues = BrandFields & Pick<Organization, 'language'>

/** Names need not be unique: a refusal would reveal which organizations exist. */
export function editBrand(
  deps: Deps,
  actor: Actor | undefined,
  { name, accent, language }: BrandInput,
): Promise<Brand> {
  return change(deps, actor, (before) => ({
    ...(name !== undefined && name !== before.name && { name }),
    ...(accent !== undefined && accent !== before.accent && { accent }),
    ...(language !== undefined && language !== before.language && { language }),
  }))
}

/** `bytes`: the chosen file. Stores the picture without metadata. */
export async function uploadLogo(
  deps: Deps,
  actor: Actor | undefined,
  bytes: Buffer,
): Promise<Brand> {
  const { organizationId } = approvedOwner(actor)
  return storePicture(deps, organizationId, 'logo', bytes, ({ name, width, height }) =>
    change(deps, actor, () => ({ logo_name: name, logo_width: width, logo_height: height })),
  )
}

/** Succeeds also when there is no logo. */
export const removeLogo = (deps: Deps, actor: Actor | undefined): Promise<Brand> =>
  change(deps, actor, ({ logo_name }) =>
    logo_name === null ? {} : { logo_name: null, logo_width: null, logo_height: null },
  )

async function change(
  deps: Deps,
  actor: Actor | undefined,
  decide: (before: Organization) => Partial<BrandValues>,
): Promise<Brand> {
  const { organizationId, userId } = approvedOwner(actor)
  const { before, after } = await deps.db.forOrganization(organizationId, async (tx) => {
    const before = await findOrganizationLocked(tx, organizationId)
    if (!before) throw new AppError('organization.none')
    const values = decide(before)
    const after = { ...before, ...values }
    if (Object.keys(values).length === 0) return { before, after }
    await updateBrand(tx, organizationId, values)
    for (const event of auditEventsOf(before, values)) {
      await insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        resource_type: 'organization',
        resource_id: organizationId,
        ...event,
      })
    }
    await insertLiveEvents(tx, organizationId, 'organization.changed', [organizationId])
    // The titles of store pages contain the shop's name; its logo and language are in the jobs of its theme.
    await insertStoreWrites(tx, organizationId)
    return { before, after }
  })
  if (before.logo_name !== after.logo_name) await discardPicture(deps, before.logo_name)
  return brandOf(after)
}

function auditEventsOf({ name }: Organization, values: Partial<BrandValues>) {
  const events: { action: AuditAction; details?: Record<string, string> }[] = []
  if (values.name !== undefined) {
    events.push({ action: 'organization.renamed', details: { from: name, to: values.name } })
  }
  if (values.accent !== undefined) events.push({ action: 'organization.accent_changed' })
  if (values.language !== undefined) events.push({ action: 'organization.language_changed' })
  if (values.logo_name !== undefined) {
    const isRemoved = values.logo_name === null
    events.push({ action: isRemoved ? 'organization.logo_removed' : 'organization.logo_changed' })
  }
  return events
}
