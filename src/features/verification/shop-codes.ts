// The limit of the codes that a shop's applicants ask for: what it counts, and who is told that it is near or full.
import { waitText } from '#domain/careers/widget.ts'
import { AppError } from '#domain/errors.ts'
import {
  codesNoticeUses,
  knownNetworkUses,
  rateLimited,
  shopCodeUses,
  type FullUse,
  type Network,
  type Use,
} from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { isNearLimit, type LimitUse } from '#domain/organizations/organization-limits.ts'
import { dashboardLinks } from '#domain/store/framed-address.ts'
import type { Queries, Tx } from '#data/database.ts'
import { findMailSettings } from '#data/mails/mail-templates.ts'
import { insertOwnerMails } from '#data/mails/owner-mails.ts'
import { upsertLimitPeak } from '#data/organizations/limit-peaks.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { countUsed, deleteUses, insertUses } from '#data/rate-limits.ts'
import { listStoresOfReaders } from '#data/store/store-people.ts'
import type { Deps } from '../deps.ts'

/** What one more code would use. */
export async function usesOfCode(
  { organizationLimits }: Deps,
  db: Queries,
  organizationId: OrganizationId,
  network: Network,
): Promise<Use[]> {
  const isKnown = !network.isCounted || (await countUsed(db, knownNetworkUses(network))) > 0
  return shopCodeUses(organizationId, organizationLimits.codesPerDay, isKnown)
}

/** A code or link was used for the first time: it counts no more, and its network is known. */
export async function releaseCode(
  { organizationLimits }: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  network: Network,
): Promise<void> {
  const known = knownNetworkUses(network)
  const wasKnown = known.length === 0 || (await insertUses(tx, known)) !== undefined
  // Of several codes that a network asked for before it was known, one is given back.
  await deleteUses(tx, shopCodeUses(organizationId, organizationLimits.codesPerDay, wasKnown))
}

/** What a visitor is told, who learns nothing about an address by it: when the next code may go, and another way to the shop. */
export async function refusalOfCode(
  deps: Deps,
  shop: { id: OrganizationId; name: string },
  full: FullUse,
): Promise<AppError> {
  const now = deps.clock.now()
  if (!full.isOfShop) return rateLimited(full, now)
  deps.metrics?.countLimit('codes')
  const address = (await findMailSettings(deps.db.queries, shop.id))?.mail_reply_to
  const retryAfter = Math.max(1, Math.ceil((full.until.getTime() - now.getTime()) / 1000))
  const values = { shopName: shop.name, wait: waitText(retryAfter) }
  return address
    ? new AppError('verification.shopLimitWrite', { values: { ...values, address }, retryAfter })
    : new AppError('verification.shopLimit', { values, retryAfter })
}

/** Shows owners that the limit is near, and mails them once a day. */
export async function noteShopCodes(deps: Deps, organizationId: OrganizationId): Promise<void> {
  const most = deps.organizationLimits.codesPerDay
  const used = await countUsed(deps.db.queries, shopCodeUses(organizationId, most, true))
  const use: LimitUse = { about: 'codes', used, most }
  if (!isNearLimit(use)) return
  await deps.db.transaction(async (tx) => {
    await upsertLimitPeak(tx, organizationId, use)
    if (await insertUses(tx, codesNoticeUses(organizationId))) return
    const organization = await findOrganization(tx, organizationId)
    const linkTo = dashboardLinks(deps, await listStoresOfReaders(tx, organizationId))
    await insertOwnerMails(deps, tx, organizationId, {
      kind: 'codes-limit',
      viewFor: (recipient) => ({
        organization: organization?.name ?? '',
        used,
        most,
        link: linkTo(recipient, '/admin/applicants'),
      }),
    })
  })
}
