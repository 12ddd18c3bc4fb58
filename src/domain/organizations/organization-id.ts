// The id that every query about an organization's rows asks for.
import { z } from 'zod'

declare const proven: unique symbol
/**
 * The id of an organization for which the caller's membership, or the origin of the work, was proven; a plain string does not
 * compile. It comes from access.ts (an approved member), from a database row (src/data/schema.ts), or from a signed link
 * (docs/decisions/0090-proven-organization-id.md).
 */
export type OrganizationId = string & { readonly [proven]: true }

/** In an answer, where it came from a row. To read it proves nothing: no contract of a request has one. */
export const organizationId = z.custom<OrganizationId>((id) => typeof id === 'string')
