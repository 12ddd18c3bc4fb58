// The register of requests for staff. Who asked is shown to nobody while their data is restricted.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import {
  REQUESTS_PER_PAGE,
  type FoundPerson,
  type Register,
  type RequestCounts,
} from '#domain/rights/register.ts'
import { listApplicationsOfAddress } from '#data/rights/own-application.ts'
import { countOpenRequests, listRightsRequests } from '#data/rights/rights-requests.ts'
import type { Deps } from '../deps.ts'

/** What was written with a request, and the addresses that stores asked for, are for owners. */
export function readRegister(
  deps: Deps,
  actor: Actor | undefined,
  { state, cursor }: { state: 'open' | 'done'; cursor?: string | undefined },
): Promise<Register> {
  const { organizationId } = approvedMember(actor)
  const isOwner = actor?.role === 'organization_owner'
  return deps.db.readForOrganization(organizationId, async (db) => {
    const [page, { open, overdue }] = await Promise.all([
      listRightsRequests(db, organizationId, state, { cursor, size: REQUESTS_PER_PAGE }),
      countOpenRequests(db, organizationId, deps.clock.now()),
    ])
    return {
      requests: page.rows.map((request) =>
        isOwner ? request : { ...request, email: null, words: null, reason: null },
      ),
      next_cursor: page.next_cursor,
      open,
      overdue,
    }
  })
}

export function readRequestCounts(deps: Deps, actor: Actor | undefined): Promise<RequestCounts> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (db) => {
    const { open, overdue } = await countOpenRequests(db, organizationId, deps.clock.now())
    return { open, overdue }
  })
}

/** Only by the exact address, which staff know from the person's letter: therefore restricted applications are found too. */
export async function findPerson(
  deps: Deps,
  actor: Actor | undefined,
  email: string,
): Promise<FoundPerson> {
  const { organizationId } = approvedMember(actor)
  return deps.db.includingRestricted(organizationId, async (tx) => ({
    applications: await listApplicationsOfAddress(tx, organizationId, email),
  }))
}
