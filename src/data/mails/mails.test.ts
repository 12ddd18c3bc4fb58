// The outbox and the local mailbox: what is stored of a mail, and for how long.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import type { Database, Queries, WholeTx } from '../database.ts'
import { deleteApplications } from '../retention/erasures.ts'
import {
  findWaitingMail,
  insertLocalMail,
  insertMails,
  listLocalMails,
  updateMailFailed,
  updateMailSent,
} from './mails.ts'

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
    await db.transaction((tx) =>
      insertMails(
        tx,
        Array.from({ length: count }, (_, index) => ({
          organization_id: null,
          kind: 'verification',
          recipient: `p${index}@example.com`,
          sender_name: 'Tiny Tea Shop via Storehand',
          data_sealed: 'sealed',
        })),
      ),
    )
  }
  const ids = async () => {
    const rows = await db.queries.selectFrom('mail_outbox').select('id').execute()
    return rows.map(({ id }) => id)
  }
  const rows = async () =>
    db.queries.selectFrom('mail_outbox').select(['state', 'data_sealed', 'last_error']).execute()

  test('what a mail was rendered from goes when it is sent or given up', async () => {
    await queue(3)
    const [sent, never, later] = await ids()
    await updateMailSent(db.queries, sent!)
    await updateMailFailed(db.queries, never!, 'no such person', false)
    expect((await rows()).toSorted((one, next) => one.state.localeCompare(next.state))).toEqual([
      { state: 'failed', data_sealed: null, last_error: 'no such person' },
      { state: 'sent', data_sealed: null, last_error: null },
      { state: 'waiting', data_sealed: 'sealed', last_error: null },
    ])
    expect(await findWaitingMail(db.queries, later!)).toMatchObject({ data_sealed: 'sealed' })
    expect(await findWaitingMail(db.queries, sent!)).toBeUndefined()
    expect(await findWaitingMail(db.queries, never!)).toBeUndefined()
  })

  const copy = { recipient: 'p@example.com', subject: 'One', text: 'T', html: 'H' }

  // shows: interface-42
  test('the local mailbox keeps one of each mail, newest first', async () => {
    const mail = copy
    await queue(2)
    const [first, second] = await ids()
    await insertLocalMail(db.queries, { ...mail, id: first! })
    await db.pool.query(`update local_mailbox set sent_at = now() - interval '1 minute'`)
    await insertLocalMail(db.queries, { ...mail, id: first!, subject: 'Again' })
    await insertLocalMail(db.queries, { ...mail, id: second!, subject: 'Two' })
    const subjects = async (most: number) =>
      (await listLocalMails(db.queries, most)).map(({ subject }) => subject)
    expect(await subjects(10)).toEqual(['Two', 'One'])
    expect(await subjects(1)).toEqual(['Two'])
  })

  test('a mail whose row went while it was being sent leaves no copy', async () => {
    await queue(1)
    const [id] = await ids()
    await db.pool.query('delete from mail_outbox')
    await insertLocalMail(db.queries, { ...copy, id: id! })
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
        const leave = (tx: WholeTx) =>
          deleteApplications(tx, organization.id, [{ id, email, role_id: job.id }], {
            reason: 'staff',
          })
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
          db.includingRestricted<unknown>(organization.id, (tx) =>
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
