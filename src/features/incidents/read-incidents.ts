// The register of incidents: a page of it, its counts, the urgent ones, and one incident with its history.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { BreachView, IncidentView } from '#domain/incidents/breaches.ts'
import { AppError } from '#domain/errors.ts'
import {
  INCIDENTS_PER_PAGE,
  type IncidentCounts,
  type IncidentPage,
  type IncidentRow,
  type IncidentTab,
} from '#domain/incidents/incidents.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { countNotices, countPeople, findBreach } from '#data/incidents/breaches.ts'
import type { WholeTx } from '#data/database.ts'
import {
  countIncidents,
  findIncident,
  listIncidentHistory,
  listIncidents,
  listUrgentIncidents,
} from '#data/incidents/incidents.ts'
import type { Deps } from '../deps.ts'

export async function readIncidents(
  deps: Deps,
  actor: Actor | undefined,
  tab: IncidentTab,
  cursor: string | undefined,
): Promise<IncidentPage> {
  const { organizationId } = approvedMember(actor)
  const { rows: incidents, next_cursor } = await deps.db.readForOrganization(organizationId, (db) =>
    listIncidents(db, organizationId, tab, { cursor, size: INCIDENTS_PER_PAGE }),
  )
  return { incidents, next_cursor }
}

export function readIncidentCounts(deps: Deps, actor: Actor | undefined): Promise<IncidentCounts> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) => countIncidents(tx, organizationId))
}

const MOST_URGENT = 20

/** The incidents that the overview shows first. */
export function readUrgentIncidents(deps: Deps, actor: Actor | undefined): Promise<IncidentRow[]> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) =>
    listUrgentIncidents(tx, organizationId, MOST_URGENT),
  )
}

export function readIncident(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
): Promise<IncidentView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.includingRestricted(organizationId, async (tx) => {
    const incident = await findIncident(tx, organizationId, id)
    if (!incident) throw new AppError('incidents.missing')
    // Read before the history, so that the history contains every event that the record shows, whatever is committed in
    // between.
    const breach = incident.deadline_at ? await viewBreach(tx, organizationId, id) : null
    return { incident, history: await listIncidentHistory(tx, organizationId, id), breach }
  })
}

/** The record with the number of people it would go to now, or how far it has got. */
export async function viewBreach(
  tx: WholeTx,
  organizationId: OrganizationId,
  incidentId: string,
): Promise<BreachView> {
  const breach = await findBreach(tx, organizationId, incidentId)
  if (!breach) throw new AppError('breach.missing')
  const people = breach.confirmed_at
    ? breach.recipients_count
    : await countPeople(tx, organizationId, breach)
  return { ...breach, people, progress: await countNotices(tx, organizationId, incidentId) }
}
