// The brand of an organization's pages.
import type { Brand } from '#domain/organizations/brand.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findBrand } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'

/** Null when the organization does not exist. */
export const readBrand = (deps: Deps, organizationId: OrganizationId): Promise<Brand | null> =>
  findBrand(deps.db.queries, organizationId)
