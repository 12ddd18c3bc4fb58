// The id that every query about an organization's rows requires.
import { z } from 'zod'

declare const proven: unique symbol
/**
 * The id of an organization for which the caller's membership, or the origin of the work, was proven; a plain string does not
 * compile. It comes from access.ts (an approved member), from a database row (src/data/schema.ts), or from a signed link
 * (docs/decisions/0090-proven-organization-id.md).
 */
export type OrganizationId = string & { readonly [proven]: true }

/** In an answer, when it came from a row. Parsing one proves nothing, so no request contract contains it. */
export const organizationId = z.custom<OrganizationId>((id) => typeof id === 'string')
