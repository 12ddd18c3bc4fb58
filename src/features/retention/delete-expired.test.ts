// The scheduled deletion: on the due day, announced before, never too many without an owner's confirmation, and
// complete after any interruption.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Overview } from '#domain/overview/overview.ts'
import { insertCv } from '#data/cvs/cvs.ts'
import {
  addDays,
  dayOf,
  deletionDay,
  type RetentionPreview,
  type RetentionView,
} from '#domain/retention/retention.ts'
import { RECEIPT } from '#domain/retention/erasures.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { createTestApp, openApp, type Member } from '#test/app.ts'
import { enginesAbove } from '#test/databases/engines.ts'
import { pdf } from '#test/input/files.ts'
import { insertApplication } from '#test/rows.ts'
import { deleteExpired } from './delete-expired.ts'
import { forecastRetention } from './read-retention.ts'

type Mail = { to: string; subject: string; text: string }

describe.each(enginesAbove)('on %s', async (engine) => {
  let owner: Member
  let job: JobPost
  let today: string
  const app = await openApp({ engine })
  beforeEach(async () => {
    await app.deps.db.pool.query('delete from applicants')
    app.clock.reset()
    toSecondOfMonth()
    owner = await app.owner()
    job = await app.job(owner)
    today = dayOf(app.clock.now())
  })

  /** In the first weeks of a month every day has a day of its own six months before. */
  function toSecondOfMonth() {
    const now = app.clock.now()
    const second = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12)
    app.clock.move(Math.ceil((second - now.getTime()) / 1000))
  }
  const run = () => deleteExpired(app.deps)
  /** The moment of an application that goes on this day, at noon. */
  function madeToGo(day: string): Date {
    for (let back = 180; back < 190; back++) {
      const moment = new Date(`${addDays(day, -back)}T12:00:00Z`)
      if (deletionDay(moment.toISOString()) === day) return moment
    }
    throw new Error(`nobody goes on ${day}`)
  }
  const applicant = async (createdAt: Date, email = `${randomUUID().slice(0, 8)}@example.com`) => {
    const shop = { organization: owner.organization, job }
    const row = await insertApplication(app.deps.db.queries, shop, email, { createdAt })
    return row.id
  }
  const young = (count: number) =>
    Promise.all(Array.from({ length: count }, () => applicant(app.clock.now())))
  /** In one statement. */
  const dueOn = async (day: string, count: number): Promise<string[]> => {
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name, created_at)
       select $1, gen_random_uuid() || '@example.com', $2, $2, 'Job', 'Maya', 'Q', $3::timestamptz
       from generate_series(1, $4) returning id`,
      [owner.organization.id, job.id, madeToGo(day), count],
    )
    return rows.map(({ id }) => id)
  }
  const ids = async (): Promise<string[]> => {
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      'select id from applicants where organization_id = $1 order by created_at, id',
      [owner.organization.id],
    )
    return rows.map(({ id }) => id)
  }
  const view = async (by = owner) => (await by.call<RetentionView>('/api/retention')).body
  const confirm = (applicants: number, by = owner) =>
    by.call<{ deleted: number; error?: { message: string } }>('/api/retention/confirm', {
      body: { applicants },
    })
  const mails = async (): Promise<Mail[]> => {
    await app.mailTo(owner.email).catch(() => {})
    const { body } = await app.visitor().call<Mail[]>('/dev/mailbox.json')
    // Not the one of sign-up, which asks for the proof of the address.
    return body.filter(({ to, subject }) => to === owner.email && /application/i.test(subject))
  }
  const trail = async (action: string) => {
    const { rows } = await app.deps.db.pool.query<{ resource_id: string; details: object }>(
      'select resource_id, actor_id, details from audit_events where organization_id = $1 and action = $2',
      [owner.organization.id, action],
    )
    return rows
  }
  const nextDay = () => {
    app.clock.move(86_400)
    today = dayOf(app.clock.now())
  }

  test('SQL and the rule agree about the day, for every day of five years', async () => {
    const { rows } = await app.deps.db.pool.query<{ moment: Date; day: string }>(
      `select moment, ((moment at time zone 'UTC')::date + make_interval(months => 6))::date::text as day
       from generate_series('2023-01-01T23:30:00Z'::timestamptz, '2028-01-01', interval '1 day') moment`,
    )
    expect(rows.length).toBeGreaterThan(1800)
    for (const { moment, day } of rows) expect(deletionDay(moment.toISOString())).toBe(day)
  })

  test('a machine whose clock is not the database’s deletes nothing, also for an owner’s word, and says so', async () => {
    await young(9)
    const due = await applicant(madeToGo(today))
    const attention = async (member = owner) =>
      (await member.call<Overview>('/api/overview')).body.attention.is_clock_wrong
    for (const seconds of [400, -400]) {
      app.clock.drift(seconds)
      expect(await run()).toBe(0)
      expect(await attention()).toBe(true)
      expect(await attention(await app.staff(owner))).toBe(false)
      expect((await confirm(1)).status).toBe(503)
      app.clock.drift(-seconds)
    }
    expect(await ids()).toContain(due)
    expect(await attention()).toBe(false)
    // A difference that machines have.
    app.clock.drift(200)
    expect(await run()).toBe(1)
  })

  // shows: 9-27, privacy-23, V14.1.1, V14.1.2
  test('takes those whose day has come, with file and trail, and nobody a day early', async () => {
    await young(9)
    const due = await applicant(madeToGo(today))
    const tomorrow = await applicant(madeToGo(addDays(today, 1)))
    const name = `${randomUUID()}.pdf`
    await (await app.deps.files.stage([pdf], null)).take(`cvs/${name}`)
    await insertCv(app.deps.db.queries, owner.organization.id, {
      storage_key: `cvs/${name}`,
      original_name: 'CV.pdf',
      kind: 'pdf',
      byte_size: pdf.length,
      applicant_id: due,
    })
    expect(await view()).toMatchObject({ due: 1, soon: 1, total: 11, is_stopped: false })
    expect(await run()).toBe(1)
    expect(await run()).toBe(0)
    const left = await ids()
    expect(left).toHaveLength(10)
    expect(left).toContain(tomorrow)
    expect(await readdir(path.join(app.dataDir, 'files/cvs'))).not.toContain(name)
    expect(await trail('applicant.expired')).toEqual([
      {
        resource_id: due,
        actor_id: null,
        details: { receipt: expect.stringMatching(RECEIPT), reason: 'expired' },
      },
    ])
    nextDay()
    expect(await run()).toBe(1)
    expect(await ids()).not.toContain(tomorrow)
  })

  // shows: 9-27
  test('owners are told two weeks before, once a day at most, and of new ones only', async () => {
    await young(8)
    await applicant(madeToGo(addDays(today, 14)))
    await applicant(madeToGo(addDays(today, 15)))
    await run()
    await run()
    const [first, ...none] = await mails()
    expect(none).toEqual([])
    expect(first?.subject).toMatch(/^1 application will be deleted from \d+ \w+ \d{4}$/)
    expect(first?.text).toContain('Export what you have to keep')
    nextDay()
    await run()
    await run()
    expect((await mails()).map(({ subject }) => subject)[0]).toMatch(/^2 applications will be/)
    expect(await mails()).toHaveLength(2)
    nextDay()
    await run()
    expect(await mails()).toHaveLength(2)
  })

  // shows: 9-28
  test('more than a fifth, and twenty or more, wait for an owner: nothing goes, and the owner is asked', async () => {
    await young(7)
    const due = await dueOn(today, 20)
    expect(await run()).toBe(0)
    expect(await run()).toBe(0)
    expect(await ids()).toHaveLength(27)
    expect(await view()).toMatchObject({
      due: 20,
      total: 27,
      is_stopped: true,
      goes_on: addDays(today, 7),
    })
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Please confirm: 20 applications to be deleted',
    ])
    expect(await trail('retention.stopped')).toMatchObject([{ details: { due: 20, total: 27 } }])

    const { body } = await owner.call<RetentionPreview>('/api/retention/preview')
    expect(body.applicants.map(({ id }) => id).toSorted()).toEqual(due.toSorted())
    expect(body.applicants[0]).toMatchObject({ first_name: 'Maya', expires_on: today })

    // Someone more is due than the owner saw.
    const one = await applicant(madeToGo(today))
    const late = await confirm(20)
    expect([late.status, late.body.error?.message]).toEqual([
      409,
      'Now 21 applications are due. Please check them again before you confirm. Nothing has been deleted.',
    ])
    expect(await ids()).toContain(one)
    const answer = await confirm(21)
    expect([answer.status, answer.body.deleted]).toEqual([200, 21])
    expect(await ids()).toHaveLength(7)
    expect(await trail('retention.confirmed')).toMatchObject([{ actor_id: owner.userId }])
    expect(await view()).toMatchObject({ due: 0, is_stopped: false, goes_on: null })
    expect((await confirm(21)).status).toBe(409)
    expect(await mails()).toHaveLength(1)
  })

  // shows: 9-28, privacy-23
  test('a small shop asks nobody: nineteen of nineteen go on their day', async () => {
    await dueOn(today, 19)
    expect(await run()).toBe(19)
    expect(await mails()).toEqual([])
  })

  // shows: 9-28, privacy-41
  test('without an answer it waits on seven days on which the clocks agree, asks three times, and goes on', async () => {
    await dueOn(today, 25)
    const second = await createTestApp({ database: app.deps.db })
    const both = async () => {
      const [one, two] = await Promise.all([
        run(),
        deleteExpired({ ...second.deps, clock: app.clock }),
      ])
      return one + two
    }
    for (let day = 1; day <= 7; day++) {
      // However often and in however many processes, a day counts once.
      expect(await both()).toBe(0)
      expect(await run()).toBe(0)
      expect((await view()).goes_on).toBe(addDays(today, 8 - day))
      nextDay()
      if (day !== 3) continue
      // A day on which the clocks disagree does not count.
      app.clock.drift(400)
      expect(await run()).toBe(0)
      app.clock.drift(-400)
      nextDay()
    }
    expect(await mails()).toHaveLength(3)
    expect((await mails())[0]?.text).toMatch(
      /If nobody answers, they are deleted from \d+ \w+ \d{4},/,
    )
    expect(await view()).toMatchObject({ is_stopped: false, goes_on: null })
    expect(await both()).toBe(25)
    await second.close()
    expect(await ids()).toEqual([])
    expect(await trail('retention.resumed')).toMatchObject([
      { actor_id: null, details: { due: 25, total: 25 } },
    ])
    // The next ones wait from the beginning.
    await dueOn(addDays(today, 1), 20)
    nextDay()
    expect(await run()).toBe(0)
    expect((await view()).goes_on).toBe(addDays(today, 7))
  })

  test('a deletion that was agreed to and interrupted goes on with the next run, and no further', async () => {
    await young(2)
    await dueOn(today, 20)
    await run()
    // As if the process had died right after the owner's word.
    await app.deps.db.pool.query(
      'update retention_states set confirmed_through = $2, stopped_at = null where organization_id = $1',
      [owner.organization.id, today],
    )
    expect(await run()).toBe(20)
    await dueOn(addDays(today, 1), 20)
    nextDay()
    expect(await run()).toBe(0)
    expect(await view()).toMatchObject({ due: 20, is_stopped: true })
  })

  test('goes in batches, and two processes at once delete each once', async () => {
    await app.deps.db.pool.query(
      `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name, created_at)
       select $1, 'p' || n || '@example.com', $2, $2, 'Job', 'P', 'Q',
         case when n <= 130 then $3::timestamptz else $4::timestamptz end
       from generate_series(1, 800) n`,
      [owner.organization.id, job.id, madeToGo(today), app.clock.now()],
    )
    const second = await createTestApp({ database: app.deps.db })
    const [one, two] = await Promise.all([
      run(),
      deleteExpired({ ...second.deps, clock: app.clock }),
    ])
    expect(one + two).toBe(130)
    await second.close()
    expect(await ids()).toHaveLength(670)
    expect(new Set((await trail('applicant.expired')).map((row) => row.resource_id)).size).toBe(130)
  })

  test('a failure in one batch leaves its people whole, and the next run takes them', async () => {
    await young(9)
    const due = await applicant(madeToGo(today))
    await app.deps.db.pool.query(`create function breaks() returns trigger language plpgsql as
      $$ begin raise exception 'broken on purpose'; end $$`)
    await app.deps.db.pool.query(
      'create trigger breaks after delete on applicants for each row execute function breaks()',
    )
    expect(await run()).toBe(0)
    await app.deps.db.pool.query('drop function breaks cascade')
    expect(await ids()).toContain(due)
    expect(await run()).toBe(1)
  })

  // shows: 9-29
  test('a dry run changes nothing and tells nobody', async () => {
    await young(1)
    await dueOn(today, 20)
    await applicant(madeToGo(addDays(today, 3)))
    const forecasts = await forecastRetention(app.deps)
    expect(forecasts.find(({ organization }) => organization === owner.organization.name)).toEqual({
      organization: owner.organization.name,
      due: 20,
      soon: 1,
      first_on: addDays(today, 3),
      total: 22,
      is_stopped: true,
      goes_on: addDays(today, 7),
    })
    expect(await ids()).toHaveLength(22)
    expect(await mails()).toEqual([])
    expect(await trail('retention.stopped')).toEqual([])
  })

  test('staff see the numbers; names and the word are the owner’s; others see their own', async () => {
    await young(1)
    await applicant(madeToGo(today))
    const staff = await app.staff(owner)
    expect(await view(staff)).toMatchObject({ due: 1, total: 2 })
    expect((await staff.call('/api/retention/preview')).status).toBe(403)
    expect((await confirm(2, staff)).status).toBe(403)
    const stranger = await app.owner('Other Shop')
    expect(await view(stranger)).toMatchObject({ due: 0, total: 0 })
    expect((await confirm(2, stranger)).status).toBe(409)
    expect((await app.visitor().call('/api/retention')).status).toBe(401)
    expect((await confirm(-1)).status).toBe(400)
    expect(await ids()).toHaveLength(2)
  })
})
