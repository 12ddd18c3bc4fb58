// A customer asked their store for their personal data: notifies the owners, who can export what is stored here.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { dueAt } from '#domain/rights/rights.ts'
import type { NoticedCustomer } from '#domain/store/store-notices.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { listPersonalData } from '#data/rights/personal-data.ts'
import {
  findStoreRequest,
  insertRightsRequest,
  updateRequestCompleted,
} from '#data/rights/rights-requests.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertMail } from '#data/mails/mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { listOwnerAddresses } from '#data/retention/retention.ts'
import { findStoredSession } from '#data/store/store-sessions.ts'
import type { Deps } from '../../deps.ts'
import { listNoticedAddresses } from './list-noticed-addresses.ts'

export async function announceDataRequest(
  deps: Deps,
  shop: string,
  customer: NoticedCustomer,
  requestedAt: Date,
): Promise<void> {
  const organizationId = (await findStoredSession(deps.db.queries, shop))?.organization_id
  if (!organizationId) return
  const due = dueAt(requestedAt)
  await deps.db.includingRestricted(organizationId, async (tx) => {
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
        requested_at: requestedAt,
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
    const data: MailViews['data-request'] = {
      organization: organization.name,
      shop,
      dueOn: due.toISOString().slice(0, 10),
      link: `${deps.appUrl}/admin/store-pages`,
    }
    for (const recipient of await listOwnerAddresses(tx, organizationId)) {
      await insertMail(tx, {
        organization_id: organizationId,
        kind: 'data-request',
        recipient,
        sender_name: 'Storehand',
        data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
      })
    }
    await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
  })
}

export type PersonalData = {
  email: string
  organization: string
  requested_at: string
  due_at: string
  exported_at: string
  held: Record<string, unknown[]>
}

/** Everything stored about the address now, for the owner to pass on. */
export async function exportPersonalData(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
): Promise<PersonalData> {
  const { organizationId, userId } = approvedOwner(actor)
  const now = deps.clock.now()
  return deps.db.includingRestricted(organizationId, async (tx) => {
    const request = await findStoreRequest(tx, organizationId, id)
    const organization = await findOrganization(tx, organizationId)
    if (!request || !organization) throw new AppError('request.missing')
    const { email, requested_at, due_at } = request
    const held = await listPersonalData(tx, organizationId, email)
    if (!request.exported_at) {
      await updateRequestCompleted(tx, organizationId, id, {
        completed_at: now,
        completed_by: userId,
        outcome: 'done',
      })
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'store.data_exported',
      resource_type: 'data_request',
      resource_id: id,
    })
    return {
      email,
      organization: organization.name,
      requested_at,
      due_at,
      exported_at: now.toISOString(),
      held,
    }
  })
}
