// A customer asked their store for their personal data: records it in the register, and notifies the owners.
import type { MailViews } from '#domain/mails/mails.ts'
import { dashboardLinks } from '#domain/store/framed-address.ts'
import { dueAt } from '#domain/rights/rights.ts'
import type { NoticedCustomer } from '#domain/store/store-notices.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertRightsRequest } from '#data/rights/rights-requests.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertOwnerMails } from '#data/mails/owner-mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { updateOwnStoreNoticeDone } from '#data/store/store-notices.ts'
import { findStoredSession } from '#data/store/store-sessions.ts'
import { listStoresOfReaders } from '#data/store/store-people.ts'
import type { Deps } from '../../deps.ts'
import { listNoticedAddresses } from './list-noticed-addresses.ts'

export async function announceDataRequest(
  deps: Deps,
  { id, shop, at }: { id: string; shop: string; at: Date },
  customer: NoticedCustomer,
): Promise<void> {
  const organizationId = (await findStoredSession(deps.db.queries, shop))?.organization_id
  if (!organizationId) return
  const due = dueAt(at)
  await deps.db.includingRestricted(organizationId, async (tx) => {
    await updateOwnStoreNoticeDone(tx, id)
    const organization = await findOrganization(tx, organizationId)
    if (!organization) return
    const addresses = await listNoticedAddresses(tx, organizationId, shop, customer)
    // The store named a customer number that no applicant here has.
    if (addresses.length === 0) return
    for (const email of addresses) {
      const request = await insertRightsRequest(tx, organizationId, {
        applicant_id: null,
        kind: 'access',
        came_by: 'store',
        verified_by: 'store',
        email,
        shop,
        recorded_by: null,
        requested_at: at,
        due_at: due,
      })
      await insertAuditEvent(tx, organizationId, {
        actor_id: null,
        action: 'store.data_requested',
        resource_type: 'data_request',
        resource_id: request.id,
      })
    }
    // The page after sign-in shows the address; the mail does not contain it.
    const data: Omit<MailViews['data-request'], 'link'> = {
      organization: organization.name,
      shop,
      dueOn: due.toISOString().slice(0, 10),
    }
    const linkTo = dashboardLinks(deps, await listStoresOfReaders(tx, organizationId))
    await insertOwnerMails(deps, tx, organizationId, {
      kind: 'data-request',
      viewFor: (recipient) => ({ ...data, link: linkTo(recipient, '/admin/requests') }),
    })
    await insertLiveEvents(tx, organizationId, 'rights.changed', [organizationId])
  })
}
