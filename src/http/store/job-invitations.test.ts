// The action of a segment of customers in the store's admin: it invites them to a job, by mail, once.
import { beforeEach, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { invitedAddressUses } from '#domain/limits.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { Register } from '#domain/rights/register.ts'
import { PROXY_SCOPE } from '#domain/store/store.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { sweepJobInvitations } from '#features/retention/sweep-job-invitations.ts'
import type { Member, Visitor } from '#test/app.ts'
import { insertApplication } from '#test/rows.ts'
import { customerOf, STAFF } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { connectTestStore, setStandinFault, type Shop } from '#test/servers/stores.ts'
import { unzip } from '#test/unzip.ts'
import { forgetUses } from '#test/uses.ts'
import { makeTasksDue, workDue, workStores } from '#test/work.ts'

const { stand, app, staffedShop, adminUser, firstUser } = await openStoreApp({ work: 'queued' })
let shop: Shop

beforeEach(() => {
  shop = staffedShop()
})

const statusOf = async (user: Visitor, address: string) => (await user.call(address)).status

describe('the action of a segment', () => {
  const SEGMENT = 'gid://shopify/Segment/401'
  const at = '/api/store/job-invitations'
  type Sentences = { sentences: string[] }
  type Run = Sentences & { id: string; status: string }
  type Refused = { error: { message: string; code: string } }

  /** A shop with an open job and these customers in its segment; without a word about it they agreed to marketing. */
  async function withSegment(people: (Partial<Shop['customers'][number]> & { email: string })[]) {
    const user = await firstUser(shop)
    const { body: job } = await user.call<JobPost>('/api/jobs', {
      body: { title: 'Mechanic', description: 'Mend bicycles.', location: 'Leeds' },
    })
    shop.customers.push(
      ...people.map((person, place) => ({
        ...customerOf({ id: String(600 + place), email: person.email }),
        email_marketing: 'SUBSCRIBED' as const,
        ...person,
      })),
    )
    shop.segments = [{ id: '401', name: 'Customers near Leeds' }]
    shop.install?.scopes.push('read_customers')
    return { user, job }
  }
  const count = (user: Visitor, job: { id: string }, segment = SEGMENT) =>
    user.call<Sentences & { invitable: number } & Refused>(
      `${at}/count?${new URLSearchParams({ segment, job: job.id, lang: 'en' })}`,
    )
  const begin = (user: Visitor, job: { id: string }, segment = SEGMENT) =>
    user.call<Run & Refused>(at, { body: { segment, job: job.id } })
  /** To its end. */
  async function invite(user: Visitor, job: { id: string }): Promise<Run> {
    const { body, status } = await begin(user, job)
    expect(status).toBe(202)
    await workDue(app.deps, 'invite-customers', 'send-mail')
    return (await user.call<Run>(`${at}/${body.id}`)).body
  }
  const mailed = async (email: string) =>
    (await app.deps.db.pool.query('select from local_mailbox where recipient = $1', [email]))
      .rowCount

  // shows: 2-129
  test('leads into the shop where it shows the app’s pages, and its customer is known there', async () => {
    shop.install?.scopes.push(PROXY_SCOPE, 'read_customers')
    const email = `in-shop-${shop.handle}@mail.example`
    const { user, job } = await withSegment([{ email }])
    await invite(user, job)
    const { text } = await app.mailTo(email)
    const inShop = `${stand.url}/${shop.domain}/apps/careers/mechanic`
    const link = `${inShop}?src=invitation&lang=en`
    expect(text).toContain(link)
    expect(text).not.toContain(`${app.url}/careers/`)
    expect(await (await fetch(link)).text()).toContain('Mend bicycles.')
    const cookie = `customer=${shop.customers[0]?.id}`
    const step = await fetch(`${link}&step=consent`, { headers: { cookie } })
    const html = await step.text()
    expect(html).toContain('You are signed in to the shop as')
    expect(html).toContain('src=invitation')
  })

  test('ends where the shop belongs to another organization meanwhile, whose customers they are', async () => {
    const { user, job } = await withSegment([])
    const run = await invite(user, job)
    const email = `taken-${shop.handle}@mail.example`
    shop.customers.push({ ...customerOf({ id: '699', email }), email_marketing: 'SUBSCRIBED' })
    // The shop's owner has taken it out while the run goes on.
    const next = await app.owner('Taken out')
    const { pool } = app.deps.db
    await pool.query('update store_sessions set organization_id = $1 where shop = $2', [
      next.organization.id,
      shop.domain,
    ])
    await pool.query(
      `update job_invitation_runs set status = 'running', after = null where id = $1`,
      [run.id],
    )
    await pool.query(
      `insert into background_tasks (kind, key, organization_id, lane) values ('invite-customers', $1, $2::uuid, $2::uuid::text)`,
      [run.id, job.organization_id],
    )
    await workDue(app.deps, 'invite-customers', 'send-mail')
    expect(await mailed(email)).toBe(0)
    const { rows } = await pool.query(
      'select status, problem from job_invitation_runs where id = $1',
      [run.id],
    )
    expect(rows).toEqual([{ status: 'failed', problem: 'store.notConnected' }])
  })

  // shows: 2-120, 2-121, privacy-38
  test('invites who agreed and nobody else, once, in their language, and says the rest in counts', async () => {
    const names = ['maya', 'lena', 'no', 'gone', 'here', 'quiet', 'none']
    const [maya, lena, no, gone, here, quiet] = names.map(
      (name) => `${name}-${shop.handle}@mail.example`,
    )
    const { user, job } = await withSegment([
      { email: maya!.toUpperCase() },
      { email: lena!, locale: 'de-CH' },
      { email: no!, email_marketing: 'NOT_SUBSCRIBED' },
      { email: gone!, email_marketing: 'UNSUBSCRIBED' },
      { email: here! },
      { email: quiet! },
    ])
    const organization = { id: job.organization_id } as Organization
    const elsewhere = await user.call<JobPost>('/api/jobs', {
      body: { title: 'Packer', description: 'Pack.' },
    })
    await user.call(`/api/jobs/${job.id}/texts/de`, {
      method: 'PUT',
      body: {
        title: 'Mechanikerin',
        description: 'Räder reparieren.',
        requirements: '',
        benefits: '',
      },
    })
    await user.call('/api/organizations/own', { method: 'PATCH', body: { language: 'en-GB' } })
    await insertApplication(app.deps.db.queries, { organization, job }, here!)
    const other = { organization, job: elsewhere.body }
    const { id } = await insertApplication(app.deps.db.queries, other, quiet!)
    await app.deps.db.pool.query('update applicants set no_contact_at = now() where id = $1', [id])

    const { body: jobs } = await user.call<{ jobs: { title: string }[] }>(
      `${at}?segment=${SEGMENT}`,
    )
    expect(jobs.jobs.map(({ title }) => title)).toEqual(['Packer', 'Mechanic'])
    const leftOut = [
      '2 have not agreed to marketing by email.',
      '1 wants no such email from you.',
      '1 has already applied for this job.',
    ]
    expect((await count(user, job)).body).toEqual({
      invitable: 2,
      sentences: ['You can invite 2 customers.', ...leftOut],
    })
    const run = await invite(user, job)
    expect([run.status, run.sentences]).toEqual([
      'finished',
      ['2 customers were invited.', ...leftOut],
    ])
    const toMaya = await app.mailTo(maya!)
    expect(toMaya.subject).toBe(`${shop.name} is hiring: Mechanic`)
    expect(toMaya.text).toContain('Leeds')
    const page = /http\S+\/careers\/\S+/.exec(toMaya.text)?.[0] ?? ''
    expect(page).toContain('src=invitation')
    expect(await (await fetch(page)).text()).toContain('Mend bicycles.')
    const toLena = await app.mailTo(lena!)
    expect(toLena.subject).toBe(`${shop.name} sucht: Mechanikerin`)
    for (const email of [no, gone, here, quiet])
      expect([email, await mailed(email!)]).toEqual([email, 0])

    // Nobody a second time, whichever the job. Who has applied for the first one can be invited to another.
    const again = await invite(user, elsewhere.body)
    expect(again.sentences).toContain('1 customer was invited.')
    expect(again.sentences.join()).toContain('2 were invited before.')
    expect(await mailed(maya!)).toBe(1)
    const { rows } = await app.deps.db.pool.query<{ action: string; details: object }>(
      `select action, details from audit_events where organization_id = $1 and action like 'customers.%'
       order by id`,
      [job.organization_id],
    )
    expect(rows).toEqual([
      { action: 'customers.invited', details: { job: 'Mechanic', people: 2 } },
      { action: 'customers.invited', details: { job: 'Packer', people: 1 } },
    ])
    // The database has no address of theirs once the mail is gone.
    await app.deps.db.pool.query('delete from mail_outbox; delete from local_mailbox')
    const { rows: kept } = await app.deps.db.pool.query<{ row: string }>(
      `select job_invitations::text as row from job_invitations where organization_id = $1`,
      [job.organization_id],
    )
    expect(kept).toHaveLength(3)
    expect(kept.map(({ row }) => row).join()).not.toMatch(/mail\.example/i)
  })

  // shows: 2-121, privacy-39, privacy-40
  test('an invited person stops it by one click, for good', async () => {
    const email = `stop-${shop.handle}@mail.example`
    const { user, job } = await withSegment([{ email }])
    await invite(user, job)
    const { text, html } = await app.mailTo(email)
    const link = /http\S+\/api\/unsubscribe\S+/.exec(text)?.[0] ?? ''
    expect(html).toContain(link.replaceAll('&', '&amp;'))
    const asked = await fetch(link)
    expect(await asked.text()).toContain(`Stop invitations from ${shop.name}?`)
    const rowsOf = async () =>
      (
        await app.deps.db.pool.query<{ unsubscribed_at: Date | null }>(
          'select unsubscribed_at from job_invitations where organization_id = $1',
          [job.organization_id],
        )
      ).rows
    // Scanners of mail open links as well.
    expect(await rowsOf()).toEqual([{ unsubscribed_at: null }])
    const changed = link.replace(/token=(.{60})./, (_, kept: string) => `token=${kept}~`)
    for (const method of ['GET', 'POST']) {
      const refused = await fetch(changed, { method })
      const page = await refused.text()
      expect([refused.status, page.includes(shop.name)]).toEqual([400, false])
    }
    // As a mail program does it (RFC 8058): from anywhere, without a session.
    const post = () =>
      fetch(link, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    for (const each of [1, 2]) {
      const stopped = await post()
      expect([each, stopped.status]).toEqual([each, 200])
      expect(stopped.headers.get('set-cookie')).toBeNull()
    }
    expect((await rowsOf())[0]?.unsubscribed_at).not.toBeNull()
    expect((await count(user, job)).body.sentences).toEqual([
      'You can invite 0 customers.',
      '1 wants no such email from you.',
    ])
    // After the term nothing is left of the invitation but that they said no.
    app.clock.move(3 * 365 * 86_400)
    await sweepJobInvitations(app.deps)
    await sweepFiles(app.deps)
    app.clock.reset()
    const { rows } = await app.deps.db.pool.query<object>(
      `select shop, job_post_id, invited_at from job_invitations where organization_id = $1`,
      [job.organization_id],
    )
    expect(rows).toEqual([{ shop: null, job_post_id: null, invited_at: null }])
    expect(await mailed(email)).toBe(0)
    expect((await post()).status).toBe(200)
  })

  // shows: 2-121
  test('goes on where a busy store stopped it, and invites nobody twice', async () => {
    const people = Array.from({ length: 260 }, (_, place) => ({
      email: `p${place}-${shop.handle}@mail.example`,
    }))
    const { user, job } = await withSegment(people)
    const pages = (...kinds: ('passes' | '503' | 'throttled')[]) =>
      kinds.map((kind) => ({ at: 'graphql' as const, kind, of: 'SegmentMembers' }))
    // The first page, then nothing for as often as one attempt asks.
    shop.faults.push(...pages('passes', '503', '503', '503'))
    const { body } = await begin(user, job)
    await workDue(app.deps, 'invite-customers')
    const readRun = async () => (await user.call<Run>(`${at}/${body.id}`)).body
    expect(await readRun()).toMatchObject({
      status: 'running',
      sentences: ['Inviting customers: 250 of 260 checked.'],
    })
    // Pressed again it is the same act.
    expect((await begin(user, job)).body.id).toBe(body.id)
    await makeTasksDue(app.deps, 'invite-customers')
    await workDue(app.deps, 'invite-customers')
    expect(await readRun()).toMatchObject({
      status: 'finished',
      sentences: ['260 customers were invited.'],
    })
    const { rows } = await app.deps.db.pool.query<{ mails: number; people: number }>(
      `select count(*)::int as mails, count(distinct recipient)::int as people
       from mail_outbox where organization_id = $1 and kind = 'job-invitation'`,
      [job.organization_id],
    )
    expect(rows).toEqual([{ mails: 260, people: 260 }])
  })

  test('says in a sentence why it cannot be done', async () => {
    const { user, job } = await withSegment([{ email: `why-${shop.handle}@mail.example` }])
    const refusalOf = async (answer: Promise<{ status: number; body: Refused }>) => {
      const { status, body } = await answer
      return [status, body.error.message]
    }
    const gone = 'gid://shopify/Segment/999'
    const noSegment = [404, 'This segment is no longer in the store.']
    expect(await refusalOf(count(user, job, gone))).toEqual(noSegment)
    expect(await refusalOf(begin(user, job, gone))).toEqual(noSegment)
    expect((await count(user, job, 'gid://shopify/Customer/1')).status).toBe(400)
    expect((await count(user, { id: 'x' })).status).toBe(400)
    for (const level of ['none', 'level-1', 'plan'] as const) {
      shop.customer_data = level
      expect(await refusalOf(count(user, job))).toEqual([
        409,
        'The store does not share customer data with this app.',
      ])
    }
    // Taken away while the task waits.
    shop.customer_data = 'all'
    const { body: run } = await begin(user, job)
    shop.customer_data = 'level-1'
    await workDue(app.deps, 'invite-customers')
    expect((await user.call<Run>(`${at}/${run.id}`)).body).toEqual({
      id: run.id,
      status: 'failed',
      sentences: [
        'The store does not share customer data with this app.',
        '0 customers were invited.',
      ],
    })
    shop.customer_data = 'all'
    shop.install!.scopes = shop.install!.scopes.filter((one) => one !== 'read_customers')
    const [status, sentence] = await refusalOf(count(user, job))
    expect([status, sentence]).toEqual([
      409,
      expect.stringContaining('has not given Storehand permission'),
    ])
    shop.install?.scopes.push('read_customers')
    shop.segments?.push({ id: '402', name: 'Nobody', customer_ids: [] })
    expect((await count(user, job, 'gid://shopify/Segment/402')).body).toEqual({
      invitable: 0,
      sentences: ['There are no customers in this segment.'],
    })
    await user.call(`/api/jobs/${job.id}`, {
      method: 'PATCH',
      body: { is_active: false, revision: job.revision },
    })
    const closed = [409, 'This job is no longer open. Please choose another one.']
    expect(await refusalOf(count(user, job))).toEqual(closed)
    expect(await refusalOf(begin(user, job))).toEqual(closed)
    const none = await user.call<{ jobs: object[] }>(`${at}?segment=${SEGMENT}`)
    expect(none.body).toEqual({ jobs: [] })
  })

  test('is for staff of the shop alone, and for jobs and acts of their organization', async () => {
    const { user, job } = await withSegment([{ email: `mine-${shop.handle}@mail.example` }])
    const { body: run } = await begin(user, job)
    const elsewhere = staffedShop()
    const stranger = await firstUser(elsewhere)
    elsewhere.segments = [{ id: '401', name: 'Theirs' }]
    elsewhere.install?.scopes.push('read_customers')
    expect((await count(stranger, job)).status).toBe(404)
    expect((await begin(stranger, job)).status).toBe(404)
    expect(await statusOf(stranger, `${at}/${run.id}`)).toBe(404)
    const sol = adminUser(shop, STAFF)
    expect((await begin(sol, job)).status).toBe(401)
    await sol.call('/api/store/person', { body: {} })
    expect((await begin(sol, job)).status).toBe(403)
    // A cookie names no shop.
    const owner = await app.owner()
    expect(await statusOf(owner, `${at}?segment=${SEGMENT}`)).toBe(401)
    // Asked by the dialog's own origin, which has to be let send a body.
    const asked = await app.visitor().fetch(at, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://extensions.shopifycdn.com',
        'access-control-request-method': 'POST',
      },
    })
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type',
    ])
  })

  test('several shops together write to one address so often a day; the rest waits, and no shop is told', async () => {
    const email = `flooded-${shop.handle}@mail.example`
    for (let shops = 1; shops <= 4; shops += 1) {
      if (shops > 1) shop = staffedShop()
      const { user, job } = await withSegment([{ email }])
      expect((await invite(user, job)).sentences).toEqual(['1 customer was invited.'])
      const arrived = async () => {
        await workDue(app.deps, 'send-mail')
        return mailed(email)
      }
      await expect.poll(arrived).toBe(Math.min(shops, 3))
    }
    await forgetUses(app.deps.db, invitedAddressUses(email))
    await makeTasksDue(app.deps, 'send-mail')
    await workDue(app.deps, 'send-mail')
    expect(await mailed(email)).toBe(4)
  })

  test('can be begun so often a day', async () => {
    const { user, job } = await withSegment([{ email: `often-${shop.handle}@mail.example` }])
    for (let times = 0; times < 20; times += 1) expect((await begin(user, job)).status).toBe(202)
    const refused = await begin(user, job)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'jobInvitation.limit'])
  })

  test('is in the copy of who asks for their data, and forgotten with the customer and with the shop', async () => {
    const names = ['maya', 'leo', 'stop'].map((name) => `${name}-${shop.handle}@mail.example`)
    const [maya, leo, stop] = names
    const { user, job } = await withSegment(names.map((email) => ({ email })))
    await invite(user, job)
    const links = await Promise.all(
      [maya, stop].map(async (email) => {
        const { text } = await app.mailTo(email!)
        return /http\S+\/api\/unsubscribe\S+/.exec(text)?.[0] ?? ''
      }),
    )
    for (const link of links) await fetch(link, { method: 'POST' })
    const sendWebhook = async (topic: string, payload?: object) => {
      await setStandinFault(stand, shop, 'webhooks', { topic, ...(payload && { payload }) })
      await workStores(app.deps)
    }
    const left = async () => {
      const { rows } = await app.deps.db.pool.query<{ shop: string | null; isOver: boolean }>(
        `select shop, unsubscribed_at is not null as "isOver" from job_invitations
         where organization_id = $1 order by 2, 1`,
        [job.organization_id],
      )
      return rows
    }
    await sendWebhook('customers/data_request', { customer: { email: leo } })
    const { body } = await user.call<Register>('/api/rights/requests')
    const zip = await user.fetch(`/api/rights/requests/${body.requests[0]?.id}/copy.zip`)
    const files = await unzip(Buffer.from(await zip.arrayBuffer()))
    expect(JSON.parse(String(files.get('personal-data.json')))).toMatchObject({
      held: { invitations: [{ job_title: 'Mechanic', unsubscribed_at: null }] },
    })
    const theirs = { shop: shop.domain, isOver: true }
    expect(await left()).toEqual([{ ...theirs, isOver: false }, theirs, theirs])
    await sendWebhook('customers/redact', { customer: { email: maya?.toUpperCase() } })
    expect(await left()).toEqual([{ ...theirs, isOver: false }, theirs])
    // The organization stays where another shop has it too.
    const { body: frame } = await user.call<{ session: Member }>('/api/frame')
    await connectTestStore(app, frame.session, staffedShop())
    await setStandinFault(stand, shop, 'uninstall')
    await sendWebhook('shop/redact')
    // What was said to the organization holds, also for another shop of it.
    await expect.poll(left).toEqual([{ shop: null, isOver: true }])
    const addresses = await Promise.all(names.map(mailed))
    expect(addresses).toEqual([0, 0, 0])
  })
})
