// The tables of security incidents.
import type { ColumnType, Generated } from 'kysely'
import type { Audience } from '#domain/incidents/breaches.ts'
import type { IncidentStatus, Severity } from '#domain/incidents/incidents.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Moment, DefaultMoment, OptionalMoment } from '../column-types.ts'

export type IncidentTables = {
  security_incidents: {
    id: Generated<string>
    organization_id: OrganizationId
    incident_type: Generated<string>
    severity: Generated<Severity>
    title: Generated<string>
    description: Generated<string>
    affected_users: Generated<number>
    data_types_affected: Generated<string[]>
    source_ip: string | null
    user_agent: string | null
    detection_method: Generated<string>
    metadata: ColumnType<Record<string, unknown>, string | undefined, never>
    status: Generated<IncidentStatus>
    assigned_to: string | null
    resolved_at: OptionalMoment
    created_at: DefaultMoment
    withdrawn_at: OptionalMoment
    withdrawn_reason: string | null
  }
  breach_records: {
    incident_id: string
    organization_id: OrganizationId
    aware_at: Moment
    deadline_at: Moment
    authority_text: Generated<string>
    authority_told_at: OptionalMoment
    authority_reference: string | null
    notice_happened: Generated<string>
    notice_when: Generated<string>
    notice_data: Generated<string>
    notice_measures: Generated<string>
    notice_advice: Generated<string>
    notice_contact: Generated<string>
    audience: Generated<Audience>
    audience_since: string | null
    audience_list: Generated<string[]>
    confirmed_by: string | null
    confirmed_at: OptionalMoment
    recipients_count: Generated<number>
    finished_at: OptionalMoment
    sent_count: Generated<number>
    created_at: DefaultMoment
  }
  breach_notices: {
    id: Generated<string>
    organization_id: OrganizationId
    incident_id: string
    recipient: string | null
    recipient_digest: Buffer
    state: Generated<'waiting' | 'queued' | 'removed'>
    mail_id: string | null
  }
}
