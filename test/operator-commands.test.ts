// The operator's commands beside a server that runs, and without one, on both engines.
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDatabase } from '#data/migrate.ts'
import { openDatabase } from '../src/open-database.ts'
import { operatorCommands } from '../src/operator/operator-commands.ts'
import type { operatorVerbs } from '../src/operator/operator-verbs.ts'
import { createPostgresDatabase } from './databases/database.ts'
import { runCommand, startProgram } from './e2e/program.ts'
import { engines } from './databases/engines.ts'
import { insertApplication, insertShop } from './rows.ts'
import { startSmtp, type TestSmtp } from './servers/smtp.ts'

test('every file of a command, and only these, has its entry', () => {
  const files = globSync('src/commands/*-command.ts', { cwd: path.dirname(import.meta.dirname) })
    .map((file) => path.basename(file, '-command.ts'))
    // They fill, or are, the installation themselves.
    .filter((name) => !['move-to-postgres', 'restore'].includes(name))
  expect(files.toSorted()).toEqual(Object.keys(operatorCommands).toSorted())
})

type Expected = { words: readonly string[]; code?: 1; prints: RegExp }
const ID = '[\\da-f]{8}-[\\da-f-]{27}'
const MINUTE = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC'

/** What each verb says at the end of the walk below: of two shops, each with one application of the same person. */
const expected: Record<keyof typeof operatorVerbs, readonly Expected[]> = {
  find: [
    {
      words: ['MAYA@example.com'],
      prints: new RegExp(
        `^(?:Tiny Tea Shop \\d+ \\(${ID}\\)\n  application ${ID} for Weekend Sales Assistant: applied, applied ${MINUTE}, changed ${MINUTE}\n  mail application-received, queued ${MINUTE}: sent ${MINUTE}\n  mail status-update, queued ${MINUTE}: given up\n){2}Found as an applicant in 2 shops\\.\n$`,
      ),
    },
    { words: ['nobody@example.com'], prints: /^Found as an applicant in 0 shops\.\n$/ },
    { words: ['maya'], code: 1, prints: /^That is no address: write for example/ },
  ],
  load: [
    {
      words: [],
      prints: new RegExp(
        `\n\\d+ %  1 applications  .*  0/0 tasks  \\d+ MB  Tiny Tea Shop \\d+ \\(${ID}\\)\n`,
      ),
    },
  ],
  refuse: [
    {
      words: ['203.0.113.77/24', '2h'],
      prints: new RegExp(`^203\\.0\\.113\\.0/24 is refused until ${MINUTE}`),
    },
    { words: ['2001:db8:1:2::7', '1d'], prints: /^2001:db8:1:2::\/64 is refused until/ },
    { words: ['127.0.0.1', '2h'], code: 1, prints: /is this machine, which is never refused/ },
    { words: ['10.0.0.0/8', '2h'], code: 1, prints: /is too wide: at most \/12/ },
    { words: ['203.0.113.7', '91d'], code: 1, prints: /is no time of at most 90 days/ },
    { words: ['203.0.113.7', 'soon'], code: 1, prints: /"soon" is no time of at most 90 days/ },
  ],
  refused: [
    { words: [], prints: /^203\.0\.113\.0\/24  until .*\n2001:db8:1:2::\/64  until .*\n$/ },
  ],
  allow: [
    { words: ['203.0.113.0/24'], prints: /^Allowed again/ },
    { words: ['2001:db8:1:2::/64'], prints: /^Allowed again/ },
    {
      words: ['203.0.113.0/24'],
      code: 1,
      prints: /is not refused; npm run operator -- refused lists/,
    },
  ],
  tasks: [
    {
      words: [],
      prints: /^\S+  send-mail 00000000-0000-4000-8000-000000000001  550 <\S+> unknown\n$/,
    },
  ],
  retry: [
    {
      words: ['send-mail', '00000000-0000-4000-8000-000000000001'],
      prints: /^1 tasks are tried again/,
    },
    { words: ['send-mail'], code: 1, prints: /^Usage: npm run operator/ },
  ],
  'test-mail': [{ words: ['operator@example.com'], prints: /^The mail server took the mail\./ }],
  erase: [
    { words: ['maya@example.com'], code: 1, prints: /Nothing was erased\. With --yes/ },
    {
      words: ['maya@example.com', '--yes'],
      prints:
        /^(?:Tiny Tea Shop \d+: 1 applications erased\n  receipt [\dA-F-]{24}\n){2}Erased in 2 shops: 2 applications/,
    },
    { words: ['maya@example.com', '--yes'], prints: /^Erased in 0 shops: 0 applications/ },
  ],
}

const without = (output: string) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n')

// Without a server each command opens the embedded engine by itself.
describe.each(engines)('on %s', { timeout: 400_000 }, (engine) => {
  const cleanups: (() => unknown)[] = []
  let smtp: TestSmtp
  let dataDir: string
  let settings: Record<string, string>
  beforeAll(async () => {
    smtp = await startSmtp()
    cleanups.push(() => smtp.close())
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-operator-'))
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
    settings = { NODE_ENV: 'test', SMTP_URL: smtp.url }
    if (engine === 'postgres') {
      const { url, drop } = await createPostgresDatabase()
      cleanups.push(drop)
      settings['DATABASE_URL'] = url
    }
  })
  afterAll(async () => {
    for (const clean of cleanups.toReversed()) await clean()
  })
  const run = (name: string, words: readonly string[] = []) =>
    runCommand({ ...settings, DATA_DIR: dataDir }, name, words)

  /** The same person at two shops, with a mail that was sent and one that was given up; and a task that was given up. */
  async function fill(): Promise<void> {
    const db = await openDatabase({ dataDir, databaseUrl: settings['DATABASE_URL'] })
    try {
      await migrateDatabase(db.pool)
      for (const name of ['Tiny Tea Shop 1', 'Tiny Tea Shop 2']) {
        const shop = await insertShop(db.queries, name)
        await insertApplication(db.queries, shop, 'Maya@Example.com')
        await db.pool.query(
          `insert into mail_outbox (organization_id, kind, recipient, sender_name, state, sent_at)
           values ($1, 'application-received', 'maya@example.com', 'Tiny', 'sent', now()),
             ($1, 'status-update', 'maya@example.com', 'Tiny', 'failed', null)`,
          [shop.organization.id],
        )
      }
      await db.pool.query(
        `insert into background_tasks (kind, key, due_at, given_up_at, last_error)
         values ('send-mail', '00000000-0000-4000-8000-000000000001', now(), now(), '550 <grace@example.com> unknown')
         on conflict (kind, key) do update set given_up_at = now()`,
      )
    } finally {
      await db.close()
    }
  }

  async function readActions(): Promise<Record<string, number>> {
    const db = await openDatabase({ dataDir, databaseUrl: settings['DATABASE_URL'] })
    try {
      const { rows } = await db.pool.query<{ action: string; count: number }>(
        `select action, count(*)::int as count from audit_events group by 1`,
      )
      return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
    } finally {
      await db.close()
    }
  }

  // shows: interface-88
  test.each(['a server that runs', 'no server'])('every verb works with %s', async (which) => {
    await fill()
    const program = which === 'no server' ? undefined : await startProgram(dataDir, settings)
    cleanups.push(() => program?.stop('SIGKILL'))
    const before = smtp.received.length
    for (const [verb, all] of Object.entries(expected)) {
      for (const { words, code = 0, prints } of all) {
        const { code: ended, output } = await run('operator', [verb, ...words])
        expect(without(output), [verb, ...words].join(' ')).toMatch(prints)
        expect(ended, output).toBe(code)
      }
    }
    expect(smtp.received.slice(before).map(({ to }) => to)).toEqual([['operator@example.com']])
    await program?.stop('SIGTERM')
    const times = which === 'no server' ? 2 : 1
    // Two shops were looked at by `find` and by `erase` without --yes, and the person erased in both.
    expect(await readActions()).toEqual({
      'operator.person_looked_up': 4 * times,
      'operator.person_erased': 2 * times,
      'applicant.data_removed': 2 * times,
    })
  })

  test.each(['a server that runs', 'no server'])(
    'what is only asked is answered with %s',
    async (which) => {
      const program = which === 'no server' ? undefined : await startProgram(dataDir, settings)
      cleanups.push(() => program?.stop('SIGKILL'))
      const answers: [name: string, words: string[], prints: RegExp][] = [
        ['tasks', [], /send-mail 0{8}-|Nothing was given up\.\n$/],
        ['audit', [], /rows hold, from 1 on/],
        ['retention', ['--dry-run'], /Nothing was changed\.\n$/],
        ['migrate', ['--status'], /^All migrations of this version ran\.\n$/],
        ['keys', [], /current: \d+ values/],
      ]
      for (const [name, words, prints] of answers) {
        const { code, output } = await run(name, words)
        expect(without(output), name).toMatch(prints)
        expect(code, name).toBe(0)
      }
      const { code, output } = await run('doctor', ['--mail=operator@example.com'])
      const lines = without(output).trim().split('\n')
      expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
        'ok     Version',
        'ok     Database',
        'ok     Storage',
        'ok     Mail server',
        'note   Proxy',
        'note   Shopify',
        'note   AI server',
        engine === 'postgres' ? 'ok     Clock' : 'note   Clock',
        'note   Backups',
        'ok     Free space',
      ])
      expect(output).toContain('and it took a test mail')
      expect(code, output).toBe(0)
      await program?.stop('SIGTERM')
    },
  )
})
