// Mails about accounts are prepared in the background, concurrently with changes of the account.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findAccountLocked } from '#data/accounts/account-states.ts'
import { insertMailRequest } from '#data/accounts/mail-requests.ts'
import { deleteAllSessions } from '#data/accounts/sessions.ts'
import type { Tx } from '#data/database.ts'
import { openApp } from '#test/app.ts'
import { answerMailRequests } from './mail-requests.ts'

/** Nothing here is about applications. */
const noLinks = () => Promise.reject(new Error('links were asked for'))
const app = await openApp()

test('a mail that is being prepared and a proof of the address do not wait for each other', async () => {
  const person = await app.person()
  await app.mailTo(person.email, /confirm your Storehand account/)
  const { db } = app.deps
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [person.userId],
  )
  const request = {
    kind: 'signup',
    email: person.email,
    session_id: rows[0]!.id,
    user_data: null,
    redirect_to: null,
    code_challenge: null,
    is_for_page: true,
  } as const
  const faults: unknown[] = []
  const log = { ...app.deps.log, error: (fault: unknown) => faults.push(fault) }
  const answering = await db.transaction(async (tx) => {
    await findAccountLocked(tx, person.userId)
    // Outside of a transaction of `db`, whose commit would wake the app's own worker to answer it.
    await insertMailRequest(db.queries as Tx, request)
    const answer = answerMailRequests({ ...app.deps, log }, noLinks)
    await expect
      .poll(async () => {
        const waiting = `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return (await db.pool.query(waiting)).rowCount
      })
      .toBe(1)
    await deleteAllSessions(tx, person.userId)
    return [answer]
  })
  await Promise.all(answering)
  expect(faults).toEqual([])
  const left = 'select from auth_mail_requests where email = $1'
  expect((await db.pool.query(left, [person.email])).rowCount).toBe(0)
})

const raise = (code: string) => sql`do $$ begin raise exception sqlstate '${sql.raw(code)}'; end $$`

test.each([
  ['stays after a deadlock', raise('40P01'), 1],
  [
    'stays when the server ends the connection',
    sql`select pg_terminate_backend(pg_backend_pid())`,
    1,
  ],
  ['is dropped after a defect', raise('22012'), 0],
])('a request that cannot be answered %s', async (_, failure, left) => {
  const { db } = app.deps
  const request = {
    kind: 'application_links',
    email: 'maya@example.com',
    session_id: null,
    user_data: null,
    redirect_to: null,
    code_challenge: null,
    is_for_page: false,
  } as const
  // Outside of a transaction of `db`, whose commit would wake the app's own worker to answer it.
  await insertMailRequest(db.queries as Tx, request)
  const log = { ...app.deps.log, error() {} }
  const answering = answerMailRequests({ ...app.deps, log }, async (_deps, tx) => {
    await failure.execute(tx)
  })
  await answering.catch(() => {})
  const answered: string[] = []
  await answerMailRequests(app.deps, async (_deps, _tx, email) => {
    answered.push(email)
  })
  expect(answered).toHaveLength(left)
})
