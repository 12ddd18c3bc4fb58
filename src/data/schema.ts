// The tables as TypeScript sees them: one type per table, columns by their SQL names. Those of background work, live events
// and the installation itself are here, the others in the folders of their nouns.
import type { Generated } from 'kysely'
import type { EventName } from '#domain/live/live-events.ts'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Moment, DefaultMoment, OptionalMoment } from './column-types.ts'
import type { AccountTables } from './accounts/account-tables.ts'
import type { OrganizationTables } from './organizations/organization-tables.ts'
import type { JobTables } from './jobs/job-tables.ts'
import type { StoreTables } from './store/store-tables.ts'
import type { ApplicantTables } from './applicants/applicant-tables.ts'
import type { VerificationTables } from './verification/verification-tables.ts'
import type { CvTables } from './cvs/cv-tables.ts'
import type { RightsTables } from './rights/rights-tables.ts'
import type { RetentionTables } from './retention/retention-tables.ts'
import type { IncidentTables } from './incidents/incident-tables.ts'
import type { MailTables } from './mails/mail-tables.ts'
import type { AuditTables } from './audit/audit-tables.ts'
import type { BackupTables } from './backups/backup-tables.ts'

type SharedTables = {
  background_tasks: {
    kind: TaskKind
    key: string
    organization_id: OrganizationId | null
    lane: Generated<string>
    rank: Generated<number>
    due_at: DefaultMoment
    attempts: Generated<number>
    times_queued: Generated<number>
    lease: string | null
    leased_until: OptionalMoment
    last_error: string | null
    given_up_at: OptionalMoment
    waiting_since: OptionalMoment
    succeeded_at: DefaultMoment
    created_at: DefaultMoment
  }
  live_events: {
    id: Generated<string>
    organization_id: OrganizationId
    name: EventName
    subject_id: string
    position: string | null
    created_at: DefaultMoment
  }
  readiness_checks: { is_only: Generated<boolean>; checked_at: Moment }
  usage_times: { key: Buffer; times: Date[]; over_at: Moment }
  refused_networks: { network: string; until: Moment; made_at: DefaultMoment }
  time_marks: {
    is_current: Generated<true>
    seen_at: OptionalMoment
    looked_at: OptionalMoment
    steady_seconds: Generated<number>
    word: Generated<string>
  }
  link_keys: { is_current: Generated<true>; key_sealed: string; created_at: DefaultMoment }
}

export type Schema = SharedTables &
  AccountTables &
  OrganizationTables &
  JobTables &
  StoreTables &
  ApplicantTables &
  VerificationTables &
  CvTables &
  RightsTables &
  RetentionTables &
  IncidentTables &
  MailTables &
  AuditTables &
  BackupTables
