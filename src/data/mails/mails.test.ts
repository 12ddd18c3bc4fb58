// The outbox and the local mailbox: what is stored of a mail, and for how long.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MailKind } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { cutoff } from '#test/cutoff.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { insertApplication, insertPerson, insertShop } from '#test/rows.ts'
import type { Database, Queries, WholeTx } from '../database.ts'
import { deleteApplications } from '../retention/erasures.ts'
import {
  deleteMailsWithoutReader,
  deleteOldPassingMails,
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

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)
  beforeEach(async () => {
    await db.pool.query('delete from mail_outbox')
    await db.pool.query('delete from local_mailbox')
  })

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

  describe('an old mail', () => {
    const insert = async (
      kind: MailKind,
      recipient: string,
      { organization = null, days = 31, ...more }: Partial<Mail> = {},
    ) => {
      const { id } = await db.queries
        .insertInto('mail_outbox')
        .values({
          organization_id: organization,
          kind,
          recipient,
          sender_name: 'Shop',
          state: 'sent',
          created_at: new Date(Date.now() - days * 86_400_000),
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertLocalMail(db.queries, { ...copy, id, recipient })
      return id
    }
    type Mail = {
      organization: OrganizationId | null
      days: number
      state: 'waiting' | 'failed'
      last_error: string
    }
    /** Recipients, of the outbox and of the local mailbox. */
    async function left(): Promise<string[][]> {
      const before = cutoff(Date.now() - 30 * 86_400_000)
      await deleteOldPassingMails(db.queries, before)
      await deleteMailsWithoutReader(db.queries, before)
      const recipients = (table: 'mail_outbox' | 'local_mailbox') =>
        db.queries.selectFrom(table).select('recipient').orderBy('recipient').execute()
      const both = [await recipients('mail_outbox'), await recipients('local_mailbox')]
      return both.map((found) => found.map(({ recipient }) => recipient))
    }

    test('goes where nobody has it: no applicant of the organization, and no account', async () => {
      const shop = await insertShop(db.queries, `Shop ${randomUUID()}`)
      const other = await insertShop(db.queries, `Shop ${randomUUID()}`)
      await insertApplication(db.queries, other, 'elsewhere@example.com')
      const organization = shop.organization.id
      await insert('account-code', 'stranger@example.com')
      await insert('account-code', 'never-confirmed@example.com', { state: 'failed' })
      await insert('security-notice', 'earlier@example.com')
      await insert('invitation', 'never-joined@example.com', { organization })
      await insert('page-link', 'elsewhere@example.com', { organization })
      await insert('new-applications', 'left@example.com', { organization })
      await insert('account-code', 'young@example.com', { days: 29 })
      await insert('account-code', 'waits@example.com', { state: 'waiting' })
      const kept = ['waits@example.com', 'young@example.com']
      expect(await left()).toEqual([kept, kept])
    })

    test('stays with an applicant or an account, unless nobody needs mails of its kind', async () => {
      const shop = await insertShop(db.queries, `Shop ${randomUUID()}`)
      const organization = shop.organization.id
      const { id } = await insertApplication(db.queries, shop, 'Maya@example.com')
      const member = `member-${randomUUID()}@example.com`
      await insertPerson(db.queries, member, organization)
      await insert('page-link', 'maya@Example.com', { organization })
      await insert('account-code', member.toUpperCase())
      const mailId = await insert('status-update', 'an-address-before@example.com', {
        organization,
      })
      await db.pool.query(
        `insert into applicant_mails (id, organization_id, applicant_id, kind, recipient, state, send_at)
         values ($1, $2, $3, 'message', 'an-address-before@example.com', 'queued', now())`,
        [mailId, organization, id],
      )
      for (const kind of ['verification', 'job-invitation'] as const) {
        await insert(kind, 'maya@example.com', { organization })
        await insert(kind, member, { organization })
      }
      const kept = ['an-address-before@example.com', 'maya@Example.com', member.toUpperCase()]
      expect((await left()).map((found) => found.toSorted())).toEqual([
        kept.toSorted(),
        kept.toSorted(),
      ])
    })

    test('about a breach loses its person, and is counted still', async () => {
      const { organization } = await insertShop(db.queries, `Shop ${randomUUID()}`)
      const of = { organization: organization.id }
      await insert('breach-notice', 'listed@example.com', of)
      const last_error = '550 lost@example.com: no such person'
      await insert('breach-notice', 'lost@example.com', { ...of, state: 'failed', last_error })
      expect(await left()).toEqual([['', ''], []])
      const errors = (await rows()).map((row) => `${row.state}: ${row.last_error}`)
      expect(errors.toSorted((one, next) => one.localeCompare(next))).toEqual([
        'failed: null',
        'sent: null',
      ])
    })
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
        const keepOpen = async (work: Promise<unknown>) => {
          await work
          begun()
          await ended
        }
        const sending = () =>
          db.transaction((tx) => (isSenderFirst ? keepOpen(send(tx)) : send(tx)))
        const leaving = () =>
          db.includingRestricted<unknown>(organization.id, (tx) =>
            isSenderFirst ? leave(tx) : keepOpen(leave(tx)),
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
