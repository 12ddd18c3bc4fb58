// The outbox: a mail is taken by one worker for a while, tried again at its time, and then forgotten.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import type { Database } from './database.ts'
import {
  findNextMailDelay,
  insertLocalMail,
  insertMail,
  listLocalMails,
  updateDueMails,
  updateMailFailed,
  updateMailSent,
} from './mails.ts'

const LEASE = 60

describe.each(engines)('on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openTestDatabase(engine)
  })
  beforeEach(() => db.pool.query('delete from mail_outbox'))
  afterAll(() => db.close())

  async function queue(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      await insertMail(db.queries, {
        organization_id: null,
        kind: 'verification',
        recipient: `p${index}@example.com`,
        sender_name: 'Tiny Tea Shop via Storehand',
        data_sealed: 'sealed',
      })
    }
  }
  const take = (most = 5) => updateDueMails(db.queries, most, LEASE)
  const pass = (seconds: number) =>
    db.pool.query(
      'update mail_outbox set next_attempt_at = next_attempt_at - make_interval(secs => $1)',
      [seconds],
    )
  const rows = async () =>
    db.queries
      .selectFrom('mail_outbox')
      .select(['state', 'attempts', 'data_sealed', 'last_error'])
      .execute()

  test('workers at once never take the same mail, nor more than they ask for', async () => {
    await queue(60)
    await db.pool.query('analyze mail_outbox')
    const taken: string[] = []
    const work = async () => {
      for (let mails = await take(); mails.length > 0; mails = await take()) {
        expect(mails.length).toBeLessThanOrEqual(5)
        taken.push(...mails.map(({ id }) => id))
      }
    }
    await Promise.all([work(), work(), work(), work()])
    expect(taken).toHaveLength(60)
    expect(new Set(taken).size).toBe(60)
  })

  test('a mail whose worker died is free again after the lease, with its attempt counted', async () => {
    await queue(1)
    expect(await take()).toMatchObject([{ attempts: 1, recipient: 'p0@example.com' }])
    expect(await take()).toEqual([])
    expect(await findNextMailDelay(db.queries)).toBeCloseTo(LEASE, -1)
    await pass(LEASE - 5)
    expect(await take()).toEqual([])
    await pass(6)
    expect(await take()).toMatchObject([{ attempts: 2 }])
  })

  test('a failed mail waits for its time; what it was drawn from goes with the end', async () => {
    await queue(3)
    const [sent, later, never] = await take()
    await updateMailSent(db.queries, sent!.id)
    await updateMailFailed(db.queries, later!.id, 'busy', 300)
    await updateMailFailed(db.queries, never!.id, 'no such person', null)
    expect((await rows()).toSorted((one, next) => one.state.localeCompare(next.state))).toEqual([
      { state: 'failed', attempts: 1, data_sealed: null, last_error: 'no such person' },
      { state: 'sent', attempts: 1, data_sealed: null, last_error: null },
      { state: 'waiting', attempts: 1, data_sealed: 'sealed', last_error: 'busy' },
    ])
    expect(await findNextMailDelay(db.queries)).toBeCloseTo(300, -1)
    await pass(299)
    expect(await take()).toEqual([])
    await pass(2)
    expect(await findNextMailDelay(db.queries)).toBe(0)
    expect(await take()).toMatchObject([{ id: later!.id, attempts: 2 }])
    await updateMailSent(db.queries, later!.id)
    expect(await findNextMailDelay(db.queries)).toBeUndefined()
  })

  test('the local mailbox keeps one of each mail, newest first', async () => {
    const mail = { recipient: 'p@example.com', subject: 'One', text: 'T', html: 'H' }
    const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    await insertLocalMail(db.queries, { ...mail, id: ids[0]! })
    await db.pool.query(`update local_mailbox set sent_at = now() - interval '1 minute'`)
    await insertLocalMail(db.queries, { ...mail, id: ids[0]!, subject: 'Again' })
    await insertLocalMail(db.queries, { ...mail, id: ids[1]!, subject: 'Two' })
    const subjects = async (most: number) =>
      (await listLocalMails(db.queries, most)).map(({ subject }) => subject)
    expect(await subjects(10)).toEqual(['Two', 'One'])
    expect(await subjects(1)).toEqual(['Two'])
  })
})
