// Organizations in the database: their slugs and hosts.
import { describe, expect, test } from 'vitest'
import { slugOf } from '#domain/organizations/organizations.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { insertPerson, insertShop } from '#test/rows.ts'
import { findActor } from '../accounts/actors.ts'
import { findProfile, updateProfileToOwner } from '../accounts/profiles.ts'
import { insertAuditEvent } from '../audit/audit.ts'
import {
  findOrganizationByShop,
  findOrganizationByWord,
  insertOrganization,
  listStoreHosts,
} from './organizations.ts'

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)
  const shop = await insertShop(db.queries)

  test('shops of one name that are created at once all get a word of their own', async () => {
    // Every connection is open before they race.
    await Promise.all(Array.from({ length: 5 }, () => db.pool.query('select pg_sleep(0.05)')))
    const made = await Promise.all(
      Array.from({ length: 12 }, () =>
        db.transaction((tx) => insertOrganization(tx, { name: 'Twin', slug: 'twin' })),
      ),
    )
    const slugs = made.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(12)
    expect(slugs.filter((slug) => slug === 'twin')).toHaveLength(1)
    for (const slug of slugs) expect(slug).toMatch(/^twin(-[0-9a-f]{6})?$/)
  })

  // shows: 7-38
  test('a shop is found by its word and by its id, and nobody can take its id as a word', async () => {
    const { id, slug } = shop.organization
    const impostor = await insertOrganization(db.queries, { name: id, slug: slugOf(id) })
    // An edit moves the row behind the impostor's, where an unordered search comes later.
    await db.pool.query('update organizations set name = name where id = $1', [id])
    for (const word of [slug, id, id.toUpperCase()]) {
      expect(await findOrganizationByWord(db.queries, word), word).toEqual(shop.organization)
    }
    expect(await findOrganizationByWord(db.queries, impostor.id)).toEqual(impostor)
    expect(await findOrganizationByWord(db.queries, `'; drop table users; --`)).toBeUndefined()
  })

  test('a store leads to its organization, and its hosts are listed', async () => {
    const { id } = shop.organization
    await db.queries
      .insertInto('store_sessions')
      .values({ shop: 'tea.myshopify.com', organization_id: id, access_token_sealed: null })
      .execute()
    await db.queries
      .insertInto('store_domains')
      .values({ domain: 'tea.example', organization_id: id })
      .execute()
    expect(await findOrganizationByShop(db.queries, 'Tea.MyShopify.com')).toEqual(shop.organization)
    expect(await findOrganizationByShop(db.queries, 'other.myshopify.com')).toBeUndefined()
    expect((await listStoreHosts(db.queries, id)).toSorted()).toEqual([
      'tea.example',
      'tea.myshopify.com',
    ])
  })

  // shows: 7-32
  test('a person becomes owner of one organization, and counts by a live session', async () => {
    const person = await insertPerson(db.queries, 'ana@staff.example', null)
    const become = () => updateProfileToOwner(db.queries, shop.organization.id, person)
    const results = await Promise.all([become(), become(), become()])
    expect(results.filter(Boolean)).toEqual([{ id: person }])
    expect(await findProfile(db.queries, person)).toMatchObject({
      role: 'organization_owner',
      is_approved: true,
      approved_by: person,
      approved_at: expect.stringMatching(/Z$/),
    })
    for (const [token, expires] of [
      ['live', Date.now() + 60_000],
      ['over', Date.now() - 1],
    ] as const) {
      await db.pool.query(
        'insert into sessions (token, user_id, expires_at, updated_at) values ($1, $2, $3, now())',
        [token, person, new Date(expires)],
      )
    }
    expect(await findActor(db.queries, 'live')).toMatchObject({
      user_id: person,
      organization_id: shop.organization.id,
      is_approved: true,
    })
    expect(await findActor(db.queries, 'over')).toBeUndefined()
    expect(await findActor(db.queries, '')).toBeUndefined()
  })

  test('the trail outlives its organization, without its id', async () => {
    const gone = await insertShop(db.queries, 'Gone')
    await insertAuditEvent(db.queries, gone.organization.id, {
      actor_id: null,
      action: 'organization.deleted',
      resource_type: 'organization',
      resource_id: gone.organization.id,
    })
    await insertPerson(db.queries, 'bo@staff.example', gone.organization.id)
    await db.pool.query('delete from organizations where id = $1', [gone.organization.id])
    const { rows } = await db.pool.query(
      `select organization_id, resource_id from audit_events where action = 'organization.deleted'`,
    )
    expect(rows).toEqual([{ organization_id: null, resource_id: gone.organization.id }])
  })
})
