// Edits the drafts of a breach: texts and audience; previews the notice.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { BreachEditInput, BreachView } from '#domain/incidents/breaches.ts'
import { AppError } from '#domain/errors.ts'
import { mailBrandOf, type RenderedMail } from '#domain/mails/mails.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findBreach, updateBreach } from '#data/incidents/breaches.ts'
import { findIncident, findIncidentForUpdate } from '#data/incidents/incidents.ts'
import { findBrand, findOrganization } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import { viewBreach } from './read-incidents.ts'

export function editBreach(
  deps: Deps,
  actor: Actor | undefined,
  incidentId: string,
  changes: BreachEditInput,
): Promise<BreachView> {
  const { organizationId, userId } = approvedMember(actor)
  return deps.db.includingRestricted(organizationId, async (tx) => {
    const incident = await findIncidentForUpdate(tx, organizationId, incidentId)
    if (!incident) throw new AppError('incidents.missing')
    if (incident.withdrawn_at) throw new AppError('incidents.withdrawnAlready')
    if (!(await findBreach(tx, organizationId, incidentId))) throw new AppError('breach.missing')
    const fields = Object.keys(changes)
    if (fields.length > 0) {
      if (!(await updateBreach(tx, organizationId, incidentId, changes))) {
        throw new AppError('breach.sentAlready')
      }
      await insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        action: 'breach.edited',
        resource_type: 'security_incident',
        resource_id: incidentId,
        details: { fields: fields.join(', ') },
      })
    }
    return viewBreach(tx, organizationId, incidentId)
  })
}

/** The notice as it will be sent, from the same renderer as the mail. */
export function previewNotice(
  deps: Deps,
  actor: Actor | undefined,
  incidentId: string,
): Promise<RenderedMail> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (tx) => {
    if (!(await findIncident(tx, organizationId, incidentId))) {
      throw new AppError('incidents.missing')
    }
    const breach = await findBreach(tx, organizationId, incidentId)
    if (!breach) throw new AppError('breach.missing')
    const organization = await findOrganization(tx, organizationId)
    const data = { ...breach, shopName: organization?.name ?? '' }
    return deps.renderMail(
      { kind: 'breach-notice', data },
      mailBrandOf(await findBrand(tx, organizationId), deps.appUrl),
    )
  })
}
