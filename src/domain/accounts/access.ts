// Who may do what. A use case calls these functions first, and gets the verified id of the organization that every
// query about its rows needs.
import { AppError } from '../errors.ts'
import type { OrganizationId } from '../organizations/organization-id.ts'

export const roles = ['staff', 'organization_owner'] as const
export type Role = (typeof roles)[number]

/** The person behind a session, read for every request so that a removal takes effect immediately. */
export type Actor = {
  readonly user_id: string
  readonly session_id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly organization_id: string | null
  readonly role: Role
  readonly is_approved: boolean
  /** The store that the request is about. */
  readonly store?: NamedStore
}

/** Named by the platform, in the admin of this store; or chosen in the dashboard, where an organization can have several. */
export type NamedStore = { readonly shop: string; readonly by: 'admin' | 'choice' }

/** An approved member, and the organization they belong to. */
export type Member = { readonly organizationId: OrganizationId; readonly userId: string }

export function signedIn(actor: Actor | undefined): Actor {
  if (!actor) throw new AppError('auth.signInRequired')
  return actor
}

/** Approved members of an organization only: staff and owners alike. */
export function approvedMember(actor: Actor | undefined): Member {
  const person = signedIn(actor)
  if (!person.organization_id) throw new AppError('organization.none')
  if (!person.is_approved) throw new AppError('organization.pending')
  return memberOf(person, person.organization_id)
}

/** Approved owners only. */
export function approvedOwner(actor: Actor | undefined): Member {
  const member = approvedMember(actor)
  if (actor?.role !== 'organization_owner') throw new AppError('organization.ownerRequired')
  return member
}

/** Approved owners only, with the refusals of creating a job post (docs/specification.md §5.5). */
export function jobCreator(actor: Actor | undefined): Member {
  const person = signedIn(actor)
  if (!person.organization_id || !person.is_approved) {
    throw new AppError('job.organizationRequired')
  }
  if (person.role !== 'organization_owner') throw new AppError('job.ownerRequired')
  return memberOf(person, person.organization_id)
}

/**
 * The organization that a person belongs to or waits to join: enough for leaving it, and for recording their account's events
 * there. Null without one.
 */
export const ownOrganization = ({ organization_id }: Actor): OrganizationId | null =>
  organization_id === null ? null : proven(organization_id)

const memberOf = ({ user_id }: Actor, organizationId: string): Member => ({
  organizationId: proven(organizationId),
  userId: user_id,
})

const proven = (organizationId: string) => organizationId as OrganizationId
