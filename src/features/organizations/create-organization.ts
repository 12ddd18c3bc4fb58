// A person without an organization creates one and becomes its approved owner at once.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  slugOf,
  type Organization,
  type OrganizationInput,
} from '#domain/organizations/organizations.ts'
import { insertOwnedOrganization } from '#data/organizations/owned-organization.ts'
import type { Deps } from '../deps.ts'

export async function createOrganization(
  deps: Deps,
  actor: Actor | undefined,
  input: OrganizationInput,
): Promise<Organization> {
  const person = signedIn(actor)
  if (person.organization_id) throw new AppError('organization.alreadyMember')
  const values = { name: input.name, slug: slugOf(input.name) }
  return deps.db.transaction(async (tx) => {
    const made = await insertOwnedOrganization(tx, values, person.user_id, deps.clock.now())
    // After a double click, the second request finds the person already in an organization.
    if (!made) throw new AppError('organization.alreadyMember')
    return made
  })
}
