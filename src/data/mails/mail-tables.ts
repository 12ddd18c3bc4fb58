// The tables of mails and notifications.
import type { MailKind } from '#domain/mails/mails.ts'
import type { ColumnType, Generated } from 'kysely'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import type {
  ApplicantMail,
  MailedStatus,
  NotSentReason,
} from '#domain/applicants/applicant-mails.ts'
import type { Digest, NotificationKind, Pace } from '#domain/mails/notifications.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Moment, DefaultMoment, OptionalMoment } from '../column-types.ts'

export type MailTables = {
  mail_outbox: {
    id: Generated<string>
    organization_id: OrganizationId | null
    kind: MailKind
    recipient: string
    sender_name: string
    data_sealed: string | null
    language: string | null
    state: Generated<'waiting' | 'sent' | 'failed'>
    last_error: string | null
    reply_to: string | null
    address_refused: Generated<boolean>
    rank: Generated<number>
    created_at: DefaultMoment
    sent_at: OptionalMoment
  }
  mail_counts: {
    organization_id: OrganizationId
    hour: Moment
    sent: number
  }
  mail_templates: {
    organization_id: OrganizationId
    status: MailedStatus
    subject: string
    body: string
    updated_at: DefaultMoment
  }
  applicant_mails: {
    id: Generated<string>
    organization_id: OrganizationId
    applicant_id: string
    kind: ApplicantMail['kind']
    recipient: string
    further_applicants: Generated<string[]>
    words: ColumnType<TemplateText | null, string | null | undefined, string | null>
    change_id: string | null
    batch_id: string | null
    data_sealed: string | null
    state: Generated<'held' | 'queued' | 'taken-back' | 'dropped'>
    reason: NotSentReason | null
    subject: string | null
    body: string | null
    send_at: Moment
    created_by: string | null
    created_at: DefaultMoment
  }
  notification_settings: {
    organization_id: OrganizationId
    user_id: string
    applications: Pace | null
    waiting: Generated<boolean>
    undelivered: Generated<boolean>
    time_zone: string | null
    applications_at: OptionalMoment
    waiting_at: OptionalMoment
  }
  notification_exceptions: {
    organization_id: OrganizationId
    user_id: string
    job_post_id: string
    applications: Pace
  }
  notification_events: {
    id: Generated<string>
    organization_id: OrganizationId
    kind: NotificationKind
    applicant_id: string | null
    person_id: string | null
  }
  notifications: {
    id: Generated<string>
    organization_id: OrganizationId
    user_id: string
    kind: NotificationKind
    applicant_id: string | null
    person_id: string | null
    pace: Digest
    due_at: Moment
    mail_id: string | null
  }
  local_mailbox: {
    id: string
    recipient: string
    subject: string
    text: string
    html: string
    sent_at: DefaultMoment
  }
}
