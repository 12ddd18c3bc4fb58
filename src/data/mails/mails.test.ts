// The outbox: a mail is taken by one worker for a while, tried again at its time, and then forgotten.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import type { Database, Queries, Tx } from '../database.ts'
import { deleteApplications } from '../retention/erasures.ts'
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

/** Until somebody waits for somebody else's row. */
async function waitForLock(db: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await db.pool.query(
      `select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
    )
    if (rowCount) return
    await wait(10)
  }
}

describe.each(engines)('on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openTestDatabase(engine)
  })
  beforeEach(async () => {
    await db.pool.query('delete from mail_outbox')
    await db.pool.query('delete from local_mailbox')
  })
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

  const copy = { recipient: 'p@example.com', subject: 'One', text: 'T', html: 'H' }

  // shows: interface-42
  test('the local mailbox keeps one of each mail, newest first', async () => {
    const mail = copy
    await queue(2)
    const ids = (await take()).map(({ id }) => id)
    await insertLocalMail(db.queries, { ...mail, id: ids[0]! })
    await db.pool.query(`update local_mailbox set sent_at = now() - interval '1 minute'`)
    await insertLocalMail(db.queries, { ...mail, id: ids[0]!, subject: 'Again' })
    await insertLocalMail(db.queries, { ...mail, id: ids[1]!, subject: 'Two' })
    const subjects = async (most: number) =>
      (await listLocalMails(db.queries, most)).map(({ subject }) => subject)
    expect(await subjects(10)).toEqual(['Two', 'One'])
    expect(await subjects(1)).toEqual(['Two'])
  })

  test('a mail whose row went while it was being sent leaves no copy', async () => {
    await queue(1)
    const [mail] = await take()
    await db.pool.query('delete from mail_outbox')
    await insertLocalMail(db.queries, { ...copy, id: mail!.id })
    expect(await listLocalMails(db.queries, 10)).toEqual([])
  })

  // The embedded engine has one connection: nothing happens at the same time there.
  if (engine === 'postgres') {
    test('a person who leaves at the very moment takes the copy along, whoever is first', async () => {
      const { organization, job } = await insertShop(db.queries, `Shop ${randomUUID()}`)
      const shop = { organization, job }
      for (const [round, isSenderFirst] of [true, false].entries()) {
        const email = `p${round}@example.com`
        const { id } = await insertApplication(db.queries, shop, email)
        const [row] = await db.queries
          .insertInto('mail_outbox')
          .values({
            organization_id: organization.id,
            kind: 'application-received',
            recipient: email,
            sender_name: 'Shop',
            data_sealed: 'sealed',
          })
          .returning('id')
          .execute()
        await db.pool.query(
          `insert into applicant_mails (id, organization_id, applicant_id, kind, recipient, state, send_at)
           values ($1, $2, $3, 'received', $4, 'queued', now())`,
          [row!.id, organization.id, id, email],
        )
        const send = (tx: Queries) => insertLocalMail(tx, { ...copy, id: row!.id })
        const leave = (tx: Tx) =>
          deleteApplications(tx, organization.id, [{ id, email, role_id: job.id }])
        // One has done its part and not ended yet when the other begins.
        let end: () => void = () => undefined
        const ended = new Promise<void>((resolve) => {
          end = resolve
        })
        let begun: () => void = () => undefined
        const isBegun = new Promise<void>((resolve) => {
          begun = resolve
        })
        const hold = async (work: Promise<unknown>) => {
          await work
          begun()
          await ended
        }
        const sending = () => db.transaction((tx) => (isSenderFirst ? hold(send(tx)) : send(tx)))
        const leaving = () =>
          db.forOrganization<unknown>(organization.id, (tx) =>
            isSenderFirst ? leave(tx) : hold(leave(tx)),
          )
        const first = isSenderFirst ? sending() : leaving()
        await isBegun
        const second = isSenderFirst ? leaving() : sending()
        await waitForLock(db)
        end()
        await Promise.all([first, second])
        expect(await listLocalMails(db.queries, 10)).toEqual([])
      }
    })
  }
})
