// Organizations and the addresses that are theirs.
import { sql } from 'kysely'
import type { Organization } from '#domain/organizations.ts'
import type { Queries } from './database.ts'

/** The slug gets a number where another organization has it already. */
export function insertOrganization(
  db: Queries,
  values: { name: string; slug: string },
): Promise<Organization> {
  return db
    .insertInto('organizations')
    .values((eb) => ({
      name: values.name,
      slug: eb
        .case()
        .when(
          eb.not(
            eb.exists(eb.selectFrom('organizations').select('id').where('slug', '=', values.slug)),
          ),
        )
        .then(values.slug)
        .else(sql<string>`${values.slug} || '-' || substr(gen_random_uuid()::text, 1, 6)`)
        .end(),
    }))
    .returning(['id', 'name', 'slug', 'created_at'])
    .executeTakeFirstOrThrow()
}

export function findOrganization(db: Queries, id: string): Promise<Organization | undefined> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** By the word in its public addresses, or by its id. */
export function findOrganizationByWord(
  db: Queries,
  word: string,
): Promise<Organization | undefined> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'created_at'])
    .where((eb) => eb.or([eb('slug', '=', word), eb(sql`id::text`, '=', word.toLowerCase())]))
    .executeTakeFirst()
}

/** The organization a store is connected to. */
export function findOrganizationByShop(
  db: Queries,
  shop: string,
): Promise<Organization | undefined> {
  return db
    .selectFrom('organizations')
    .innerJoin('store_sessions', 'store_sessions.organization_id', 'organizations.id')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.slug',
      'organizations.created_at',
    ])
    .where('store_sessions.shop', '=', shop.toLowerCase())
    .executeTakeFirst()
}

/** Host names that visitors of this organization may be sent back to. */
export async function listStoreHosts(db: Queries, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('store_sessions')
    .select('shop as host')
    .where('organization_id', '=', organizationId)
    .unionAll(
      db
        .selectFrom('store_domains')
        .select('domain as host')
        .where('organization_id', '=', organizationId),
    )
    .execute()
  return rows.map((row) => row.host)
}
