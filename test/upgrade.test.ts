// An upgrade without downtime: everything that the last release uses still exists after the migrations, and its code
// still works.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '#data/migrate.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { Visitor } from './app.ts'
import { createPostgresDatabase } from './databases/database.ts'
import { startProgram, type Program } from './e2e/program.ts'

/** The commit of the last release. */
const lastRelease = '6557a064df997571be81fc4fb2bec2e440db630e'
const root = path.dirname(import.meta.dirname)

type Column = { name: string; type: string; needs_value: boolean }

async function listColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select table_name || '.' || column_name as name, udt_name::text as type,
       is_nullable = 'NO' and column_default is null and is_identity = 'NO' as needs_value
     from information_schema.columns where table_schema = 'public' order by 1`,
  )
  return rows
}

const columnsAsText = (columns: Column[]) =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name, type }) => [name, type])), null, 2)}\n`

let folder: string
let database: { url: string; drop: () => Promise<void> }
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'storehand-release-'))
  database = await createPostgresDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('no table or column of the last release is gone, has another type or needs a value that it does not write', async () => {
  const pool = new pg.Pool({ connectionString: database.url })
  const now = new Map((await listColumns(pool)).map((column) => [column.name, column]))
  await pool.end()
  const before = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'last-release.json'), 'utf8'),
  ) as Record<string, string>
  const tables = new Set(Object.keys(before).map((name) => name.split('.')[0]))
  expect(Object.keys(before).length).toBeGreaterThan(300)
  expect(Object.keys(before).filter((name) => now.get(name)?.type !== before[name])).toEqual([])
  const added = [...now.values()].filter(({ name }) => !Object.hasOwn(before, name))
  const needed = added.filter(
    ({ name, needs_value }) => needs_value && tables.has(name.split('.')[0]),
  )
  expect(needed.map(({ name }) => name)).toEqual([])
})

/** Its files, from the history; false where this clone has none (of a shallow one the commit is asked for). */
function checkOut(to: string): boolean {
  const git = (...what: string[]) => spawnSync('git', what, { cwd: root })
  if (git('cat-file', '-e', `${lastRelease}^{commit}`).status !== 0) {
    if (git('fetch', '--depth=1', 'origin', lastRelease).status !== 0) return false
  }
  mkdirSync(to, { recursive: true })
  const archive = path.join(folder, 'release.tar')
  const files = ['src', 'scripts', 'standin', 'package.json', 'tsconfig.json', 'vite.config.ts']
  execFileSync('git', ['archive', '-o', archive, lastRelease, ...files], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', to])
  symlinkSync(path.join(root, 'node_modules'), path.join(to, 'node_modules'))
  // The files for browsers, which nobody asks for here, are those of today.
  const building = `import { build } from 'vite'
    import { serverBuild, serverEntries } from './vite.config.ts'
    await build(serverBuild(serverEntries, 'dist/server'))`
  // Vitest's own NODE_ENV would make a bundle of React's development code.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, ['--input-type=module', '--eval', building], { cwd: to, env })
  for (const place of ['dashboard', 'careers']) {
    symlinkSync(path.join(root, 'dist', place), path.join(to, 'dist', place))
  }
  return true
}

/** Applies by the widget, with the code of the mail, at whichever of the programs. */
async function apply(at: Program, job: JobPost, email: string, pool: pg.Pool): Promise<number> {
  const visitor = new Visitor(at.url)
  const headers = { accept: 'application/json' }
  const sent = await visitor.fetch(`/embed?step=email&roleId=${job.id}`, {
    method: 'POST',
    body: new URLSearchParams({ roleId: job.id, consent: 'yes', email }),
    headers,
  })
  const { view } = (await sent.json()) as { view: { verification: string } }
  let code = ''
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ subject: string }>(
        `select subject from local_mailbox where recipient = $1 and subject like 'Your code%'`,
        [email],
      )
      code =
        /\b(\d{3}) (\d{3})\b/
          .exec(rows[0]?.subject ?? '')
          ?.slice(1)
          .join('') ?? ''
      return code
    })
    .toMatch(/^\d{6}$/)
  const verified = await visitor.fetch(`/embed?step=sent&roleId=${job.id}`, {
    method: 'POST',
    body: new URLSearchParams({ v: view.verification, code }),
    headers,
  })
  const { token } = ((await verified.json()) as { view: { token: string } }).view
  const form = { token, firstName: 'Maya', lastName: 'Okafor', phone: '+44 20 7946 0018' }
  return (await visitor.form('/application', form)).status
}

// shows: interface-75
test('the last release goes on taking applications, listing and mailing while the new one runs beside it', async () => {
  const release = path.join(folder, 'release')
  if (!checkOut(release)) {
    // Without its history nothing can be run: the comparison above is all that this clone can show.
    const shallow = spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: root })
    expect(shallow.status !== 0 || String(shallow.stdout).trim() === 'true').toBe(true)
    console.warn('The last release was not run: this clone has no history, and no remote to ask.')
    return
  }
  const pool = new pg.Pool({ connectionString: database.url })
  // Its connections end with the database, where a check failed before they were closed.
  pool.on('error', () => {})
  // As it was before the upgrade: empty, for the last release to make its own schema.
  await pool.query('drop schema public cascade; create schema public')
  const settings = { DATABASE_URL: database.url, SECRET_KEY: 'b'.repeat(64) }
  const old = await startProgram(path.join(folder, 'old'), settings, undefined, release)
  await expect(columnsAsText(await listColumns(pool))).toMatchFileSnapshot('last-release.json')
  const owner = new Visitor(old.url)
  await owner.call('/api/accounts/sign-up', {
    body: {
      email: 'owner@staff.example',
      password: 'correct horse',
      first_name: 'Ana',
      last_name: 'Silva',
    },
  })
  await owner.call('/api/organizations', { body: { name: 'Tiny Tea Shop' } })
  const { body: job } = await owner.call<JobPost>('/api/jobs', {
    body: {
      title: 'Weekend Sales Assistant',
      description: 'You look after the shop floor on Saturdays and Sundays.',
      requirements: 'Greet and advise customers',
      location: 'Leeds',
    },
  })
  expect(await apply(old, job, 'before@applicant.example', pool)).toBeLessThan(400)

  // The upgrade, while the old one serves.
  expect((await migrateDatabase(pool)).length).toBeGreaterThan(0)
  expect(await apply(old, job, 'between@applicant.example', pool)).toBeLessThan(400)
  const fresh = await startProgram(path.join(folder, 'fresh'), settings)
  expect(await apply(old, job, 'old@applicant.example', pool)).toBeLessThan(400)
  expect(await apply(fresh, job, 'new@applicant.example', pool)).toBeLessThan(400)

  const all = ['before', 'between', 'new', 'old'].map((name) => `${name}@applicant.example`)
  const onNew = new Visitor(fresh.url)
  onNew.cookie = owner.cookie
  const list = async (staff: Visitor) =>
    (await staff.call<{ applicants: { id: string; email: string }[] }>('/api/applicants')).body
      .applicants
  for (const staff of [owner, onNew]) {
    expect((await list(staff)).map(({ email }) => email).toSorted()).toEqual(all)
  }
  // What one of them writes, the other goes on with.
  const [first] = await list(owner)
  for (const [staff, status] of [[owner, 'reviewing'] as const, [onNew, 'interviewed'] as const]) {
    const path = `/api/applicants/${first?.id}/status`
    const moved = await staff.call(path, { method: 'PATCH', body: { status } })
    expect(moved.status).toBe(200)
  }
  // Whichever of the two sends it.
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ email: string }>(
        `select distinct recipient as email from local_mailbox where recipient like '%@applicant.example'
           and subject not like 'Your code%' order by 1`,
      )
      return rows.map(({ email }) => email)
    })
    .toEqual(all)
  expect((await old.stop('SIGTERM')).code).toBe(0)
  expect((await fresh.stop('SIGTERM')).code).toBe(0)
  await pool.end()
}, 180_000)
