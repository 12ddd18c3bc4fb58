// The migrations: each runs once, and what they must have left in the database.
import { randomUUID } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  requestOrigins,
  requestOutcomes,
  requestProofs,
  rightsKinds,
} from '#domain/rights/rights.ts'
import { roles } from '#domain/accounts/access.ts'
import { applicantStatuses } from '#domain/applicants/applicants.ts'
import { actKinds } from '#domain/backups/copied-acts.ts'
import { audiences } from '#domain/incidents/breaches.ts'
import { cvKinds, cvTextReasons, storedScans } from '#domain/cvs/cvs.ts'
import { incidentStatuses, severities } from '#domain/incidents/incidents.ts'
import { employmentTypes, experienceLevels, payPeriods } from '#domain/jobs/jobs.ts'
import { notificationKinds, paces } from '#domain/mails/notifications.ts'
import { passkeyPurposes } from '#domain/accounts/passkeys.ts'
import { runStatuses } from '#domain/store/job-invitations.ts'
import { removalStatuses } from '#domain/store/store-removal.ts'
import { installStarts } from '#domain/store/store.ts'
import {
  accountCodeKinds,
  flowProofKinds,
  factorTypes,
  mailRequestKinds,
} from '#domain/accounts/token-api.ts'
import { insertCanaries } from '#test/canaries.ts'
import { erasureReasons } from '#domain/retention/erasures.ts'
import { enginesAbove, openTestDatabase, openDatabase } from '#test/databases/engines.ts'
import { dumpDatabase, loadDatabase, type DumpedRows } from './backups/dump.ts'
import type { Database } from './database.ts'
import {
  BASELINE,
  checkIsCurrent,
  DatabaseVersionError,
  formerMigrations,
  functionFiles,
  FUNCTIONS,
  migrateDatabase,
  versionOfFunctions,
} from './migrate.ts'

const folder = path.join(import.meta.dirname, 'migrations')
const sqlFiles = (of: string) => globSync('*.sql', { cwd: path.join(folder, of) }).toSorted()
const names = [BASELINE, ...sqlFiles('.')]
const version = `functions ${versionOfFunctions(functionFiles())}`

/** The files of the last commit before the baseline, from the history; none where this clone has none. */
function readFormer(): { name: string; text: string }[] {
  const { commit } = formerMigrations
  const place = 'src/data/migrations'
  const git = (...what: string[]) =>
    spawnSync('git', what, { cwd: path.join(import.meta.dirname, '../..'), encoding: 'utf8' })
  const list = git('ls-tree', '-r', '--name-only', commit, `${place}/`)
  if (list.status !== 0) {
    const shallow = git('rev-parse', '--is-shallow-repository')
    if (shallow.status === 0 && shallow.stdout.trim() !== 'true') throw new Error(list.stderr)
    // As test/upgrade.test.ts: a shallow clone cannot show more.
    return []
  }
  const files = list.stdout.trim().split('\n')
  const inBaseline = (file: string) => file.includes('/baseline/')
  return [...files.filter(inBaseline), ...files.filter((file) => !inBaseline(file))].map(
    (file) => ({
      name: inBaseline(file) ? 'baseline' : path.basename(file),
      text: git('show', `${commit}:${file}`).stdout,
    }),
  )
}
const former = readFormer()
const formerNames =
  former.length > 0
    ? [...new Set(former.map(({ name }) => name))]
    : [
        'baseline',
        formerMigrations.first,
        ...Array.from({ length: formerMigrations.count - 2 }, (_, n) => `0100_${n}.sql`),
        formerMigrations.last,
      ]

describe.each(enginesAbove)('on %s', async (engine) => {
  async function ask<Row>(statement: string, values: unknown[] = [], of = db): Promise<Row[]> {
    const { rows } = await of.pool.query(statement, values)
    return rows as Row[]
  }

  const recorded = async (of = db) => {
    const rows = await ask<{ name: string }>('select name from schema_migrations', [], of)
    return rows.map(({ name }) => name).toSorted()
  }

  async function empty(database: Database): Promise<void> {
    await database.pool.query('drop schema public cascade')
    await database.pool.query('create schema public')
  }

  const db = await openDatabase(engine)
  beforeAll(async () => {
    await empty(db)
  })

  // shows: interface-2
  test('all run once, also when two start at once, and then nothing does', async () => {
    const runs = await Promise.all([
      migrateDatabase(db.pool),
      // The embedded engine has one connection, so there the second is the next.
      migrateDatabase(db.pool),
      migrateDatabase(db.pool),
    ])
    // They take turns, and none returns before all have run.
    expect(runs.flat().toSorted()).toEqual([...names, FUNCTIONS].toSorted())
    expect(await migrateDatabase(db.pool)).toEqual([])
    expect(await recorded()).toEqual([...names, version].toSorted())
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
    'applicant_mails.reason': ['moved', 'active', 'withdrawn', 'no-contact', 'restricted'],
    'applicant_mails.state': ['held', 'queued', 'taken-back', 'dropped'],
    'applicant_status_history.from_status': applicantStatuses,
    'applicant_status_history.to_status': applicantStatuses,
    'applicants.status': applicantStatuses,
    'breach_notices.state': ['waiting', 'queued', 'removed'],
    'breach_records.audience': [...audiences],
    'copied_acts.kind': actKinds,
    'customer_refreshes.status': ['running', 'stopped', 'failed', 'finished'],
    'cv_files.kind': cvKinds,
    'cv_files.scan_state': storedScans,
    'cv_texts.reason': cvTextReasons,
    'erasures.reason': erasureReasons,
    'job_invitation_runs.status': [...runStatuses],
    'job_posts.employment_type': employmentTypes,
    'job_posts.experience_level': experienceLevels,
    'job_posts.salary_period': payPeriods,
    'mail_outbox.state': ['waiting', 'sent', 'failed'],
    'mail_templates.status': ['reviewing', 'interviewed', 'hired', 'rejected'],
    'notification_events.kind': notificationKinds,
    'notification_exceptions.applications': paces,
    'notification_settings.applications': paces,
    'notifications.kind': notificationKinds,
    'notifications.pace': paces.filter((pace) => pace !== 'never'),
    'profiles.role': roles,
    'store_removals.status': [...removalStatuses],
    'rights_requests.came_by': requestOrigins,
    'rights_requests.kind': rightsKinds,
    'rights_requests.outcome': requestOutcomes,
    'rights_requests.verified_by': requestProofs,
    'security_incidents.severity': severities,
    'security_incidents.status': incidentStatuses,
    'sessions.aal': ['aal1', 'aal2'],
    'store_installs.began_at': installStarts,
    'store_notices.state': ['waiting', 'done'],
    'store_pages.kept': ['all', 'frame', 'text'],
    'store_pages.kind': ['careers', 'job', 'custom'],
  }

  // shows: 3-3, 3-6
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
    // Append-only.
    await ask('alter table erasures disable trigger user')
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

  describe('a database of another version', () => {
    const { first, last, count, commit } = formerMigrations
    let other: Database
    let fresh: Database
    let restored: Database

    /** As that commit made it, with rows. */
    beforeAll(async () => {
      other = await openTestDatabase(engine)
      fresh = await openTestDatabase(engine)
      restored = await openTestDatabase(engine)
      await empty(other)
      await empty(fresh)
      await migrateDatabase(fresh.pool)
      for (const { text } of former) await other.pool.query(text)
      if (former.length === 0) await migrateDatabase(other.pool)
      await other.pool.query(`
        create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now());
        insert into users (name, email, first_name, last_name)
        values ('Robin Reed', 'robin@shop.example', 'Robin', 'Reed');
        insert into organizations (name, slug) values ('Tea Shop', 'tea-shop');
        insert into job_posts (organization_id, title, slug, description)
        select id, 'Barista', 'barista', 'Makes tea.' from organizations;
        insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name)
        select organization_id, 'wren@applicant.example', id, id, title, 'Wren', 'Moss' from job_posts;
        insert into mail_outbox (organization_id, kind, recipient, sender_name)
        select id, 'status-update', 'wren@applicant.example', name from organizations;
        insert into audit_events (organization_id, action, resource_type)
        select id, 'organization.created', 'organization' from organizations;
      `)
    })
    afterAll(() => Promise.all([other.close(), fresh.close(), restored.close()]))

    async function record(applied: readonly string[]): Promise<void> {
      await ask('delete from schema_migrations', [], other)
      await ask('insert into schema_migrations select unnest($1::text[])', [applied], other)
    }

    /** Everything but the order of columns. */
    const schema = (of: Database) =>
      ask(
        `select relname || coalesce('.' || attname || format_type(atttypid, atttypmod) || attnotnull || coalesce(pg_get_expr(adbin, adrelid), ''), '')
             || coalesce(array_to_string(relacl, ' '), '') as name from pg_class
           left join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and relkind = 'r'
           left join pg_attrdef on adrelid = attrelid and adnum = attnum
           where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
         union all select pg_get_indexdef(indexrelid) from pg_index
           join pg_class on pg_class.oid = indexrelid and relnamespace = 'public'::regnamespace
         union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint
           where connamespace = 'public'::regnamespace and contype <> 'n'
         union all select polrelid::regclass || polname || pg_get_expr(polqual, polrelid) from pg_policy
         union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
         union all select pg_get_functiondef(pg_proc.oid) || coalesce(array_to_string(proacl, ' '), '') from pg_proc
           join pg_language on pg_language.oid = prolang
           where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql') order by 1`,
        [],
        of,
      )
    const rows = (of = other) =>
      ask<{ name: string; row: string }>(
        `select 'profile' as name, email as row from profiles
         union all select 'organization', slug from organizations
         union all select 'job', slug from job_posts
         union all select 'applicant', concat_ws(' ', id, status, sort_email) from applicants
         union all select 'search', person from applicant_searches
         union all select 'count', difference::text from applicant_counts
         union all select 'task', kind from background_tasks
         union all select 'audit', encode(hash, 'hex') from audit_events order by 1, 2`,
        [],
        of,
      )

    test.each([
      [
        'an earlier one',
        formerNames.slice(0, -1),
        new RegExp(`earlier version .* ${formerNames.at(-2)}.* ${last}.*${commit}`),
      ],
      [
        'an earlier one with a gap',
        formerNames.filter((name) => name !== first),
        /earlier version/,
      ],
      ['one without a number yet', ['baseline'], /earlier version .* baseline, .*git checkout/],
      ['a later one', [...formerNames, ...names, '9999_more.sql'], /later version .* 9999_/],
      ['one of later functions', [...names, 'functions 0123'], /later version .* functions 0123/],
      ['a later one from before', [...formerNames, '0138_more.sql'], /later version/],
    ])('%s is refused, and stays as it is', async (_, applied, message) => {
      await record(applied)
      const before = [await schema(other), await rows(), await recorded(other)]
      const refusal = await migrateDatabase(other.pool).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(DatabaseVersionError)
      expect(String(refusal)).toMatch(message)
      expect(String(refusal)).toContain('Nothing was changed.')
      await expect(checkIsCurrent(other.pool)).rejects.toThrow(message)
      expect([await schema(other), await rows(), await recorded(other)]).toEqual(before)
    })

    /** As `npm run restore` does. */
    async function restore(applied: readonly string[]): Promise<void> {
      const parts = dumpDatabase(other)
      const { value: head } = await parts.next()
      if (!head || !('tables' in head)) throw new Error('A dump begins with its head')
      async function* rowsOfDump(): AsyncGenerator<DumpedRows> {
        for await (const part of parts) if ('rows' in part) yield part
      }
      await empty(restored)
      const of = { ...head, migrations: [...applied] }
      try {
        await loadDatabase(restored, of, rowsOfDump(), () => Promise.resolve())
      } finally {
        // Refused before the first row, it still has the one connection of the embedded engine.
        await parts.return(undefined)
      }
    }

    test('an archive of one that is complete is restored with its rows, and of no other', async () => {
      const before = await rows()
      await record(formerNames)
      for (const [applied, message] of [
        [formerNames.slice(0, -1), /^\w+: This archive was made by an earlier .* npm run restore/],
        [[...names, '9999_more.sql'], /^\w+: This archive was made by a later version/],
      ] as const) {
        const refusal = await restore(applied).catch((error: unknown) => error)
        expect(refusal).toBeInstanceOf(DatabaseVersionError)
        expect(String(refusal).replace(/^Error/, 'It')).toMatch(message)
      }
      if (former.length > 0) await restore(formerNames)
      else await migrateDatabase(restored.pool)
      expect(await schema(restored)).toEqual(await schema(fresh))
      expect(await rows(restored)).toEqual(former.length > 0 ? before : [])
    })

    test('one from before that is complete is taken over with its rows', async () => {
      expect(former.length === 0 || formerNames.length === count + 1).toBe(true)
      if (former.length === 0) return
      await record(formerNames)
      const before = await rows()
      expect(new Set(before.map(({ name }) => name)).size).toBe(8)
      await expect(checkIsCurrent(other.pool)).rejects.toThrow(
        /lacks 0137_baseline, .*run npm run migrate/,
      )
      expect(await migrateDatabase(other.pool)).toEqual([...names, FUNCTIONS])
      await checkIsCurrent(other.pool)
      expect(await rows()).toEqual(before)
      expect(await recorded(other)).toEqual([...formerNames, ...names, version].toSorted())
      expect(await schema(other)).toEqual(await schema(fresh))
      expect(await migrateDatabase(other.pool)).toEqual([])
    })
  })

  describe('a function', () => {
    const body = (of: string) =>
      ask<{ body: string }>('select prosrc as body from pg_proc where proname = $1', [of])

    test('is the one of its file, and the file has the same name', async () => {
      const found = await ask<{ name: string }>(
        `select proname as name from pg_proc join pg_language on pg_language.oid = prolang
         where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql') order by 1`,
      )
      const files = functionFiles().map(({ name }) => path.basename(name, '.sql'))
      expect(found.map(({ name }) => name)).toEqual(
        files.filter((name) => name !== 'dropped').toSorted(),
      )
    })

    test('comes again when its file has changed, and only then', async () => {
      const before = await body('day_of')
      await ask(
        `create or replace function day_of(moment timestamptz) returns date language sql immutable as 'select null::date'`,
      )
      expect(await migrateDatabase(db.pool)).toEqual([])
      await ask(
        `update schema_functions set hash = 'of an earlier file' where name = 'applicants/day_of.sql'`,
      )
      await expect(checkIsCurrent(db.pool)).rejects.toThrow('functions/applicants/day_of.sql')
      expect(await migrateDatabase(db.pool)).toEqual([FUNCTIONS])
      expect(await body('day_of')).toEqual(before)
    })
  })
})

test('the version of the functions is the last of versions.txt', () => {
  const listed = readFileSync(path.join(import.meta.dirname, 'functions/versions.txt'), 'utf8')
  // Where this fails, add the version to the end of that file.
  expect(listed.trim().split('\n').at(-1)).toBe(versionOfFunctions(functionFiles()))
})

test('a migration that ends in a deadlock with another session begins again', async () => {
  const db = await openTestDatabase('postgres')
  const other = await db.pool.connect()
  try {
    await db.pool.query('drop schema public cascade; create schema public')
    // Where two wait for each other, Postgres ends the one that asks first after a second: not this one.
    await other.query(`
      set deadlock_timeout = '1h';
      create table schema_migrations (name text primary key, ran_at timestamptz not null default now());
      begin; lock table schema_migrations in exclusive mode`)
    const migrated = migrateDatabase(db.pool)
    const isMigrating = async () => {
      const { rows } = await db.pool.query<{ key: string }>(
        `select objid as key from pg_locks where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0]?.key
    }
    await expect.poll(isMigrating).toBeDefined()
    await other.query(`select pg_advisory_xact_lock(${await isMigrating()})`)
    await other.query('commit')
    expect(await migrated).toEqual([...names, FUNCTIONS])
    expect(await migrateDatabase(db.pool)).toEqual([])
  } finally {
    other.release()
    await db.close()
  }
})

test('a database user who may not create roles migrates, where an administrator has prepared the role', async () => {
  const admin = new pg.Client(inject('postgresUrl'))
  await admin.connect()
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('postgresUrl'))
  Object.assign(url, { username: name, password: name, pathname: name })
  const pool = new pg.Pool({ connectionString: url.href })
  // The database is dropped while a closed connection may still be on its way out.
  pool.on('error', () => {})
  try {
    await admin.query(`create role ${name} login password '${name}'`)
    await admin.query(`grant storehand_tenant to ${name}`)
    await admin.query(`create database ${name} owner ${name}`)
    await expect(pool.query('create role storehand_other')).rejects.toThrow('permission denied')
    expect(await migrateDatabase(pool)).toEqual([...names, FUNCTIONS])
    await pool.query(`begin; set local role storehand_tenant; select from applicants; rollback`)
  } finally {
    await pool.end()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role if exists ${name}`)
    await admin.end()
  }
})
