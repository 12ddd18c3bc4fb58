// Adds current rows to stored events. Rows are read now, so that no data of deleted persons is sent.
import type { EventMap, EventName, LiveEvent, PositionedEvent } from '#domain/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { listApplicantRows } from '#data/applicants/applicants.ts'
import type { Queries } from '#data/database.ts'
import { listIncidentRows } from '#data/incidents/incidents.ts'
import type { Deps } from '../deps.ts'

type Readers = {
  [Name in EventName]: (
    tx: Queries,
    organizationId: OrganizationId,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, EventMap[Name]>>
}

const readers: Readers = {
  'applicant.created': readApplicants,
  'applicant.updated': readApplicants,
  'applicant.deleted': idAlone,
  'applicants.changed': organizationAlone,
  'refresh.changed': organizationAlone,
  'jobs.changed': idAlone,
  'store.changed': organizationAlone,
  'organization.changed': organizationAlone,
  'rights.changed': organizationAlone,
  'incident.created': readIncidents,
  'incident.updated': readIncidents,
  'membership.changed': (_tx, _organizationId, ids) =>
    Promise.resolve(new Map(ids.map((id) => [id, { user_id: id }]))),
}

/** In the given order, without events about deleted rows. One query for each event name. */
export async function completeEvents(
  deps: Deps,
  organizationId: OrganizationId,
  events: readonly PositionedEvent[],
): Promise<LiveEvent[]> {
  const idsOf = new Map<EventName, Set<string>>()
  for (const { name, subject_id } of events) {
    idsOf.set(name, (idsOf.get(name) ?? new Set()).add(subject_id))
  }
  const found = new Map<EventName, ReadonlyMap<string, object>>()
  await deps.db.readForOrganization(organizationId, async (tx) => {
    for (const [name, ids] of idsOf) {
      found.set(name, await readers[name](tx, organizationId, [...ids]))
    }
  })
  return events.flatMap((event) => {
    const data = found.get(event.name)?.get(event.subject_id)
    return data ? [{ ...event, data: JSON.stringify(data) }] : []
  })
}

async function readApplicants(tx: Queries, organizationId: OrganizationId, ids: readonly string[]) {
  const rows = await listApplicantRows(tx, organizationId, ids)
  return new Map(rows.map((applicant) => [applicant.id, { applicant }]))
}

async function readIncidents(tx: Queries, organizationId: OrganizationId, ids: readonly string[]) {
  const rows = await listIncidentRows(tx, organizationId, ids)
  return new Map(rows.map((incident) => [incident.id, { incident }]))
}

function organizationAlone(_tx: Queries, _organizationId: OrganizationId, ids: readonly string[]) {
  return Promise.resolve(new Map(ids.map((id) => [id, { organization_id: id }])))
}

function idAlone(_tx: Queries, _organizationId: OrganizationId, ids: readonly string[]) {
  return Promise.resolve(new Map(ids.map((id) => [id, { id }])))
}
