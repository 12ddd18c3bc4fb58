// Creating an organization: who becomes its owner, and what is refused.
import { describe, expect, test } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import { openApp, type Visitor } from '#test/app.ts'

const app = await openApp()

const create = (visitor: Visitor, name: unknown) =>
  visitor.call<Organization & { error: { message: string } }>('/api/organizations', {
    body: { name },
  })

describe('works', () => {
  // shows: 3-3, 3-4, 4-19, 6-6, 7-37
  test('and makes its creator the approved owner at once', async () => {
    const person = await app.person()
    const { status, body } = await create(person, '  Café Ünïk & Söhne  ')
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Café Ünïk & Söhne', slug: 'cafe-unik-sohne' })
    const { body: session } = await person.call<SessionView>('/api/session')
    expect(session).toMatchObject({
      profile: {
        organization_id: body.id,
        role: 'organization_owner',
        is_approved: true,
        approved_by: person.userId,
        approved_at: expect.any(String),
      },
      organization: { id: body.id, name: 'Café Ünïk & Söhne' },
    })
  })

  test('for the same name twice, with two public addresses', async () => {
    const [one, two] = [await app.owner('Twin Shop'), await app.owner('Twin Shop')]
    expect(one.organization.slug).toBe('twin-shop')
    expect(two.organization.slug).toMatch(/^twin-shop-[\da-f]{6}$/)
    await app.job(one, { title: 'Only Here' })
    const page = await app.visitor().fetch(`/embed?org=${two.organization.slug}`)
    expect(await page.text()).not.toContain('Only Here')
  })

  test('for the same name at the same moment', async () => {
    const other = await app.deps.db.pool.connect()
    await other.query(`begin; insert into organizations (name, slug) values ('Race', 'race')`)
    const creating = create(await app.person(), 'Race')
    const waits = async () => {
      const { rowCount } = await app.deps.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    }
    await expect.poll(waits).toBe(1)
    await other.query('commit')
    other.release()
    const { status, body } = await creating
    expect(status).toBe(201)
    expect(body.slug).toMatch(/^race-/)
  })

  test('for a name without letters', async () => {
    expect((await app.owner('🍵 !!!')).organization.slug).toMatch(/^shop(-|$)/)
  })
})

describe('refuses', () => {
  // shows: 5-18, choice-5
  test.each([
    ['', 'Enter a name for the organization.'],
    [' \t\n ', 'Enter a name for the organization.'],
    [undefined, 'Enter a name for the organization.'],
    ['x'.repeat(121), 'Name can have at most 120 characters.'],
  ])('the name %j', async (name, message) => {
    const { status, body } = await create(await app.person(), name)
    expect([status, body.error.message]).toEqual([400, message])
  })

  // shows: 4-19
  test('a second organization, also at the same moment', async () => {
    const owner = await app.owner()
    const again = await create(owner, 'Second Shop')
    expect(again.status).toBe(409)
    expect(again.body.error.message).toBe('You already belong to an organization.')
    const person = await app.person()
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => create(person, `Clicked ${name}`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    const { rows } = await app.deps.db.pool.query(
      `select name from organizations where name like 'Clicked%'`,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('keeps out', () => {
  test('visitors, and people who wait for another organization', async () => {
    expect((await create(app.visitor(), 'Shop')).status).toBe(401)
    const owner = await app.owner()
    const pending = await app.staff(owner)
    await app.deps.db.pool.query('update profiles set is_approved = false where id = $1', [
      pending.userId,
    ])
    expect((await create(pending, 'Shop')).status).toBe(409)
  })

  // shows: 7-37
  test('whoever names a role or an organization to be in', async () => {
    const owner = await app.owner()
    const person = await app.person()
    const { body } = await person.call<Organization>('/api/organizations', {
      body: { name: 'Mine', id: owner.organization.id, slug: owner.organization.slug },
    })
    expect(body.id).not.toBe(owner.organization.id)
    expect(body.slug).toBe('mine')
  })
})
