// Finds the shop of a visit without a grant, so that an applicant with an expired link can return to that shop's jobs.
import type { BrandFields } from '#domain/organizations/brand.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import {
  findOrganizationByHost,
  findOrganizationByJob,
  findOrganizationByProof,
  findOrganizationByShop,
  findOrganizationByWord,
} from '#data/organizations/organizations.ts'
import { siteName } from '#domain/organizations/profile.ts'
import { findProfile } from '#data/organizations/profiles.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'

/** Hints from the request. They can be forged, so they give no access: they only select an existing organization. */
export type VisitHints = {
  /** Tokens of links and grants, valid or not. */
  tokens: readonly string[]
  /** Ids of job posts. */
  jobs: readonly string[]
  /** Shops' `.myshopify.com` domains. */
  shops: readonly string[]
  /** Ids or slugs of organizations. */
  organizations: readonly string[]
  /** Host names of shops' own sites. */
  hosts: readonly string[]
}

export type VisitedShop = Pick<Organization, 'id' | 'slug' | 'language' | keyof BrandFields>

/** The first match, most reliable hints first. Undefined also after a database error: pages must not fail because of this link. */
export async function findVisitedShop(
  deps: Deps,
  hints: VisitHints,
): Promise<VisitedShop | undefined> {
  const db = deps.db.queries
  const lookups = [
    ...hints.tokens.map((token) => () => findOrganizationByProof(db, hashOf(token))),
    ...hints.jobs.map((id) => () => findOrganizationByJob(db, id)),
    ...hints.shops.map((shop) => () => findOrganizationByShop(db, shop)),
    ...hints.organizations.map((word) => () => findOrganizationByWord(db, word)),
    ...hints.hosts.map((host) => () => findOrganizationByHost(db, host)),
  ]
  try {
    for (const find of lookups) {
      const found = await find()
      if (found) return found
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'the shop of a visit cannot be read')
  }
  return undefined
}

/** Whether a site belongs to the shop of these pages: its store, or the website that it names. */
export async function isShopHost(deps: Deps, word: string, host: string): Promise<boolean> {
  const db = deps.db.queries
  const shop = await findOrganizationByWord(db, word)
  if (!shop) return false
  const owner = await findOrganizationByHost(db, host)
  if (owner?.id === shop.id) return true
  const { website = null } = (await findProfile(db, shop.id)) ?? {}
  return website !== null && siteName(website) === host.replace(/^www\./, '')
}
