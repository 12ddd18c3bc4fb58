// Who may do what. A use case asks here first, and gets the proven id that every query about an organization's rows asks for.
import { AppError } from '../errors.ts'
import type { OrganizationId } from '../organizations/organization-id.ts'

export const roles = ['staff', 'organization_owner'] as const
export type Role = (typeof roles)[number]

/** The person behind a session, read anew for every request so that a removal takes effect at once. */
export type Actor = {
  readonly user_id: string
  readonly session_id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly organization_id: string | null
  readonly role: Role
  readonly is_approved: boolean
}

export function signedIn(actor: Actor | undefined): Actor {
  if (!actor) throw new AppError('auth.signInRequired')
  return actor
}

/** Approved members of an organization only: staff and owners alike. */
export function approvedOrganization(actor: Actor | undefined): OrganizationId {
  const person = signedIn(actor)
  if (!person.organization_id) throw new AppError('organization.none')
  if (!person.is_approved) throw new AppError('organization.pending')
  return proven(person.organization_id)
}

/** Approved owners only. */
export function ownedOrganization(actor: Actor | undefined): OrganizationId {
  const organizationId = approvedOrganization(actor)
  if (actor?.role !== 'organization_owner') throw new AppError('organization.ownerRequired')
  return organizationId
}

/** Creating a job post has refusals of its own (docs/specification.md §5.5). */
export function jobCreatorOrganization(actor: Actor | undefined): OrganizationId {
  const person = signedIn(actor)
  if (!person.organization_id || !person.is_approved) {
    throw new AppError('job.organizationRequired')
  }
  if (person.role !== 'organization_owner') throw new AppError('job.ownerRequired')
  return proven(person.organization_id)
}

/**
 * The organization that a person belongs to, or waits to be let into: enough to leave it, and to record there what they do with
 * their account. Null for none.
 */
export const ownOrganization = ({ organization_id }: Actor): OrganizationId | null =>
  organization_id === null ? null : proven(organization_id)

const proven = (organizationId: string) => organizationId as OrganizationId
