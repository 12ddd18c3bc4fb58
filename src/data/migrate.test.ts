// The migrations: each runs once, and what they must have left in the database.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#domain/access.ts'
import { applicantStatuses } from '#domain/applicants.ts'
import { audiences } from '#domain/breaches.ts'
import { cvKinds, cvTextReasons, storedScans } from '#domain/cvs.ts'
import { incidentStatuses, severities } from '#domain/incidents.ts'
import { employmentTypes, experienceLevels } from '#domain/jobs.ts'
import { notificationKinds, paces } from '#domain/notifications.ts'
import { passkeyPurposes } from '#domain/passkeys.ts'
import { installStarts } from '#domain/store.ts'
import {
  accountCodeKinds,
  flowProofKinds,
  factorTypes,
  mailRequestKinds,
} from '#domain/token-api.ts'
import { insertCanaries } from '#test/canaries.ts'
import { engines, openTestDatabase } from '#test/engines.ts'
import type { Database } from './database.ts'
import { migrateDatabase } from './migrate.ts'

const files = readdirSync(path.join(import.meta.dirname, 'migrations')).toSorted()

describe.each(engines)('on %s', (engine) => {
  let db: Database

  async function ask<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await db.pool.query(statement, values)
    return rows as Row[]
  }

  beforeAll(async () => {
    db = await openTestDatabase(engine)
    await db.pool.query('drop schema public cascade')
    await db.pool.query('create schema public')
  })
  afterAll(() => db.close())

  test('all run once, also when two start at once, and then nothing does', async () => {
    const runs = await Promise.all([
      migrateDatabase(db.pool),
      // The embedded engine has one connection, so there the second is the next.
      migrateDatabase(db.pool),
      migrateDatabase(db.pool),
    ])
    expect(runs.toSorted((one, other) => other.length - one.length)).toEqual([files, [], []])
    expect(await migrateDatabase(db.pool)).toEqual([])
    expect(await ask('select name from schema_migrations order by name')).toEqual(
      files.map((name) => ({ name })),
    )
  })

  test('every table with an organization has row level security on, and a policy', async () => {
    const open = await ask<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'organization_id'
       and not (relrowsecurity and exists (
         select from pg_policy where polrelid = pg_class.oid and polcmd = '*'
         and polroles = array['storehand_tenant'::regrole::oid]
         and pg_get_expr(polqual, polrelid) = '(organization_id = tenant_id())'
         and pg_get_expr(polwithcheck, polrelid) = '(organization_id = tenant_id())'
       ))`,
    )
    expect(open).toEqual([])
    const bound = await ask(
      `select rolsuper or rolbypassrls or rolcanlogin or rolcreaterole as mighty,
         exists (select from pg_class where relowner = pg_roles.oid) as owns
       from pg_roles where rolname = 'storehand_tenant'`,
    )
    expect(bound).toEqual([{ mighty: false, owns: false }])
  })

  const lists: Record<string, readonly string[]> = {
    'auth_factors.factor_type': factorTypes,
    'auth_factors.status': ['unverified', 'verified'],
    'auth_flow_codes.proof_kind': flowProofKinds,
    'auth_mail_requests.kind': mailRequestKinds,
    'auth_mailed_codes.kind': accountCodeKinds,
    'auth_passkey_challenges.purpose': passkeyPurposes,
    'applicant_customers.customer_status': ['customer', 'new'],
    'applicant_mails.kind': ['received', 'reviewing', 'interviewed', 'hired', 'rejected'],
    'applicant_mails.reason': ['moved', 'active'],
    'applicant_mails.state': ['held', 'queued', 'taken-back', 'dropped'],
    'applicant_status_history.from_status': applicantStatuses,
    'applicant_status_history.to_status': applicantStatuses,
    'applicants.status': applicantStatuses,
    'breach_notices.state': ['waiting', 'queued', 'removed'],
    'breach_records.audience': [...audiences],
    'customer_refreshes.status': ['running', 'stopped', 'failed', 'finished'],
    'cv_files.kind': cvKinds,
    'cv_files.scan_state': storedScans,
    'cv_texts.reason': cvTextReasons,
    'job_posts.employment_type': employmentTypes,
    'job_posts.experience_level': experienceLevels,
    'mail_outbox.state': ['waiting', 'sent', 'failed'],
    'mail_templates.status': ['reviewing', 'interviewed', 'hired', 'rejected'],
    'notification_events.kind': notificationKinds,
    'notification_exceptions.applications': paces,
    'notification_settings.applications': paces,
    'notifications.kind': notificationKinds,
    'notifications.pace': paces.filter((pace) => pace !== 'never'),
    'profiles.role': roles,
    'security_incidents.severity': severities,
    'security_incidents.status': incidentStatuses,
    'sessions.aal': ['aal1', 'aal2'],
    'store_installs.began_at': installStarts,
    'store_notices.state': ['waiting', 'done', 'failed'],
    'store_pages.kept': ['all', 'frame', 'text'],
    'store_pages.kind': ['careers', 'job', 'custom'],
  }

  test('a column with a list takes every value of it and no other', async () => {
    const found = await ask<{ place: string }>(
      `select relname || '.' || attname as place
       from pg_constraint join pg_class on pg_class.oid = conrelid
       join pg_attribute on attrelid = conrelid and attnum = any (conkey)
       where contype = 'c' and pg_get_constraintdef(pg_constraint.oid) like '%ANY (ARRAY[%'
       order by 1`,
    )
    expect(found.map(({ place }) => place)).toEqual(Object.keys(lists).toSorted())

    await insertCanaries(db, 'listed')
    await ask(`insert into sessions (user_id, token, expires_at, updated_at)
      select id, email, now(), now() from users`)
    await ask(`insert into auth_mailed_codes (kind, email, token_hash, code_hash, expires_at)
      values ('signup', '', '', '', now())`)
    await ask(`insert into auth_flow_codes (code_hash, user_id, method, code_challenge, expires_at)
      select '', id, 'otp', '', now() from users limit 1`)
    await ask(`insert into auth_mail_requests (kind, email) values ('signup', '')`)
    await ask(`insert into auth_passkey_challenges (purpose, challenge, expires_at)
      values ('add', '', now())`)
    await ask(`insert into auth_factors (user_id, factor_type, status)
      select id, 'totp', 'verified' from users limit 1`)
    await ask(`insert into store_installs (state_hash, shop, redirect_uri, scopes, ends_at)
      values ('', 'tea.myshopify.com', '', '', now())`)
    await ask(`insert into store_notices (webhook_id, event_id, topic, shop, triggered_at)
      values ('', '', '', '', now())`)
    // A kind goes with who it is about; here each is tried by itself.
    await ask('alter table notification_events drop constraint notification_events_check')
    for (const [place, values] of Object.entries(lists)) {
      const [table, column] = place.split('.')
      for (const value of values) {
        const { rowCount } = await db.pool.query(`update ${table} set ${column} = $1`, [value])
        expect(rowCount, place).toBeGreaterThan(0)
      }
      for (const value of ['nonsense', '', values[0]!.toUpperCase()]) {
        const refused = db.pool.query(`update ${table} set ${column} = $1`, [value])
        await expect(refused, place).rejects.toMatchObject({ code: '23514' })
      }
    }
  })
})
