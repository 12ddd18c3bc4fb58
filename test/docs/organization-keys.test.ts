// Every key of an organization's rows begins with the organization, so that the tables can be sharded by it, for example
// with Citus; those that do not, or refer to a row without it, are named here with what sharding would require. So are
// the tables without an organization, which stay on one machine or are copied to all.
import { expect, test } from 'vitest'
import { openTestDatabase } from '../databases/engines.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

const keysWithoutIt = [
  // The id is made of 122 random bits (a receipt of 80, a proof is a hash of 256), so nothing relies on the
  // database to keep two organizations apart. On a distributed database the same key becomes
  // `(organization_id, id)`, which changes no query: each names the organization already.
  ...words(`
    applicant_mails_pkey applicant_notes_pkey applicant_status_history_pkey applicants_pkey
    application_grants_pkey audit_events_pkey breach_notices_pkey cv_files_pkey data_requests_pkey
    email_verifications_pkey erasures_pkey job_invitation_runs_pkey job_posts_pkey live_events_pkey
    mail_outbox_pkey notification_events_pkey notifications_pkey organization_invitations_pkey
    rights_requests_pkey security_incidents_pkey
  `),
  // Begins with the id of the one application, CV, job, incident or change that the row belongs to, which
  // has one organization. The same holds: the organization in front of it changes no query.
  ...words(`
    applicant_customers_pkey applicant_mails_change_idx applicant_mails_received_idx
    applicant_searches_pkey applicant_tags_pkey applicants_job_email_idx
    breach_notices_incident_id_recipient_digest_key breach_records_pkey cv_files_applicant_id_key
    cv_files_verification_idx cv_texts_applicant_id_key cv_texts_pkey erasures_application_key
    notifications_applicant_idx notifications_person_idx
  `),
  // A request has only this key: a token, a shop's domain, the name of a stored file. The organization is
  // looked up by it. On a distributed database: a small table without distribution, from the key to the
  // organization.
  ...words(`
    cv_files_storage_key_key email_verifications_token_hash_key organization_invitations_token_hash_key
    store_domains_pkey store_sessions_gid_idx store_sessions_pkey
  `),
  // A person belongs to one organization or to none, and signs in before the organization is known. These
  // tables stay together on the first node.
  ...words('join_requests_pkey profiles_pkey'),
  // Refers to a person, or to the session of one. Sign-in finds people by their address, so `users` is not
  // sharded by organization; use a reference table, or no reference.
  ...words(`
    applicant_mails_created_by_fkey applicant_notes_author_id_fkey
    applicant_status_history_changed_by_fkey customer_refreshes_begun_by_fkey
    job_invitation_runs_begun_by_fkey job_posts_created_by_fkey join_requests_user_id_fkey
    notification_events_person_id_fkey notification_exceptions_user_id_fkey
    notification_settings_user_id_fkey notifications_person_id_fkey notifications_user_id_fkey
    organization_invitations_invited_by_fkey profiles_approved_by_fkey profiles_id_fkey
    retention_states_confirmed_by_fkey rights_requests_completed_by_fkey
    rights_requests_recorded_by_fkey security_incidents_assigned_to_fkey store_people_session_id_fkey
    store_people_user_id_fkey store_sessions_claimed_by_fkey visits_user_id_fkey
  `),
  // Refers to a row of the same organization by its id alone, and sets the reference to null when that row
  // is deleted; a reference of both columns would set the organization to null too. Can become one of both
  // columns with `on delete set null (column)`.
  ...words(`
    applicant_mails_change_id_fkey application_grants_verification_id_fkey
    breach_notices_incident_id_fkey cv_files_verification_id_fkey cv_texts_cv_id_fkey
    email_verifications_job_post_id_fkey imported_products_job_post_id_fkey job_views_job_post_id_fkey
    notifications_mail_id_fkey store_pages_job_post_id_fkey
  `),
  // One sequence for the whole installation: the order of tasks, the positions in the chains of the audit
  // log (one chain for each organization and one for the installation), the order of live events. The order
  // of live events is what would have to change first: one for each organization.
  ...words('audit_events_chain_key background_tasks_pkey live_events_position_key'),
]

const tablesWithoutOne = [
  // People and how they sign in.
  ...words(`
    account_closings auth_challenges auth_factors auth_flow_codes auth_mail_requests auth_mailed_codes
    auth_passkey_challenges auth_passkeys auth_provider_flows auth_recovery_codes auth_refresh_tokens
    auth_signing_keys auth_used_proofs auth_verifications credentials sessions users
  `),
  // Needed before the organization is known: limits by address and network, started installations, a
  // store's notices as they arrive.
  ...words('rate_limits refused_networks store_installs store_notices usage_times'),
  // The organizations themselves, and data of the installation.
  ...words(`
    audit_chains backup_folders copied_acts link_keys local_mailbox organizations readiness_checks
    schema_functions schema_migrations time_marks
  `),
]

test('each key that does not lead with the organization has its reason, and each table without one too', async () => {
  const db = await openTestDatabase('postgres')
  const keys = await db.pool.query<{ name: string }>(
    `select index.relname as name
     from pg_index join pg_class index on index.oid = indexrelid join pg_attribute first on first.attrelid = indrelid and first.attnum = indkey[0]
     where (indisunique or indisprimary) and first.attname <> 'organization_id'
       and exists (select from pg_attribute own where own.attrelid = indrelid and own.attname = 'organization_id')
       and index.relnamespace = 'public'::regnamespace
     union all
     select conname from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 'organizations'::regclass
       and exists (select from pg_attribute own where own.attrelid = conrelid and own.attname = 'organization_id')
       and not exists (select from pg_attribute own where own.attrelid = conrelid and own.attname = 'organization_id' and own.attnum = any (conkey))`,
  )
  const tables = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and not exists (select from pg_attribute own where own.attrelid = pg_class.oid and own.attname = 'organization_id')`,
  )
  await db.close()
  const sorted = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted()
  expect(keysWithoutIt.toSorted()).toEqual(sorted(keys.rows))
  expect(tablesWithoutOne.toSorted()).toEqual(sorted(tables.rows))
})
