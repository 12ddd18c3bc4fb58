// The id that every query about an organization's rows asks for.

declare const proven: unique symbol
/**
 * The id of an organization that the asking person, or the work being done, was proven to belong to. A plain string is not one.
 * It comes from access.ts (an approved member), from a row that the database answered (src/data/schema.ts), or from a signed link
 * (docs/decisions/0090-proven-organization-id.md).
 */
export type OrganizationId = string & { readonly [proven]: true }
