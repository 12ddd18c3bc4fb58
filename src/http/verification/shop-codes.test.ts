// The limit of the codes that a shop's applicants ask for: told to the visitor, the owners and the operator, and not reached by people who
// use their codes.
import { randomInt, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Overview } from '#domain/overview/overview.ts'
import { openApp, type Member } from '#test/app.ts'
import { passUses } from '#test/uses.ts'

const MOST = 20
/** What networks may use from which nobody has used a code. */
const OF_UNKNOWN = 18
const token = 'metrics-'.repeat(4)

let owner: Member
let job: JobPost
const app = await openApp({
  work: 'none',
  env: {
    TRUSTED_PROXIES: '1',
    METRICS_TOKEN: token,
    CODES_PER_DAY_PER_ORGANIZATION: String(MOST),
  },
})
beforeEach(async () => {
  owner = await app.owner('Tiny Tea Shop')
  job = await app.job(owner)
})

const freshAddress = () => `${randomUUID()}@applicant.example`
const freshNetwork = () => `198.51.${randomInt(256)}.${randomInt(256)}`

type Answer = {
  status: number
  retryAfter: string | null
  view: { step: string; alert: string | null; verification: string }
}
async function post(
  step: string,
  fields: Record<string, string>,
  network: string,
): Promise<Answer> {
  const response = await app.visitor().fetch(`/embed?step=${step}&roleId=${job.id}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'application/json', 'x-forwarded-for': network },
  })
  const { view } = (await response.json()) as Pick<Answer, 'view'>
  return { status: response.status, retryAfter: response.headers.get('retry-after'), view }
}
const ask = (email = freshAddress(), network = freshNetwork()) =>
  post('email', { roleId: job.id, consent: 'yes', email }, network)
async function useCode(network = freshNetwork()): Promise<string> {
  const email = freshAddress()
  const { view } = await ask(email, network)
  const { code } = await app.mailTo(email, /^Your code/)
  expect((await post('sent', { v: view.verification, code }, network)).view.step).toBe('apply')
  return network
}
async function mailsTo(email: string, kind = 'verification'): Promise<number | null> {
  const statement = 'select from mail_outbox where recipient = $1 and kind = $2'
  return (await app.deps.db.pool.query(statement, [email, kind])).rowCount
}
const noticesTo = ({ email }: Member) => mailsTo(email, 'codes-limit')
const limits = async () => (await owner.call<Overview>('/api/overview')).body.attention.limits
async function refused(): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const text = await (await app.visitor().fetch('/metrics', { headers })).text()
  return Number(/^storehand_organization_limits_total\{limit="codes"\} (\d+)$/m.exec(text)?.[1])
}

// shows: interface-31
test('at the limit the visitor reads when the next code may go and where else to write', async () => {
  for (let asked = 0; asked < OF_UNKNOWN; asked++) expect((await ask()).status).toBe(200)
  const before = await refused()
  const email = freshAddress()
  const { status, retryAfter, view } = await ask(email)
  expect([status, view.step]).toEqual([429, 'email'])
  expect(view.alert).toMatch(
    /^Tiny Tea Shop can send no more codes right now\. Try again in 2[34] hours\.$/,
  )
  expect(Number(retryAfter)).toBeGreaterThan(86_000)
  expect(await mailsTo(email)).toBe(0)
  expect(await refused()).toBe(before + 1)
  // For an address that gets a mail and for one that has had some it is the same.
  await app.deps.db.pool.query('update organizations set mail_reply_to = $1 where id = $2', [
    'jobs@tea.example',
    owner.organization.id,
  ])
  expect((await ask(email)).view.alert).toMatch(/ hours, or write to jobs@tea\.example\.$/)
  const called = await app.visitor().call('/functions/send-verification-email', {
    body: { email, roleId: job.id },
    headers: { 'x-forwarded-for': freshNetwork() },
  })
  expect([called.status, called.body]).toMatchObject([429, { success: false }])
  // Another shop is not concerned, and a day later this one neither.
  job = await app.job(await app.owner('Another Shop'))
  expect((await ask()).status).toBe(200)
  job = await app.job(owner)
  await passUses(app.deps.db, 86_400)
  expect((await ask()).status).toBe(200)
})

// shows: interface-31
test('owners read from 80 % on, and get one mail a day', async () => {
  for (let asked = 0; asked < MOST * 0.8 - 1; asked++) await ask()
  expect([await limits(), await noticesTo(owner)]).toEqual([[], 0])
  await ask()
  expect(await limits()).toEqual([{ about: 'codes', used: MOST * 0.8, most: MOST }])
  for (let asked = 0; asked < MOST; asked++) await ask()
  expect(await noticesTo(owner)).toBe(1)
  expect((await app.mailTo(owner.email, /limit/)).subject).toBe(
    'Tiny Tea Shop is near its limit of codes for applicants',
  )
  await passUses(app.deps.db, 86_400)
  for (let asked = 0; asked < MOST * 0.8; asked++) await ask()
  expect(await noticesTo(owner)).toBe(2)
})

// shows: interface-31
test('people who use their codes close nobody out, and those on their networks get one while made-up addresses get none', async () => {
  const known = await useCode()
  for (let used = 1; used < MOST + 5; used++) await useCode()
  expect(await limits()).toEqual([])
  for (let asked = 0; asked < MOST; asked++) await ask()
  expect((await ask()).status).toBe(429)
  expect((await ask(freshAddress(), known)).status).toBe(200)
  // A link that is opened again gives back nothing.
  expect((await ask()).status).toBe(429)
})
