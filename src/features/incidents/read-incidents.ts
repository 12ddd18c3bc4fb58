// The register of incidents: a page of it, its counts, what is urgent, and one incident with its history.
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
import { moment } from '#domain/bounds.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { countNotices, countPeople, findBreach } from '#data/incidents/breaches.ts'
import type { Tx } from '#data/database.ts'
import {
  countIncidents,
  findIncident,
  listIncidentHistory,
  listIncidents,
  listUrgentIncidents,
  type IncidentCursor,
} from '#data/incidents/incidents.ts'
import type { Deps } from '../deps.ts'

export async function readIncidents(
  deps: Deps,
  actor: Actor | undefined,
  tab: IncidentTab,
  cursor: string | undefined,
): Promise<IncidentPage> {
  const { organizationId } = approvedMember(actor)
  const rows = await deps.db.forOrganization(organizationId, (tx) =>
    listIncidents(tx, organizationId, tab, {
      after: readCursor(cursor),
      // One more than is shown tells whether there is a next page.
      limit: INCIDENTS_PER_PAGE + 1,
    }),
  )
  const incidents = rows.slice(0, INCIDENTS_PER_PAGE)
  const last = incidents.at(-1)
  return {
    incidents,
    next_cursor: rows.length > INCIDENTS_PER_PAGE && last ? `${last.created_at}_${last.id}` : null,
  }
}

/** A cursor that is not ours starts at the beginning: an old link still shows a list. */
function readCursor(text: string | undefined): IncidentCursor | null {
  const match = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(
    text ?? '',
  )
  return match?.[1] && match[2] && moment().safeParse(match[1]).success
    ? { created_at: match[1], id: match[2] }
    : null
}

export function readIncidentCounts(deps: Deps, actor: Actor | undefined): Promise<IncidentCounts> {
  const { organizationId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, (tx) => countIncidents(tx, organizationId))
}

const MOST_URGENT = 20

/** What the overview puts in front of people. */
export function readUrgentIncidents(deps: Deps, actor: Actor | undefined): Promise<IncidentRow[]> {
  const { organizationId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, (tx) =>
    listUrgentIncidents(tx, organizationId, MOST_URGENT),
  )
}

export function readIncident(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
): Promise<IncidentView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const incident = await findIncident(tx, organizationId, id)
    if (!incident) throw new AppError('incidents.missing')
    // Before the history: what the record says has happened then stands there, whatever is committed in between.
    const breach = incident.deadline_at ? await viewBreach(tx, organizationId, id) : null
    return { incident, history: await listIncidentHistory(tx, organizationId, id), breach }
  })
}

/** The record with the number of people it would go to now, or how far it has got. */
export async function viewBreach(
  tx: Tx,
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
