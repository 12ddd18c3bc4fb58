// Who may do what. `ApprovedOrganizationId` says in a type that the person asking was looked at; it is made here alone.
import { AppError } from '../errors.ts'

declare const approved: unique symbol
/** The id of the organization the asking person is an approved member of. */
export type ApprovedOrganizationId = string & { readonly [approved]: true }

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
export function approvedOrganization(actor: Actor | undefined): ApprovedOrganizationId {
  const person = signedIn(actor)
  if (!person.organization_id) throw new AppError('organization.none')
  if (!person.is_approved) throw new AppError('organization.pending')
  return person.organization_id as ApprovedOrganizationId
}

/** Approved owners only. */
export function ownedOrganization(actor: Actor | undefined): ApprovedOrganizationId {
  const organizationId = approvedOrganization(actor)
  if (actor?.role !== 'organization_owner') throw new AppError('organization.ownerRequired')
  return organizationId
}

/** Creating a job post has refusals of its own (docs/specification.md §5.5). */
export function jobCreatorOrganization(actor: Actor | undefined): ApprovedOrganizationId {
  const person = signedIn(actor)
  if (!person.organization_id || !person.is_approved) {
    throw new AppError('job.organizationRequired')
  }
  if (person.role !== 'organization_owner') throw new AppError('job.ownerRequired')
  return person.organization_id as ApprovedOrganizationId
}
