// The tables as TypeScript sees them: one type per table, columns by their SQL names.
import type { ColumnType, Generated } from 'kysely'
import type { ApplicantStatus } from '#domain/applicants.ts'
import type { CvKind } from '#domain/cvs.ts'
import type { EmploymentType, ExperienceLevel } from '#domain/jobs.ts'
import type { Role } from '#domain/access.ts'
import type {
  AccountCodeKind,
  AssuranceLevel,
  FactorType,
  Metadata,
  NewUserData,
  ProofMethod,
  ProvenMethod,
} from '#domain/token-api.ts'

/** Read as an ISO string (see DatesAsText in database.ts), written as either. */
type Moment = ColumnType<string, string | Date, string | Date>
type DefaultMoment = ColumnType<string, string | Date | undefined, string | Date>
type OptionalMoment = ColumnType<
  string | null,
  string | Date | null | undefined,
  string | Date | null
>

export type Schema = {
  sessions: {
    id: Generated<string>
    token: string
    user_id: string
    expires_at: Moment
    aal: Generated<AssuranceLevel>
    amr: ColumnType<ProvenMethod[], string | undefined, string>
    created_at: DefaultMoment
  }
  users: {
    id: Generated<string>
    name: string
    email: string
    email_verified: boolean
    first_name: string
    last_name: string
    user_metadata: ColumnType<Metadata, string | undefined, string>
    app_metadata: ColumnType<Metadata, string | undefined, string>
    banned_until: OptionalMoment
    email_confirmed_at: OptionalMoment
    created_at: DefaultMoment
    updated_at: DefaultMoment
  }
  auth_refresh_tokens: {
    token_hash: Buffer
    session_id: string
    parent_hash: Buffer | null
    revoked_at: OptionalMoment
    created_at: DefaultMoment
  }
  auth_mailed_codes: {
    id: Generated<string>
    kind: AccountCodeKind
    email: string
    user_id: string | null
    user_data: ColumnType<NewUserData | null, string | null, never>
    token_hash: Buffer
    code_hash: Buffer
    code_tries: Generated<number>
    code_challenge: string | null
    expires_at: Moment
    created_at: DefaultMoment
  }
  auth_factors: {
    id: Generated<string>
    user_id: string
    factor_type: FactorType
    friendly_name: string | null
    status: 'unverified' | 'verified'
    secret_sealed: string | null
    last_step: ColumnType<number, number | undefined, number>
    created_at: DefaultMoment
    updated_at: DefaultMoment
  }
  auth_challenges: { id: Generated<string>; factor_id: string; expires_at: Moment }
  auth_recovery_codes: { factor_id: string; code_hash: Buffer; used_at: OptionalMoment }
  auth_flow_codes: {
    code_hash: Buffer
    user_id: string
    method: ProofMethod
    code_challenge: string
    expires_at: Moment
  }
  auth_verifications: { id: Generated<string>; identifier: string; value: string }
  account_closings: { user_id: string; requested_at: DefaultMoment; closes_at: Moment }
  organizations: { id: Generated<string>; name: string; slug: string; created_at: DefaultMoment }
  profiles: {
    id: string
    first_name: string
    last_name: string
    email: string
    organization_id: string | null
    role: Role
    is_approved: boolean
    approved_by: string | null
    approved_at: OptionalMoment
    email_verified: Generated<boolean>
    created_at: DefaultMoment
  }
  organization_invitations: {
    id: Generated<string>
    organization_id: string
    email: string
    token_hash: Buffer
    invited_by: string | null
    expires_at: Moment
    accepted_at: OptionalMoment
    created_at: DefaultMoment
  }
  join_requests: {
    user_id: string
    organization_id: string | null
    organization_name: string
    created_at: DefaultMoment
  }
  store_sessions: {
    shop: string
    organization_id: string | null
    access_token_sealed: string | null
    scope: Generated<string>
    connected_at: DefaultMoment
    uninstalled_at: OptionalMoment
  }
  store_domains: { domain: string; organization_id: string }
  job_posts: {
    id: Generated<string>
    title: string
    description: string
    requirements: Generated<string>
    benefits: Generated<string>
    location: string | null
    employment_type: Generated<EmploymentType>
    salary_range: string | null
    experience_level: Generated<ExperienceLevel>
    revision: Generated<number>
    is_active: Generated<boolean>
    organization_id: string
    created_by: string | null
    created_at: DefaultMoment
  }
  applicants: {
    id: Generated<string>
    organization_id: string
    email: string
    job_post_id: string | null
    role_id: string
    role_title: string
    first_name: string
    last_name: string
    phone: string | null
    experience_years: number | null
    linkedin_url: string | null
    website_url: string | null
    cover_letter: string | null
    additional_info: string | null
    is_existing_customer: Generated<boolean>
    status: Generated<ApplicantStatus>
    cv_url: string | null
    contacted: Generated<boolean>
    created_at: DefaultMoment
    updated_at: DefaultMoment
  }
  applicant_status_history: {
    id: Generated<string>
    organization_id: string
    applicant_id: string
    from_status: ApplicantStatus | null
    to_status: ApplicantStatus
    changed_by: string | null
    changed_at: DefaultMoment
  }
  email_verifications: {
    id: Generated<string>
    organization_id: string
    job_post_id: string
    email: string
    token_hash: Buffer
    code_hash: Buffer
    code_tries: Generated<number>
    verified: Generated<boolean>
    verified_at: OptionalMoment
    consent_version: string
    consented_at: DefaultMoment
    expires_at: Moment
    created_at: DefaultMoment
  }
  application_grants: {
    token_hash: Buffer
    verification_id: string
    organization_id: string
    created_at: DefaultMoment
  }
  cv_files: {
    id: Generated<string>
    organization_id: string
    verification_id: string | null
    applicant_id: string | null
    storage_key: string
    original_name: string
    kind: CvKind
    byte_size: number
    place: number | null
    created_at: DefaultMoment
  }
  mail_outbox: {
    id: Generated<string>
    organization_id: string | null
    kind: string
    recipient: string
    sender_name: string
    data_sealed: string | null
    state: Generated<'waiting' | 'sent' | 'failed'>
    attempts: Generated<number>
    next_attempt_at: DefaultMoment
    last_error: string | null
    created_at: DefaultMoment
    sent_at: OptionalMoment
  }
  local_mailbox: {
    id: string
    recipient: string
    subject: string
    text: string
    html: string
    sent_at: DefaultMoment
  }
  usage_counts: { key: string; window_start: Moment; count: number }
  audit_events: {
    id: Generated<string>
    organization_id: string | null
    actor_id: string | null
    action: string
    resource_type: string
    resource_id: string | null
    details: ColumnType<unknown, string | undefined, never>
    ip_address: string | null
    user_agent: string | null
    created_at: DefaultMoment
    /** Written by the database itself, as the next four. */
    chain_id: Generated<string>
    place: Generated<string>
    hash: Generated<Buffer>
    origin_salt: Generated<Buffer | null>
    origin_digest: Generated<Buffer | null>
  }
  audit_chains: {
    chain_id: string
    place: string
    hash: Buffer
    anchor_place: string
    anchor_hash: Buffer
  }
}
