// An account with a second factor, and somebody who has shown the first one alone: nothing of the account changes, at any address.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RecoveryCodes, SecondFactorOffer } from '#domain/accounts/accounts.ts'
import type { Contract } from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { openApp, type Member } from '#test/app.ts'
import { codeOfPhone } from '#test/people/phone.ts'
import { tokenApiRoutes } from './token-api/token-api.ts'

let phone: SecondFactorOffer
const app = await openApp({ work: 'none' })
const owner = await app.owner()

beforeAll(async () => {
  await app.confirm(owner)
  const place = '/api/accounts/second-factor'
  phone = (await owner.call<SecondFactorOffer>(`${place}/enroll`, { body: {} })).body
  const code = codeOfPhone(phone.secret, app.clock.now())
  const body = { factor_id: phone.factor_id, code }
  expect((await owner.call<RecoveryCodes>(`${place}/confirm`, { body })).status).toBe(200)
})

const password = 'correct horse'
const credentials = () => ({ email: owner.email, password })

async function signedInByCookie() {
  const visitor = app.visitor()
  expect((await visitor.call('/api/accounts/sign-in', { body: credentials() })).body).toMatchObject(
    { second_factor: true },
  )
  return visitor
}

async function signedInByToken() {
  const answer = await app
    .visitor()
    .call<{ access_token: string }>('/auth/v1/token?grant_type=password', { body: credentials() })
  return { authorization: `Bearer ${answer.body.access_token}` }
}

/** Everything that is kept about the account, but for who is signed in and what is asked of them. */
async function stateOf({ userId }: Member): Promise<Record<string, unknown>> {
  const { pool } = app.deps.db
  const tables = await pool.query<{ table: string; key: string }>(
    `select table_name as "table", column_name as key from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and (column_name = 'user_id' or (table_name, column_name) in (('users', 'id'), ('profiles', 'id')))
       and table_name not in ('sessions', 'auth_passkey_challenges')
     order by 1`,
  )
  expect(tables.rows.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['users', 'profiles', 'auth_factors', 'auth_passkeys', 'credentials']),
  )
  const state: Record<string, unknown> = {}
  for (const { table, key } of tables.rows) {
    const { rows } = await pool.query(
      `select to_jsonb(one) as row from ${table} one where ${key} = $1 order by 1`,
      [userId],
    )
    state[table] = rows
  }
  const mails = await pool.query(
    'select count(*)::int as mails from mail_outbox where recipient = $1',
    [owner.email],
  )
  const codes = await pool.query(
    'select count(*)::int as left from auth_recovery_codes where used_at is null',
  )
  return { ...state, mails: mails.rows, codes: codes.rows }
}

// shows: V6.8.4, V7.5.1
describe('nothing changes by a session at the first factor', () => {
  const withSession = Object.entries<Contract>(contracts).filter(([, { who }]) =>
    ['signed-in', 'member', 'owner'].includes(who),
  )

  test('at any address of the dashboard that wants a session, by cookie and by token', async () => {
    const visitor = await signedInByCookie()
    const headers = await signedInByToken()
    const before = await stateOf(owner)
    expect(withSession.length).toBeGreaterThan(100)
    for (const [address] of withSession) {
      const [method = '', path = ''] = address.split(' ')
      const place = path.replace(/:\w+/g, () => randomUUID())
      const body = method === 'GET' ? {} : { body: { first_name: 'Eve', last_name: 'Eve' } }
      for (const answer of [
        await visitor.call(place, { method, ...body }),
        await app.visitor().call(place, { method, headers, ...body }),
      ]) {
        expect(answer.status, address).toBe(401)
      }
    }
    expect(await stateOf(owner)).toEqual(before)
  })

  /** What each address of the token API wants. A new one fails the test until it is here. */
  const wants: Record<string, 'nothing' | 'the operator' | 'the first factor' | 'both'> = {
    'GET /health': 'nothing',
    'GET /settings': 'nothing',
    'GET /.well-known/jwks.json': 'nothing',
    'POST /signup': 'nothing',
    'POST /token': 'nothing',
    'POST /otp': 'nothing',
    'POST /recover': 'nothing',
    'POST /resend': 'nothing',
    'GET /verify': 'nothing',
    'POST /verify': 'nothing',
    'GET /authorize': 'nothing',
    'GET /callback': 'nothing',
    'POST /invite': 'the operator',
    'GET /user': 'the first factor',
    'POST /logout': 'the first factor',
    'POST /factors/:factorId/challenge': 'the first factor',
    'POST /factors/:factorId/verify': 'the first factor',
    'POST /factors/recovery-codes/verify': 'the first factor',
    'PUT /user': 'both',
    'GET /reauthenticate': 'both',
    'POST /factors': 'both',
    'DELETE /factors/:factorId': 'both',
    'GET /factors/recovery-codes': 'both',
    'POST /factors/recovery-codes': 'both',
    'DELETE /factors/recovery-codes': 'both',
    'POST /factors/recovery-codes/regenerate': 'both',
  }
  const routes = tokenApiRoutes.routes.filter(({ method }) => method !== 'ALL')
  const addresses = [
    ...new Set(routes.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)),
  ]
  const bodies: Record<string, object> = {
    'PUT /user': { data: { first_name: 'Eve', theme: 'dark' } },
    'POST /factors': { factor_type: 'totp', friendly_name: 'Mine' },
  }

  test('at any address of the token API', async () => {
    const own = addresses.filter((address) => !address.includes(' /admin/'))
    expect(own.toSorted()).toEqual(Object.keys(wants).toSorted())
    const headers = await signedInByToken()
    const before = await stateOf(owner)
    for (const address of own.filter((one) => wants[one] === 'both')) {
      const [method = '', path = ''] = address.split(' ')
      const sent = method === 'GET' ? {} : { body: bodies[address] ?? {} }
      const { status, body } = await app
        .visitor()
        .call(`/auth/v1${path.replace(':factorId', phone.factor_id)}`, { method, headers, ...sent })
      expect([address, status, body]).toMatchObject([
        address,
        403,
        { error_code: 'insufficient_aal' },
      ])
    }
    expect(await stateOf(owner)).toEqual(before)
  })

  test('a factor that was begun is not removed either', async () => {
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      `insert into auth_factors (user_id, factor_type, status) values ($1, 'totp', 'unverified') returning id`,
      [owner.userId],
    )
    const { status } = await app.visitor().call(`/auth/v1/factors/${rows[0]?.id}`, {
      method: 'DELETE',
      headers: await signedInByToken(),
    })
    expect(status).toBe(403)
  })

  test('signing out ends the session that asks and no other', async () => {
    const isIn = async () =>
      (await owner.call<{ user: object | null }>('/api/session')).body.user !== null
    const leave = (headers: { authorization: string }, scope: string) =>
      app.visitor().call<{ error_code?: string }>(`/auth/v1/logout?scope=${scope}`, {
        method: 'POST',
        headers,
      })
    const thief = await signedInByToken()
    expect(await leave(thief, 'others')).toMatchObject({
      status: 403,
      body: { error_code: 'insufficient_aal' },
    })
    expect((await leave(thief, 'global')).status).toBe(204)
    expect((await leave(thief, 'local')).status).toBe(403)
    expect(await isIn()).toBe(true)
  })
})

test('what only reads, and what shows the factor, is open to it', async () => {
  const headers = await signedInByToken()
  const call = <Body>(path: string, body?: object) =>
    app.visitor().call<Body>(`/auth/v1${path}`, { headers, ...(body && { body }) })
  expect((await call('/user')).status).toBe(200)
  app.clock.move(30)
  const challenge = `/factors/${phone.factor_id}/challenge`
  const { body } = await call<{ id: string }>(challenge, {})
  const shown = { challenge_id: body.id, code: codeOfPhone(phone.secret, app.clock.now()) }
  const verified = await call<{ access_token: string }>(`/factors/${phone.factor_id}/verify`, shown)
  expect(verified.status).toBe(200)
  headers.authorization = `Bearer ${verified.body.access_token}`
  const { status } = await app.visitor().call('/auth/v1/user', {
    method: 'PUT',
    headers,
    body: { data: { first_name: 'Ana Maria' } },
  })
  expect(status).toBe(200)
})
