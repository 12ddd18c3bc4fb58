// The id that every query about an organization's rows asks for.
import { z } from 'zod'

declare const proven: unique symbol
/**
 * The id of an organization that the asking person, or the work being done, was proven to belong to. A plain string is not one.
 * It comes from access.ts (an approved member), from a row that the database answered (src/data/schema.ts), or from a signed link
 * (docs/decisions/0090-proven-organization-id.md).
 */
export type OrganizationId = string & { readonly [proven]: true }

/** In an answer, where it came from a row. To read it proves nothing: no contract of a request has one. */
export const organizationId = z.custom<OrganizationId>((id) => typeof id === 'string')
