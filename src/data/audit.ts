// The audit trail: appended in the transaction of the act it tells of.
import { sql } from 'kysely'
import type { TimelineAct } from '#domain/timeline.ts'
import type { Queries } from './database.ts'
import { inOrganization } from './organization-filter.ts'

/** `details` holds no personal data: the trail outlives the people in it. */
export async function insertAuditEvent(
  db: Queries,
  organizationId: string | null,
  event: {
    actor_id: string | null
    action: string
    resource_type: string
    resource_id: string | null
    details?: Record<string, string | number | boolean | null>
  },
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      ...event,
      details: JSON.stringify(event.details ?? {}),
      organization_id: organizationId,
    })
    .execute()
}

/** What staff did about one applicant, of these kinds and newest first; `most` keeps a much-read CV from filling the screen. */
export function listApplicantActs(
  db: Queries,
  organizationId: string,
  applicantId: string,
  acts: readonly TimelineAct[],
  most: number,
): Promise<
  {
    id: string
    act: TimelineAct
    at: string
    by_id: string | null
    by_name: string | null
  }[]
> {
  return db
    .selectFrom('audit_events as event')
    .leftJoin('profiles', 'profiles.id', 'event.actor_id')
    .select([
      'event.id',
      sql<TimelineAct>`event.action`.as('act'),
      'event.created_at as at',
      'event.actor_id as by_id',
      sql<string | null>`profiles.first_name || ' ' || profiles.last_name`.as('by_name'),
    ])
    .where(inOrganization(organizationId, 'event.organization_id'))
    .where('event.resource_type', '=', 'applicant')
    .where('event.action', '!=', 'applicant.created')
    .where('event.resource_id', '=', applicantId)
    .where('event.action', 'in', [...acts])
    .orderBy('event.id', 'desc')
    .limit(most)
    .execute()
}
