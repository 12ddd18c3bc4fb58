// The open jobs that the widget lists: those of one shop, or of all.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import { listActiveJobs, type ListedJob } from '#data/jobs/jobs.ts'
import {
  findOrganizationByShop,
  findOrganizationByWord,
} from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import { CachedReads } from './cached-reads.ts'

export type PublicJobs = {
  /** Null where every organization's jobs are listed, or the named one is unknown. */
  shopName: string | null
  organizationId: OrganizationId | null
  /** The shop's own colour, if set. */
  accent: string | null
  /** The language of the shop's ads, if set. */
  language: string | null
  /** Without texts yet: each page shows them in its own language. */
  jobs: readonly ListedJob[]
}

/** The list's owner: `shop` wins over `org`. */
export type ListOwner = { shop: string | null; org: string | null }

export const findListOwner = (
  { db: { queries } }: Deps,
  { shop, org }: ListOwner,
): Promise<Organization | undefined> =>
  shop ? findOrganizationByShop(queries, shop) : findOrganizationByWord(queries, org ?? '')

const EVERYBODY = { shopName: null, organizationId: null, accent: null, language: null }

/**
 * Cached for a moment. With its texts in all languages the list of a large shop takes megabytes, and an address has as many
 * spellings as anybody likes, so a list is kept for an organization and not for an address.
 */
export class PublicLists {
  readonly #deps: Deps
  readonly #owners: CachedReads<Organization | undefined>
  readonly #lists: CachedReads<ListedJob[]>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#owners = new CachedReads(deps)
    this.#lists = new CachedReads(deps)
  }

  /** Neither `shop` nor `org`: every organization's open jobs; an unknown one: none. */
  async read({ shop, org }: ListOwner): Promise<PublicJobs> {
    if (!shop && !org) return { ...EVERYBODY, jobs: await this.#jobsOf(null) }
    // What `org` says beside `shop` does not matter, so it must not be read for it again.
    const owner = { shop, org: shop ? null : org }
    const organization = await this.#owners.get(
      JSON.stringify(owner),
      () => findListOwner(this.#deps, owner),
      ({ id }) => id,
    )
    if (!organization) return { ...EVERYBODY, jobs: [] }
    return {
      shopName: organization.name,
      organizationId: organization.id,
      accent: organization.accent,
      language: organization.language,
      jobs: await this.#jobsOf(organization.id),
    }
  }

  #jobsOf(organizationId: OrganizationId | null): Promise<ListedJob[]> {
    return this.#lists.get(
      organizationId ?? '',
      () => listActiveJobs(this.#deps.db.queries, organizationId),
      () => organizationId,
    )
  }
}
