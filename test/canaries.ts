// One organization with a row in every table of organizations, each marked with the same word.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#data/database.ts'
import { insertApplication, insertPerson, insertShop, type Shop } from './rows.ts'

/** Fails when a table of organizations got no row, so that a new table cannot be forgotten here. */
export async function insertCanaries(db: Database, word: string): Promise<Shop> {
  const shop = await insertShop(db.queries, `Shop ${word}`)
  const { organization, job } = shop
  const person = await insertPerson(db.queries, `${word}@staff.example`, organization.id)
  const applicant = await insertApplication(db.queries, shop, `${word}@applicant.example`)
  const verification = randomBytes(16).toString('hex')
  const incident = randomUUID()
  const rows: [table: string, values: Record<string, unknown>][] = [
    ['store_sessions', { shop: `${word}.myshopify.com` }],
    ['store_domains', { domain: `${word}.example` }],
    ['store_people', { shop: `${word}.myshopify.com`, platform_user_id: word, user_id: person }],
    ['store_pages', { id: word, title: word, handle: word, shop: `${word}.myshopify.com` }],
    [
      'other_store_pages',
      {
        id: word,
        title: word,
        handle: word,
        shop: `${word}.myshopify.com`,
        created_at: '2026-01-01',
        updated_at: '2026-01-01',
      },
    ],
    ['store_syncs', { problem: word }],
    ['page_syncs', { shop: `${word}.myshopify.com`, problem: word }],
    ['job_views', { job_post_id: job.id, day: '2026-01-01', views: 1 }],
    [
      'imported_products',
      {
        product_id: word,
        shop: `${word}.myshopify.com`,
        imported: JSON.stringify({ title: word }),
      },
    ],
    [
      'data_requests',
      {
        shop: `${word}.myshopify.com`,
        email: `${word}@asked.example`,
        requested_at: '2099-01-01',
        due_at: '2099-01-31',
      },
    ],
    [
      'rights_requests',
      {
        kind: 'access',
        came_by: 'store',
        shop: `${word}.myshopify.com`,
        email: `${word}@asked.example`,
        requested_at: '2099-01-01',
        due_at: '2099-01-31',
        completed_at: '2099-01-31',
        outcome: 'done',
      },
    ],
    ['security_incidents', { id: incident, title: word }],
    [
      'breach_records',
      {
        incident_id: incident,
        aware_at: '2099-01-01',
        deadline_at: '2099-01-04',
        authority_text: word,
      },
    ],
    [
      'breach_notices',
      {
        incident_id: incident,
        recipient: `${word}@told.example`,
        recipient_digest: randomBytes(32),
      },
    ],
    ['audit_events', { action: word, resource_type: 'canary' }],
    // In the future, so that no worker leases it.
    ['background_tasks', { kind: 'send-mail', key: word, due_at: '2099-01-01' }],
    ['mail_outbox', { kind: word, recipient: `${word}@mail.example`, sender_name: word }],
    [
      'applicant_status_history',
      {
        applicant_id: applicant.id,
        from_status: 'applied',
        to_status: 'hired',
        changed_by: person,
      },
    ],
    ['mail_templates', { status: 'rejected', subject: word, body: word }],
    [
      'applicant_mails',
      {
        applicant_id: applicant.id,
        kind: 'received',
        recipient: `${word}@applicant.example`,
        // In the future, so that no worker leases it.
        send_at: '2099-01-01',
      },
    ],
    ['notification_settings', { user_id: person, time_zone: word }],
    ['notification_exceptions', { user_id: person, job_post_id: job.id, applications: 'never' }],
    ['notification_events', { kind: 'application', applicant_id: applicant.id }],
    [
      'notifications',
      {
        user_id: person,
        kind: 'application',
        applicant_id: applicant.id,
        pace: 'daily',
        due_at: '2099-01-01',
      },
    ],
    ['job_texts', { job_id: job.id, language: 'de', title: word, description: word }],
    ['applicant_notes', { applicant_id: applicant.id, author_id: person, body: word }],
    ['applicant_tags', { applicant_id: applicant.id, tag: word, tag_key: word }],
    ['applicant_customers', { applicant_id: applicant.id, customer_status: 'new' }],
    [
      'store_removals',
      {
        shop: `${word}.myshopify.com`,
        status: 'finished',
        total: 1,
        refused: JSON.stringify([{ title: word, reason: word }]),
      },
    ],
    ['job_invitation_keys', { key_sealed: word }],
    [
      'job_invitations',
      { address_hash: randomBytes(32), shop: `${word}.myshopify.com`, job_post_id: job.id },
    ],
    [
      'job_invitation_runs',
      {
        shop: `${word}.myshopify.com`,
        segment_id: word,
        job_post_id: job.id,
        begun_by: person,
        status: 'finished',
        problem: word,
      },
    ],
    ['customer_refreshes', { status: 'stopped', total: 1, problem: word }],
    ['erasures', { application_id: randomUUID(), reason: 'staff' }],
    ['retention_states', { confirmed_by: person }],
    [
      'email_verifications',
      {
        id: verification,
        job_post_id: job.id,
        email: `${word}@applicant.example`,
        token_hash: randomBytes(32),
        code_hash: randomBytes(32),
        consent_version: word,
        expires_at: '2099-01-01',
      },
    ],
    [
      'organization_invitations',
      { email: `${word}@invited.example`, token_hash: randomBytes(32), expires_at: '2099-01-01' },
    ],
    ['heavy_cvs', { heavy_tries: 1 }],
    ['mail_counts', { hour: '2099-01-01', sent: 1 }],
    ['limit_peaks', { about: 'reads', used: 9, most: 10 }],
    ['live_events', { name: word, subject_id: applicant.id }],
    ['visits', { user_id: person, seen_at: '2099-01-01' }],
    ['sent_changes', { key: randomUUID(), act: word }],
    ['join_requests', { user_id: person, organization_name: word }],
    ['application_grants', { verification_id: verification, token_hash: randomBytes(32) }],
    [
      'cv_files',
      {
        applicant_id: applicant.id,
        storage_key: `cvs/${word}.pdf`,
        original_name: `${word}.pdf`,
        kind: 'pdf',
        byte_size: 1,
      },
    ],
  ]
  for (const [table, values] of rows) {
    const all = { organization_id: organization.id, ...values }
    const holes = Object.keys(all).map((_, index) => `$${index + 1}`)
    await db.pool.query(
      `insert into ${table} (${Object.keys(all).join(', ')}) values (${holes.join(', ')})`,
      Object.values(all),
    )
  }
  await db.pool.query(
    `insert into cv_texts (cv_id, organization_id, applicant_id, text)
     select id, organization_id, applicant_id, $1 from cv_files where organization_id = $2
     on conflict (cv_id) do update set text = excluded.text`,
    [word, organization.id],
  )
  for (const table of await listTenantTables(db)) {
    const { rowCount } = await db.pool.query(`select from ${table} where organization_id = $1`, [
      organization.id,
    ])
    if (!rowCount) throw new Error(`The canaries have no row in ${table}`)
  }
  return shop
}

export async function listTenantTables(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  )
  return rows.map(({ name }) => name)
}
