// The tables of organizations and their members.
import type { ColumnType, Generated } from 'kysely'
import type { StatusWords } from '#domain/rights/status-words.ts'
import type { KeptPortrait } from '#domain/organizations/portraits.ts'
import type { Role } from '#domain/accounts/access.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { LimitName } from '#domain/organizations/organization-limits.ts'
import type { Moment, DefaultMoment, OptionalMoment } from '../column-types.ts'

export type OrganizationTables = {
  organizations: {
    id: Generated<OrganizationId>
    name: string
    slug: string
    confirmation_mails: Generated<boolean>
    mail_reply_to: string | null
    accent: string | null
    logo_name: string | null
    logo_width: number | null
    logo_height: number | null
    about: string | null
    website: string | null
    address: string | null
    picture_name: string | null
    picture_width: number | null
    picture_height: number | null
    cover_name: string | null
    cover_width: number | null
    cover_height: number | null
    benefits: Generated<string[]>
    portraits: ColumnType<KeptPortrait[], string | undefined, string>
    widget_seen_at: OptionalMoment
    widget_seen_on: string | null
    checklist_skipped: Generated<string[]>
    checklist_closed_at: OptionalMoment
    asks_to_keep: Generated<boolean>
    /** The organization's time zone; null: UTC. */
    time_zone: string | null
    feeds_off: Generated<string[]>
    asks_customers_for_code: Generated<boolean>
    shows_opened: Generated<boolean>
    status_words: ColumnType<StatusWords, string | undefined, string>
    language: string | null
    /** The shop in whose admin it was made. */
    made_in_shop: string | null
    /** When visitors last saw its list of jobs change; kept by triggers. */
    jobs_changed_at: ColumnType<string | null, never, never>
    created_at: DefaultMoment
  }
  visits: {
    organization_id: OrganizationId
    user_id: string
    seen_at: Moment
    before_at: OptionalMoment
  }
  profiles: {
    id: string
    first_name: string
    last_name: string
    email: string
    organization_id: OrganizationId | null
    role: Role
    is_approved: boolean
    approved_by: string | null
    approved_at: OptionalMoment
    email_verified: Generated<boolean>
    created_at: DefaultMoment
  }
  organization_invitations: {
    id: Generated<string>
    organization_id: OrganizationId
    email: string
    token_hash: Buffer
    invited_by: string | null
    expires_at: Moment
    accepted_at: OptionalMoment
    withdrawn_at: OptionalMoment
    created_at: DefaultMoment
  }
  join_requests: {
    user_id: string
    organization_id: OrganizationId | null
    organization_name: string
    created_at: DefaultMoment
  }
  limit_peaks: {
    organization_id: OrganizationId
    about: LimitName
    used: number
    most: number
    seen_at: DefaultMoment
  }
}
