// Keeps an event that an act tells of after its commit, in a transaction of its own.
import type { EmittedEvent } from '#domain/events.ts'
import type { Database } from '#data/database.ts'
import { insertLiveEvents } from '#data/live-events.ts'

export function recordEvent(db: Database, event: EmittedEvent): Promise<void> {
  const { name, organization_id } = event
  return db.forOrganization(organization_id, (tx) =>
    insertLiveEvents(tx, organization_id, name, [subjectOf(event)]),
  )
}

function subjectOf({ data, organization_id }: EmittedEvent): string {
  if ('applicant' in data) return data.applicant.id
  if ('incident' in data) return data.incident.id
  if ('user_id' in data) return data.user_id
  return 'id' in data ? data.id : organization_id
}
