// How the pages and mails of an organization look.
import { brandOf, type Brand } from '#domain/brand.ts'
import type { MailBrand } from '#domain/mails.ts'
import type { Queries } from '#data/database.ts'
import { findOrganization } from '#data/organizations.ts'
import type { Deps } from '../deps.ts'

/** Null where the organization is gone. */
export async function readBrand(deps: Deps, organizationId: string): Promise<Brand | null> {
  const organization = await findOrganization(deps.db.queries, organizationId)
  return organization ? brandOf(organization) : null
}

/** Read when a mail is drawn: one that waits has today's logo. Null for mails of no organization: those are the product's own. */
export async function readMailBrand(
  deps: Deps,
  organizationId: string | null,
  db: Queries = deps.db.queries,
): Promise<MailBrand | null> {
  const organization =
    organizationId === null ? undefined : await findOrganization(db, organizationId)
  if (!organization) return null
  const { accent, logo } = brandOf(organization)
  return { accent, logo: logo && { ...logo, href: `${deps.appUrl}${logo.href}` } }
}
