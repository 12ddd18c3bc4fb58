// The tables as TypeScript sees them: one type per table, columns by their SQL names.
import type { MailKind } from '#domain/mails/mails.ts'
import type { ApplicationField, Columns } from '#domain/applicants/application-fields.ts'
import type { TextLanguage } from '#domain/jobs/job-texts.ts'
import type { ColumnType, Generated } from 'kysely'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import type { CopiedAct } from '#domain/backups/copied-acts.ts'
import type { ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { RefreshStatus } from '#domain/store/customer-refresh.ts'
import type { RunStatus } from '#domain/store/job-invitations.ts'
import type { InstallStart } from '#domain/store/store.ts'
import type { PasskeyPurpose } from '#domain/accounts/passkeys.ts'
import type { Audience } from '#domain/incidents/breaches.ts'
import type { IncidentStatus, Severity } from '#domain/incidents/incidents.ts'
import type {
  ActiveContent,
  CvKind,
  CvTextReason,
  MissingText,
  StoredScan,
} from '#domain/cvs/cvs.ts'
import type { EventName } from '#domain/live/live-events.ts'
import type { ImportedJob } from '#domain/jobs/imported-jobs.ts'
import type { JobPlace, PayPeriod } from '#domain/jobs/job-facts.ts'
import type { EmploymentType, ExperienceLevel } from '#domain/jobs/jobs.ts'
import type {
  ApplicantMail,
  MailedStatus,
  NotSentReason,
} from '#domain/applicants/applicant-mails.ts'
import type {
  RequestOrigin,
  RequestOutcome,
  RequestProof,
  RightsKind,
} from '#domain/rights/rights.ts'
import type { StatusWords } from '#domain/rights/status-words.ts'
import type { Role } from '#domain/accounts/access.ts'
import type { Digest, NotificationKind, Pace } from '#domain/mails/notifications.ts'
import type { PageKept, PageKind } from '#domain/store/store-pages.ts'
import type { RefusedPage, RemovalStatus } from '#domain/store/store-removal.ts'
import type { ErasureReason } from '#domain/retention/erasures.ts'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import type {
  AccountCodeKind,
  AssuranceLevel,
  FactorType,
  FlowProofKind,
  MailRequestKind,
  Metadata,
  NewUserData,
  ProofMethod,
  ProvenMethod,
} from '#domain/accounts/token-api.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { LimitName } from '#domain/organizations/organization-limits.ts'

/** Read as an ISO string (see datesAsText in database.ts), written as either. */
type Moment = ColumnType<string, string | Date, string | Date>
type DefaultMoment = ColumnType<string, string | Date | undefined, string | Date>
/** PostgreSQL returns decimal fractions as text. */
type DecimalColumn = ColumnType<string | null, number | null | undefined, number | null>
type OptionalMoment = ColumnType<
  string | null,
  string | Date | null | undefined,
  string | Date | null
>

/** An organization's audit log is one chain; the events without an organization are one more. */
export type ChainId = OrganizationId | '00000000-0000-0000-0000-000000000000'

export type Schema = {
  sessions: {
    id: Generated<string>
    token: string
    user_id: string
    user_agent: string | null
    expires_at: Moment
    last_seen_at: DefaultMoment
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
    language: string | null
    user_metadata: ColumnType<Metadata, string | undefined, string>
    app_metadata: ColumnType<Metadata, string | undefined, string>
    banned_until: OptionalMoment
    claimed_at: OptionalMoment
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
    session_id: ColumnType<string | null, string | null | undefined, string | null>
    is_vouched: Generated<boolean>
    expires_at: Moment
    created_at: DefaultMoment
  }
  auth_mail_requests: {
    id: Generated<string>
    kind: MailRequestKind
    email: string
    user_data: ColumnType<NewUserData | null, string | null, never>
    redirect_to: string | null
    code_challenge: string | null
    is_for_page: boolean
    session_id: string | null
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
    proof_kind: FlowProofKind | null
    proof_email: string | null
    session_id: string | null
    expires_at: Moment
  }
  auth_provider_flows: {
    state_hash: Buffer
    provider_id: string
    browser_hash: Buffer
    secrets_sealed: string
    redirect_to: string | null
    code_challenge: string | null
    expires_at: Moment
  }
  auth_passkeys: {
    id: Generated<string>
    user_id: string
    factor_id: string | null
    name: string
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string
    created_at: DefaultMoment
    last_used_at: OptionalMoment
  }
  auth_passkey_challenges: {
    id: Generated<string>
    purpose: PasskeyPurpose
    user_id: string | null
    factor_id: string | null
    challenge: string
    expires_at: Moment
  }
  auth_used_proofs: { proof_hash: Buffer; expires_at: Moment }
  credentials: {
    id: Generated<string>
    account_id: string
    provider_id: string
    user_id: string
    password: ColumnType<string | null, string | null | undefined, string | null>
    created_at: DefaultMoment
    updated_at: Moment
  }
  auth_verifications: { id: Generated<string>; identifier: string; value: string }
  account_closings: { user_id: string; requested_at: DefaultMoment; closes_at: Moment }
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
  job_views: {
    organization_id: OrganizationId
    job_post_id: string
    day: string
    views: number
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
  store_sessions: {
    shop: string
    organization_id: OrganizationId | null
    access_token_sealed: string | null
    scope: Generated<string>
    connected_at: DefaultMoment
    uninstalled_at: OptionalMoment
    disconnected_at: OptionalMoment
    shop_gid: string | null
    shop_name: string | null
    currency: string | null
    primary_domain: string | null
    proxy_path: string | null
    refresh_token_sealed: string | null
    expires_at: OptionalMoment
    refresh_expires_at: OptionalMoment
    refreshing_until: OptionalMoment
    claimed_by: string | null
    claim_ends_at: OptionalMoment
    scope_changed_at: OptionalMoment
    checked_at: OptionalMoment
    theme_problem: string | null
    lost_told_at: OptionalMoment
    updated_at: DefaultMoment
  }
  store_installs: {
    state_hash: Buffer
    shop: string
    redirect_uri: string
    scopes: string
    user_id: string | null
    began_at: Generated<InstallStart>
    ends_at: Moment
  }
  store_domains: { domain: string; organization_id: OrganizationId }
  store_people: {
    organization_id: OrganizationId
    shop: string
    platform_user_id: string
    user_id: string
    session_id: string | null
    created_at: DefaultMoment
  }
  store_pages: {
    id: string
    organization_id: OrganizationId
    title: string
    handle: string
    content: Generated<string>
    job_post_id: string | null
    created_at: DefaultMoment
    updated_at: DefaultMoment
    shop: string
    kind: Generated<PageKind>
    kept: Generated<PageKept>
    has_frame: Generated<boolean>
    has_block: Generated<boolean>
    written_digest: Generated<string>
  }
  other_store_pages: {
    organization_id: OrganizationId
    id: string
    shop: string
    title: string
    handle: string
    created_at: Moment
    updated_at: Moment
  }
  store_removals: {
    organization_id: OrganizationId
    shop: string
    status: RemovalStatus
    total: number
    done: Generated<number>
    problem: string | null
    refused: ColumnType<RefusedPage[], string, string>
    begun_at: DefaultMoment
  }
  store_syncs: {
    organization_id: OrganizationId
    running_until: OptionalMoment
    problem: string | null
    is_password_protected: boolean | null
  }
  imported_products: {
    organization_id: OrganizationId
    product_id: string
    shop: string
    job_post_id: string | null
    imported: ColumnType<ImportedJob, string, string>
  }
  store_notices: {
    id: Generated<string>
    webhook_id: string
    event_id: string
    topic: string
    shop: string
    triggered_at: Moment
    payload_sealed: string | null
    state: Generated<'waiting' | 'done'>
    received_at: DefaultMoment
  }
  rights_requests: {
    id: Generated<string>
    organization_id: OrganizationId
    applicant_id: string | null
    kind: RightsKind
    came_by: RequestOrigin
    verified_by: RequestProof | null
    email: string | null
    shop: string | null
    recorded_by: string | null
    requested_at: Moment
    due_at: Moment
    reminded_days: number | null
    completed_at: OptionalMoment
    completed_by: string | null
    outcome: RequestOutcome | null
    words: string | null
    reason: string | null
    created_at: DefaultMoment
    receipt: string | null
  }
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
    slug: Generated<string>
    is_active: Generated<boolean>
    organization_id: OrganizationId
    created_by: string | null
    created_at: DefaultMoment
    /** Read as a number by `factColumns`. */
    salary_from: DecimalColumn
    salary_to: DecimalColumn
    salary_currency: string | null
    salary_period: PayPeriod | null
    is_remote: Generated<boolean>
    street: string | null
    town: string | null
    region: string | null
    postcode: string | null
    country: string | null
    remote_countries: Generated<string[]>
    further_places: ColumnType<JobPlace[], string | undefined, string>
    weekly_hours: DecimalColumn
    openings: number | null
    starts_on: string | null
    closes_on: string | null
    /** Generated by the database, from closes_on and the organization's time zone. */
    closes_at: ColumnType<string | null, never, never>
    contact: string | null
    is_unlisted: Generated<boolean>
    /** The language of its original text; null: the organization's. */
    language: TextLanguage | null
    /** When visitors last saw it change; kept by triggers. */
    changed_at: ColumnType<string | null, never, never>
  }
  job_texts: {
    organization_id: OrganizationId
    job_id: string
    language: TextLanguage
    title: string
    description: string
    requirements: Generated<string>
    benefits: Generated<string>
    changed_at: DefaultMoment
    is_machine_made: Generated<boolean>
    revision: Generated<number>
  }
  applicants: {
    id: Generated<string>
    organization_id: OrganizationId
    email: string
    job_post_id: string | null
    role_id: string
    role_title: string
    is_existing_customer: Generated<boolean>
    status: Generated<ApplicantStatus>
    cv_url: string | null
    came_by: string | null
    source: string | null
    language: string | null
    consent_version: string | null
    consented_at: OptionalMoment
    consent_language: string | null
    contacted: Generated<boolean>
    starred: Generated<boolean>
    withdrawn_at: OptionalMoment
    restricted_at: OptionalMoment
    objected_at: OptionalMoment
    no_contact_at: OptionalMoment
    upheld_at: OptionalMoment
    keep_asked_at: OptionalMoment
    kept_at: OptionalMoment
    keep_question: boolean | null
    created_at: DefaultMoment
    updated_at: DefaultMoment
    sort_name: ColumnType<string, never, never>
    reached: Generated<number>
    first_reply_at: OptionalMoment
    sort_role: ColumnType<string, never, never>
    sort_email: ColumnType<string, never, never>
    opened_at: OptionalMoment
    link_generation: Generated<number>
  } & Columns<ApplicationField>
  applicant_tags: {
    organization_id: OrganizationId
    applicant_id: string
    tag: string
    tag_key: string
    created_at: DefaultMoment
  }
  // Differences maintained by triggers on applicants: their sum is the count.
  applicant_counts: {
    organization_id: ColumnType<OrganizationId, never, never>
    role_id: ColumnType<string, never, never>
    is_existing_customer: ColumnType<boolean, never, never>
    contacted: ColumnType<boolean, never, never>
    status: ColumnType<ApplicantStatus, never, never>
    difference: ColumnType<number, never, never>
  }
  // The same by week and by the waiting time for a reply.
  applicant_weeks: {
    organization_id: ColumnType<OrganizationId, never, never>
    week: ColumnType<string, never, never>
    wait: ColumnType<number | null, never, never>
    difference: ColumnType<number, never, never>
  }
  // The same by day, for the funnel and the sources.
  applicant_days: {
    organization_id: ColumnType<OrganizationId, never, never>
    day: ColumnType<string, never, never>
    source: ColumnType<string | null, never, never>
    reached: ColumnType<number, never, never>
    is_rejected: ColumnType<boolean, never, never>
    difference: ColumnType<number, never, never>
  }
  applicant_status_history: {
    id: Generated<string>
    organization_id: OrganizationId
    applicant_id: string
    from_status: ApplicantStatus | null
    to_status: ApplicantStatus
    changed_by: string | null
    changed_at: DefaultMoment
    seq: ColumnType<string, never, never>
    batch_id: string | null
    undoes: string | null
  }
  applicant_notes: {
    id: Generated<string>
    organization_id: OrganizationId
    applicant_id: string
    author_id: string | null
    body: string
    created_at: DefaultMoment
    edited_at: OptionalMoment
  }
  applicant_customers: {
    applicant_id: string
    organization_id: OrganizationId
    customer_status: 'customer' | 'new'
    customer_id: string | null
    orders_count: number
    total_spent: ColumnType<string, number, number>
    currency: string | null
    customer_since: OptionalMoment
    shop: string | null
    read_at: DefaultMoment
  }
  job_invitation_keys: { organization_id: OrganizationId; key_sealed: string }
  job_invitations: {
    organization_id: OrganizationId
    address_hash: Buffer
    shop: string | null
    job_post_id: string | null
    invited_at: OptionalMoment
    unsubscribed_at: OptionalMoment
    no_contact_at: OptionalMoment
  }
  job_invitation_runs: {
    id: Generated<string>
    organization_id: OrganizationId
    shop: string
    segment_id: string
    job_post_id: string
    begun_by: string | null
    status: Generated<RunStatus>
    total: Generated<number>
    looked_at: Generated<number>
    invited: Generated<number>
    not_consented: Generated<number>
    declined: Generated<number>
    invited_before: Generated<number>
    applied: Generated<number>
    after: string | null
    problem: string | null
    begun_at: DefaultMoment
  }
  customer_refreshes: {
    organization_id: OrganizationId
    status: RefreshStatus
    total: number
    done: Generated<number>
    customers: Generated<number>
    problem: string | null
    after_id: string | null
    begun_at: DefaultMoment
    begun_by: string | null
    updated_at: DefaultMoment
  }
  retention_states: {
    organization_id: OrganizationId
    stopped_at: OptionalMoment
    // Days, written and read as 'YYYY-MM-DD'; read as text in the query.
    confirmed_through: string | null
    confirmed_by: string | null
    announced_through: string | null
    mailed_on: string | null
    waited_days: Generated<number>
    waited_on: string | null
  }
  email_verifications: {
    id: Generated<string>
    organization_id: OrganizationId
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
    customer_sealed: string | null
    customer_asked_until: OptionalMoment
    came_by: string | null
    source: string | null
    language: string | null
  }
  application_grants: {
    token_hash: Buffer
    verification_id: string
    organization_id: OrganizationId
    created_at: DefaultMoment
  }
  cv_files: {
    id: Generated<string>
    organization_id: OrganizationId
    verification_id: string | null
    applicant_id: string | null
    storage_key: string
    key_sealed: string | null
    original_name: string
    kind: CvKind
    byte_size: number
    created_at: DefaultMoment
    checked_at: OptionalMoment
    active_content: Generated<ActiveContent[]>
    scan_state: Generated<StoredScan>
    scan_name: string | null
    sent_from: Buffer | null
  }
  // Differences maintained by triggers on cv_files: their sum is the total.
  cv_space: {
    organization_id: ColumnType<OrganizationId, never, never>
    difference: ColumnType<number, never, never>
  }
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
  cv_texts: {
    cv_id: string
    organization_id: OrganizationId
    applicant_id: string
    text: string | null
    reason: CvTextReason | null
    is_cut: Generated<boolean>
    /** The `CV_READER` that read it; 0 before it had numbers. */
    reader: Generated<number>
    missing: Generated<MissingText[]>
    joined_words: Generated<string>
  }
  heavy_cvs: {
    organization_id: OrganizationId
    heavy_tries: Generated<number>
    heavy_since: OptionalMoment
  }
  applicant_searches: {
    applicant_id: string
    organization_id: OrganizationId
    created_at: DefaultMoment
    person: string
    document: string
  }
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
  limit_peaks: {
    organization_id: OrganizationId
    about: LimitName
    used: number
    most: number
    seen_at: DefaultMoment
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
  live_events: {
    id: Generated<string>
    organization_id: OrganizationId
    name: EventName
    subject_id: string
    position: string | null
    created_at: DefaultMoment
  }
  sent_changes: {
    organization_id: OrganizationId
    key: string
    act: string
    answer: ColumnType<unknown, string | undefined, string>
    created_at: DefaultMoment
  }
  readiness_checks: { is_only: Generated<boolean>; checked_at: Moment }
  usage_times: { key: Buffer; times: Date[]; over_at: Moment }
  audit_events: {
    id: Generated<string>
    organization_id: OrganizationId | null
    actor_id: string | null
    action: string
    resource_type: string
    resource_id: string | null
    details: ColumnType<unknown, string | undefined, never>
    ip_address: string | null
    user_agent: string | null
    created_at: DefaultMoment
    /** Written by the database, like the next four. */
    chain_id: Generated<ChainId>
    place: Generated<string>
    hash: Generated<Buffer>
    origin_salt: Generated<Buffer | null>
    origin_digest: Generated<Buffer | null>
    /** Keyed hashes that replace address and browser when these are cleared. */
    network_hash: string | null
    browser_hash: string | null
  }
  // Written by triggers.
  copied_acts: {
    id: ColumnType<string, never, never>
    kind: ColumnType<CopiedAct['kind'], never, never>
    organization: ColumnType<OrganizationId | null, never, never>
    subject: ColumnType<string, never, never>
    state: ColumnType<unknown, never, never>
    acted_at: ColumnType<string, never, never>
    copied_at: OptionalMoment
  }
  backup_folders: {
    is_current: Generated<true>
    marker: string
    last_backup_at: OptionalMoment
  }
  refused_networks: { network: string; until: Moment; made_at: DefaultMoment }
  time_marks: {
    is_current: Generated<true>
    seen_at: OptionalMoment
    looked_at: OptionalMoment
    steady_seconds: Generated<number>
    word: Generated<string>
  }
  link_keys: { is_current: Generated<true>; key_sealed: string; created_at: DefaultMoment }
  erasures: {
    receipt: Generated<string>
    organization_id: OrganizationId
    application_id: string
    reason: ErasureReason
    erased_at: DefaultMoment
    copied_at: OptionalMoment
  }
  audit_chains: {
    chain_id: ChainId
    place: string
    hash: Buffer
    anchor_place: string
    anchor_hash: Buffer
  }
}
