// The tables of stores, their pages and their customers.
import type { ColumnType, Generated } from 'kysely'
import type { RefreshStatus } from '#domain/store/customer-refresh.ts'
import type { RunStatus } from '#domain/store/job-invitations.ts'
import type { InstallStart } from '#domain/store/store.ts'
import type { ImportedJob } from '#domain/jobs/imported-jobs.ts'
import type { PageKept, PageKind } from '#domain/store/store-pages.ts'
import type { RefusedPage, RemovalStatus } from '#domain/store/store-removal.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Moment, DefaultMoment, OptionalMoment } from '../column-types.ts'

export type StoreTables = {
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
    admin_handle: string | null
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
  page_syncs: {
    shop: string
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
}
