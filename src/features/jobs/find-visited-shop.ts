// Which shop a visit belongs to that shows no proof: so that an applicant whose link has ended is led to that shop's jobs.
import type { BrandFields } from '#domain/organizations/brand.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import {
  findOrganizationByHost,
  findOrganizationByJob,
  findOrganizationByProof,
  findOrganizationByShop,
  findOrganizationByWord,
} from '#data/organizations/organizations.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'

/** What a visit says of itself. Anybody can write it, so it opens nothing: it only names an organization that exists. */
export type VisitHints = {
  /** Tokens of links and grants, valid or not. */
  tokens: readonly string[]
  /** Ids of job posts. */
  jobs: readonly string[]
  /** Shops as the platform names them. */
  shops: readonly string[]
  /** Ids of organizations, or the words in their public addresses. */
  organizations: readonly string[]
  /** Host names of shops' own sites. */
  hosts: readonly string[]
}

export type VisitedShop = Pick<Organization, 'id' | 'slug' | keyof BrandFields>

/** The first that is somebody's, the surest first. Undefined also where the database cannot say: the way on is no reason to fail. */
export async function findVisitedShop(
  deps: Deps,
  hints: VisitHints,
): Promise<VisitedShop | undefined> {
  const db = deps.db.queries
  const questions = [
    ...hints.tokens.map((token) => () => findOrganizationByProof(db, hashOf(token))),
    ...hints.jobs.map((id) => () => findOrganizationByJob(db, id)),
    ...hints.shops.map((shop) => () => findOrganizationByShop(db, shop)),
    ...hints.organizations.map((word) => () => findOrganizationByWord(db, word)),
    ...hints.hosts.map((host) => () => findOrganizationByHost(db, host)),
  ]
  try {
    for (const ask of questions) {
      const found = await ask()
      if (found) return found
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'the shop of a visit cannot be read')
  }
  return undefined
}
