// While the time is in doubt no scheduled work deletes anything, whatever its kind; it goes on by itself or by a person's word, and is told.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Overview } from '#domain/overview/overview.ts'
import { standingKinds } from '#domain/tasks/task-kinds.ts'
import { archiveName } from '#gateways/backups/archives.ts'
import { workDueTasks } from '#features/tasks/work-tasks.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { insertCanaries } from '#test/canaries.ts'
import { enginesAbove } from '#test/databases/engines.ts'
import { pdf } from '#test/input/files.ts'
import { allTaskDefinitions } from './schedule.ts'
import { believedTime, confirmTime } from '#data/retention/judge-time.ts'

const YEARS = 8 * 366 * 86_400
/** They grow and shrink whatever the time is: counts that are put together, and the queue itself. */
const CHANGING = [
  'applicant_counts',
  'applicant_days',
  'applicant_weeks',
  'background_tasks',
  'cv_space',
]

describe.each(enginesAbove)('on %s', (engine) => {
  let app: TestApp
  let folder: string
  const lines: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-time-'))
    app = await createTestApp({
      engine,
      env: { BACKUP_DIR: folder, BACKUP_KEY: 'b'.repeat(32) },
      work: 'none',
      onLog: (line) => void lines.push(line),
    })
    await insertCanaries(app.deps.db, 'wren')
    await app.deps.db.pool.query(
      `insert into account_closings (user_id, closes_at) select id, now() + interval '1 day' from users on conflict do nothing`,
    )
    for (const name of ['wren.pdf', 'nobody.pdf']) {
      await (await app.deps.files.stage([pdf], null)).take(`cvs/${name}`)
    }
    await work()
    for (const day of [1, 2, 3]) {
      await writeFile(path.join(folder, archiveName(new Date(Date.UTC(2026, 0, day)))), 'archive')
    }
  }, 120_000)
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    app.clock.reset()
    // Everything that is there is older than anything is kept.
    app.clock.move(YEARS)
    await mark(0)
    await believedTime(app.deps)
    lines.length = 0
  })

  const mark = (seconds: number) =>
    app.deps.db.pool.query(
      `update time_marks set seen_at = now() + make_interval(secs => $1), looked_at = now(), steady_seconds = 0,
        word = gen_random_uuid()`,
      [seconds],
    )
  const work = () => workDueTasks(app.deps, allTaskDefinitions, standingKinds)
  const loggedMessages = () =>
    lines
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
      .filter((line) => /nothing is deleted|deletions go on/.test(line))
  /** How many rows each table has, and files each folder. */
  async function there(): Promise<Record<string, number>> {
    const { rows } = await app.deps.db.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows) {
      if (CHANGING.includes(name)) continue
      const counted = await app.deps.db.pool.query<{ count: number }>(
        `select count(*)::int as count from "${name}"`,
      )
      counts[name] = counted.rows[0]?.count ?? 0
    }
    counts['stored files'] = (await readdir(path.join(app.dataDir, 'files/cvs'))).length
    counts['archives'] = (await readdir(folder)).filter((name) => name.endsWith('.backup')).length
    return counts
  }
  const fewer = (before: Record<string, number>, after: Record<string, number>) =>
    Object.keys(before).filter((name) => (after[name] ?? 0) < (before[name] ?? 0))

  test.each([
    ['forty days ahead of the last time that was seen', -40 * 86_400, 0],
    ['a day ahead', -86_400, 0],
    ['a day behind', 86_400, 0],
    ['not the database’s', 0, 400],
  ])('a clock that is %s deletes nothing, and the log says so once', async (_, seen, drift) => {
    await mark(seen)
    app.clock.drift(drift)
    const before = await there()
    await work()
    await work()
    expect(fewer(before, await there())).toEqual([])
    expect(loggedMessages()).toEqual([expect.stringMatching(/^nothing is deleted: /)])
    await mark(0)
    app.clock.drift(-drift)
    await believedTime(app.deps)
    expect(loggedMessages().slice(1)).toEqual(['the time is believed again: deletions go on'])
  })

  // shows: 9-30
  test('owners are told while it is in doubt, and nobody else', async () => {
    app.clock.reset()
    const owner = await app.owner()
    const isWarningShown = async (member = owner) =>
      (await member.call<Overview>('/api/overview')).body.attention.is_clock_wrong
    expect(await isWarningShown()).toBe(false)
    await mark(-40 * 86_400)
    expect(await isWarningShown()).toBe(true)
    expect(await isWarningShown(await app.staff(owner))).toBe(false)
  })

  test('the mark is beside the database too, for its own user only; a person’s word sets both back', async () => {
    const file = path.join(app.dataDir, 'time-mark')
    expect((await stat(file)).mode & 0o077).toBe(0)
    const before = await readFile(file, 'utf8')
    // An older state of the database, as from a copy of its folder.
    await app.deps.db.pool.query(`update time_marks set seen_at = seen_at - interval '40 days'`)
    expect(await believedTime(app.deps)).toBeDefined()
    await app.deps.db.pool.query(`update time_marks set seen_at = now() + interval '9 days'`)
    expect(await believedTime(app.deps)).toBeUndefined()
    await confirmTime(app.deps)
    expect(await believedTime(app.deps)).toBeDefined()
    expect((await readFile(file, 'utf8')).split(' ')[0]).not.toBe(before.split(' ')[0])
  })

  test('nobody says that a time is right of which the database knows another', async () => {
    app.clock.drift(3600)
    await expect(confirmTime(app.deps)).rejects.toThrow(
      /^The clock of this machine is 3\d{3} seconds ahead of the clock of the database: set the wrong one right first\.$/,
    )
  })

  // Last: then it is gone.
  test('in a time that is believed all of that goes, but the newest archive', async () => {
    const before = await there()
    await work()
    const after = await there()
    expect(fewer(before, after)).toEqual(
      expect.arrayContaining(['applicants', 'archives', 'stored files', 'users']),
    )
    expect(after['archives']).toBe(1)
  })
})
