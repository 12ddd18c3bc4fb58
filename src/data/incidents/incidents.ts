// Security incidents of one organization, and their history from the audit log.
import { fullNameOf } from '../full-name.ts'
import { sql } from 'kysely'
import type {
  Incident,
  IncidentChange,
  IncidentCounts,
  IncidentInput,
  IncidentRow,
  IncidentStatus,
  IncidentTab,
} from '#domain/incidents/incidents.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { idKey, listPage, momentKey, type Order, type Page, type PageRequest } from '../paging.ts'

/** A false alarm has no deadline. */
const deadline = sql<
  string | null
>`case when incident.withdrawn_at is null then breach.deadline_at end`

const rowColumns = [
  'incident.id',
  'incident.incident_type',
  'incident.severity',
  'incident.title',
  'incident.affected_users',
  'incident.status',
  'incident.assigned_to',
  'incident.resolved_at',
  'incident.created_at',
  deadline.as('deadline_at'),
  'breach.authority_told_at',
  'incident.withdrawn_at',
] as const

const incidents = (db: Queries, organizationId: OrganizationId) =>
  db
    .selectFrom('security_incidents as incident')
    .leftJoin('breach_records as breach', 'breach.incident_id', 'incident.id')
    .where(inOrganization(organizationId, 'incident.organization_id'))

const newestFirst: Order = {
  name: '-created',
  keys: [momentKey('incident.created_at'), idKey('incident.id')],
  isDown: true,
}

/** One page, newest first. */
export function listIncidents(
  db: Queries,
  organizationId: OrganizationId,
  tab: IncidentTab,
  page: PageRequest,
): Promise<Page<IncidentRow>> {
  const all = incidents(db, organizationId).select(rowColumns)
  const query = tab === 'all' ? all : all.where('incident.status', '=', tab)
  return listPage(query, newestFirst, page)
}

/** In no particular order, without deleted ones. */
export function listIncidentRows(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<IncidentRow[]> {
  return incidents(db, organizationId)
    .select(rowColumns)
    .where('incident.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export async function countIncidents(
  db: Queries,
  organizationId: OrganizationId,
): Promise<IncidentCounts> {
  const rows = await db
    .selectFrom('security_incidents')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where(inOrganization(organizationId))
    .groupBy('status')
    .execute()
  const counts = { open: 0, investigating: 0, resolved: 0, closed: 0, all: 0 }
  for (const { status, count } of rows) {
    counts[status] = count
    counts.all += count
  }
  return counts
}

/** Critical incidents that are not resolved, and breaches not yet reported to the authority; the nearest deadline first. */
export function listUrgentIncidents(
  db: Queries,
  organizationId: OrganizationId,
  most: number,
): Promise<IncidentRow[]> {
  return incidents(db, organizationId)
    .select(rowColumns)
    .where('incident.withdrawn_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('breach.deadline_at', 'is not', null),
          eb('breach.authority_told_at', 'is', null),
        ]),
        eb.and([
          eb('incident.severity', '=', 'critical'),
          eb('incident.status', 'in', ['open', 'investigating']),
        ]),
      ]),
    )
    .orderBy(sql`breach.authority_told_at is null and breach.deadline_at is not null`, 'desc')
    .orderBy('breach.deadline_at')
    .orderBy('incident.created_at', 'desc')
    .limit(most)
    .execute()
}

export function findIncident(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<Incident | undefined> {
  return incidents(db, organizationId)
    .leftJoin('profiles as assignee', (join) =>
      join
        .onRef('assignee.id', '=', 'incident.assigned_to')
        .on(inOrganization(organizationId, 'assignee.organization_id')),
    )
    .select([
      ...rowColumns,
      'incident.description',
      'incident.withdrawn_reason',
      'incident.data_types_affected',
      'incident.source_ip',
      'incident.user_agent',
      'incident.detection_method',
      'incident.metadata',
      fullNameOf('assignee').as('assigned_to_name'),
    ])
    .where('incident.id', '=', id)
    .executeTakeFirst()
}

/**
 * Locked until the transaction ends: withdrawing an incident and sending its notices exclude each other, so each checks the other
 * under this lock.
 */
export function findIncidentForUpdate(
  db: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<Pick<Incident, 'id' | 'status' | 'withdrawn_at'> | undefined> {
  return db
    .selectFrom('security_incidents')
    .select(['id', 'status', 'withdrawn_at'])
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertIncident(
  db: Queries,
  organizationId: OrganizationId,
  input: IncidentInput,
): Promise<{ id: string; created_at: string }> {
  return db
    .insertInto('security_incidents')
    .values({
      organization_id: organizationId,
      incident_type: input.p_incident_type,
      severity: input.p_severity,
      title: input.p_title,
      description: input.p_description,
      affected_users: input.p_affected_users,
      data_types_affected: input.p_data_types_affected,
      source_ip: input.p_source_ip,
      user_agent: input.p_user_agent,
      detection_method: input.p_detection_method,
      metadata: JSON.stringify(input.p_metadata),
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

/** False when the incident was deleted or is no longer in status `from`. */
export async function updateIncidentStatus(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  from: IncidentStatus,
  to: { status: IncidentStatus; isOver: boolean },
): Promise<boolean> {
  const updated = await db
    .updateTable('security_incidents')
    .set({ status: to.status, ...(to.isOver && { resolved_at: sql<string>`now()` }) })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Closes it as a false alarm. False when it was deleted, or already withdrawn. */
export async function updateIncidentWithdrawn(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  { at, reason }: { at: Date; reason: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('security_incidents')
    .set({
      status: 'closed',
      resolved_at: sql<string>`coalesce(resolved_at, ${at})`,
      withdrawn_at: at.toISOString(),
      withdrawn_reason: reason,
    })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Once the notices are confirmed, the number of people affected is the number of recipients. */
export async function updateAffectedUsers(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  people: number,
): Promise<void> {
  await db
    .updateTable('security_incidents')
    .set({ affected_users: people })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

export async function updateIncidentAssignee(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  assignedTo: string | null,
): Promise<boolean> {
  const updated = await db
    .updateTable('security_incidents')
    .set({ assigned_to: assignedTo })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Events of one incident, the newest first, with the names of current members. */
export function listIncidentHistory(
  tx: Queries,
  organizationId: OrganizationId,
  incidentId: string,
): Promise<IncidentChange[]> {
  return (
    tx
      .selectFrom('audit_events as event')
      .leftJoin('profiles as actor', (join) =>
        join
          .onRef('actor.id', '=', 'event.actor_id')
          .on(inOrganization(organizationId, 'actor.organization_id')),
      )
      .select([
        'event.id',
        'event.action',
        sql<IncidentChange['details']>`event.details`.as('details'),
        fullNameOf('actor').as('actor_name'),
        'event.created_at',
      ])
      .where(inOrganization(organizationId, 'event.organization_id'))
      .where('event.resource_type', '=', 'security_incident')
      .where('event.resource_id', '=', incidentId)
      // Events that a client reports are not part of an incident's history.
      .where('event.action', 'not like', 'client.%')
      .orderBy('event.id', 'desc')
      .limit(200)
      .execute()
  )
}
