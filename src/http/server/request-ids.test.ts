// The id of a request, and what the log says when everything fails.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { withoutDatabase, withoutTable } from '#test/databases/failing-database.ts'
import { textOf } from '#test/html.ts'

type Line = { msg: string; level: string; request_id?: string; route?: string }

let app: TestApp
let behindProxy: TestApp
let written: string[] = []
const lines = () => written.map((line) => JSON.parse(line) as Line)

beforeAll(async () => {
  const onLog = (line: string) => void written.push(line)
  app = await createTestApp({ onLog })
  behindProxy = await createTestApp({
    env: { TRUSTED_PROXIES: '1' },
    database: app.deps.db,
    onLog,
  })
})
afterAll(async () => {
  await behindProxy.close()
  await app.close()
})
beforeEach(() => {
  written = []
})

const idOf = ({ headers }: Response) => headers.get('x-request-id')

// shows: interface-72
test('one id is in the answer, in the refusal, on the page of a failure and in the log', async () => {
  const refused = await app.visitor().fetch('/api/applicants')
  expect(idOf(refused)).toMatch(/^[\da-f-]{36}$/)
  expect(await refused.json()).toMatchObject({ error: { request_id: idOf(refused) } })

  const { organization } = await app.owner()
  const [failed, page] = await withoutTable(app.deps.db, 'job_posts', () =>
    Promise.all([
      app.visitor().fetch(`/embed?step=email&roleId=${randomUUID()}`),
      app.visitor().fetch(`/careers/${organization.slug}`),
    ]),
  )
  for (const each of [failed, page]) {
    expect(each.status).toBe(500)
    expect(textOf(await each.text())).toContain(`Reference: ${idOf(each)?.slice(0, 8)}`)
    const own = lines().filter(({ request_id }) => request_id === idOf(each))
    expect(own.map(({ level }) => level)).toContain('error')
  }
  expect(lines().map(({ route }) => route)).toContain('/careers/:organization')
})

test('a proxy of ours may bring the id, a stranger may not', async () => {
  const id = '0123456789abcdef0123456789ABCDEF'
  const headers = { 'x-request-id': id }
  expect(idOf(await behindProxy.visitor().fetch('/healthz', { headers }))).toBe(id.toLowerCase())
  expect(idOf(await app.visitor().fetch('/healthz', { headers }))).not.toBe(id.toLowerCase())
  const odd = { 'x-request-id': `${id} status=200` }
  expect(idOf(await behindProxy.visitor().fetch('/healthz', { headers: odd }))).toMatch(
    /^[\da-f-]{36}$/,
  )
})

// shows: interface-72
test('every address, asked with personal data while everything fails, logs none of it', async () => {
  const canary = 'CanaryWord'
  const address = `${canary}@applicant.example`
  const token = canary.repeat(5)
  const fields = { email: address, name: canary, token, values: { email: address } }
  // As the database says it: with the row and the value.
  const quoted = () =>
    Object.assign(new Error(`invalid input syntax for type uuid: "${canary}"`), {
      code: '22P02',
      detail: `Key (email)=(${address}) already exists.`,
      where: `unnamed portal parameter $1 = '${canary}'`,
      cause: new Error(`550 5.1.1 <${address}>: ${token}`),
    })
  const owner = await app.owner()
  const asked = Object.keys(contracts).map((contract) => {
    const [method = '', path = ''] = contract.split(' ')
    return { method, path: path.replace(/:\w+/g, token) }
  })
  const statuses = await withoutDatabase(
    app.deps.db,
    () =>
      Promise.all(
        asked.flatMap(({ method, path }) =>
          ['cookie', 'authorization'].map(async (header) => {
            const response = await app
              .visitor()
              .fetch(`${path}?${new URLSearchParams({ q: canary, email: address, v: token })}`, {
                method,
                headers: {
                  [header]:
                    header === 'cookie' ? `${owner.cookie}; other=${token}` : `Bearer ${token}`,
                  'content-type': 'application/json',
                },
                ...(method !== 'GET' && { body: JSON.stringify(fields) }),
              })
            await response.body?.cancel()
            return response.status
          }),
        ),
      ),
    quoted,
  )
  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(50)
  expect(written.length).toBeGreaterThan(50)
  expect(written.filter((line) => line.includes(canary))).toEqual([])
})
