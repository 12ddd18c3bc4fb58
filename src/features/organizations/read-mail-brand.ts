// How the mails of an organization look. Read when a mail is drawn: one that waits has today's logo.
import { brandOf } from '#domain/brand.ts'
import type { MailBrand } from '#domain/mails.ts'
import type { Queries } from '#data/database.ts'
import { findOrganization } from '#data/organizations.ts'
import type { Deps } from '../deps.ts'

/** Null for mails of no organization: those are the product's own. */
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
