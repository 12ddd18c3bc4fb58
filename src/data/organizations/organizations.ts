// Organizations, their slugs and domains.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { brandOf, type Brand, type BrandFields } from '#domain/organizations/brand.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { ProfileFields } from '#domain/organizations/profile.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { profileColumns } from './profiles.ts'

const columns = [
  'organizations.id',
  'organizations.name',
  'organizations.slug',
  'organizations.created_at',
  'organizations.accent',
  'organizations.logo_name',
  'organizations.logo_width',
  'organizations.logo_height',
  'organizations.language',
] as const

/** The slug gets a suffix when another organization has it, even one created at the same time. */
export type NewOrganization = {
  name: string
  slug: string
  /** Where it was made: in the admin of this shop. */
  made_in_shop?: string
}

export async function insertOrganization(
  db: Queries,
  values: NewOrganization,
): Promise<Organization> {
  const insert = (slug: string) =>
    db
      .insertInto('organizations')
      .values({ ...values, slug })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(columns)
      .executeTakeFirst()
  for (let slug = values.slug; ; slug = `${values.slug}-${randomBytes(3).toString('hex')}`) {
    const organization = await insert(slug)
    if (organization) return organization
  }
}

/** Whether the organization was made in the admin of this shop. */
export async function isMadeInShop(
  db: Queries,
  id: OrganizationId,
  shop: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .where('made_in_shop', '=', shop)
    .executeTakeFirst()
  return row !== undefined
}

export function findOrganization(
  db: Queries,
  id: OrganizationId,
): Promise<Organization | undefined> {
  return db.selectFrom('organizations').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Its time zone; null: UTC. */
export async function findTimeZone(
  db: Queries,
  organizationId: OrganizationId,
): Promise<string | null> {
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where(inOrganization(organizationId, 'id'))
    .executeTakeFirstOrThrow()
  return time_zone
}

/** Changes the shop's name and appearance; the slug in its addresses stays. */
export async function updateBrand(
  db: Queries,
  organizationId: OrganizationId,
  values: Partial<BrandFields & Pick<Organization, 'language'>>,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set(values)
    .where(inOrganization(organizationId, 'id'))
    .execute()
}

/** Locked until the transaction ends. */
export function findOrganizationLocked(
  tx: Tx,
  organizationId: OrganizationId,
): Promise<Organization | undefined> {
  return tx
    .selectFrom('organizations')
    .select(columns)
    .where(inOrganization(organizationId, 'id'))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Its appearance; null when it was deleted, and without an organization. */
export async function findBrand(
  db: Queries,
  organizationId: OrganizationId | null,
): Promise<Brand | null> {
  const organization =
    organizationId === null ? undefined : await findOrganization(db, organizationId)
  return organization ? brandOf(organization) : null
}

/** Whether an organization uses this file. */
export async function isPicture(db: Queries, name: string): Promise<boolean> {
  return (await listPictureNames(db, [name])).length > 0
}

const portraitWith = (name: string) => JSON.stringify([{ picture: { name } }])

/** The names that an organization uses: for its logo, on its careers page, or for shared links. */
export async function listPictureNames(db: Queries, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('organizations')
    .select((eb) => eb.ref('logo_name').$notNull().as('name'))
    .where('logo_name', 'in', names)
    .unionAll(
      db
        .selectFrom('organizations')
        .select((eb) => eb.ref('picture_name').$notNull().as('name'))
        .where('picture_name', 'in', names),
    )
    .unionAll(
      db
        .selectFrom('organizations')
        .select((eb) => eb.ref('cover_name').$notNull().as('name'))
        .where('cover_name', 'in', names),
    )
    .unionAll(
      db
        .selectFrom('organizations')
        .select(sql<string>`jsonb_path_query(portraits, '$[*].picture.name') #>> '{}'`.as('name'))
        // By the index, one look-up for each name.
        .where(sql<boolean>`portraits @> any (${names.map(portraitWith)}::text[]::jsonb[])`),
    )
    .execute()
  return rows.map(({ name }) => name)
}

/** By its id or its slug; the id wins, because another organization's slug can be made to look like it. */
const organizationByWord = (db: Queries, word: string) =>
  db
    .selectFrom('organizations')
    .select(columns)
    .where((eb) => eb.or([eb('slug', '=', word), eb(sql`id::text`, '=', word.toLowerCase())]))
    .orderBy(sql`id::text = ${word.toLowerCase()}`, 'desc')

export const findOrganizationByWord = (
  db: Queries,
  word: string,
): Promise<Organization | undefined> => organizationByWord(db, word).executeTakeFirst()

export type PublicShop = Organization & ProfileFields & { feeds_off: string[] }

/** The same with everything that its public pages show of it. */
export const findPublicShop = (db: Queries, word: string): Promise<PublicShop | undefined> =>
  organizationByWord(db, word)
    .select([...profileColumns, 'feeds_off'])
    .executeTakeFirst()

/** The organization a store is connected to. */
export function findOrganizationByShop(
  db: Queries,
  shop: string,
): Promise<Organization | undefined> {
  return (
    db
      .selectFrom('organizations')
      .innerJoin('store_sessions', 'store_sessions.organization_id', 'organizations.id')
      .select(columns)
      .where('store_sessions.shop', '=', shop.toLowerCase())
      // A shop that removed the app shows no jobs any more: a page of ours that stayed there is empty.
      .where('store_sessions.uninstalled_at', 'is', null)
      .executeTakeFirst()
  )
}

/** The organization that owns a site: its store under either name, or its own domain. */
export function findOrganizationByHost(
  db: Queries,
  host: string,
): Promise<Organization | undefined> {
  return db
    .selectFrom('organizations')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          eb
            .selectFrom('store_sessions')
            .select('organization_id')
            .where('uninstalled_at', 'is', null)
            .where((store) =>
              store.or([store('shop', '=', host), store('primary_domain', '=', host)]),
            ),
        ),
        eb(
          'id',
          'in',
          eb.selectFrom('store_domains').select('organization_id').where('domain', '=', host),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** The organization of a verification or grant, even an expired one: only shows where its holder came from, and gives no rights. */
export function findOrganizationByProof(
  db: Queries,
  tokenHash: Buffer,
): Promise<Organization | undefined> {
  return db
    .selectFrom('email_verifications as verification')
    .innerJoin('organizations', 'organizations.id', 'verification.organization_id')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb('verification.token_hash', '=', tokenHash),
        eb(
          'verification.id',
          '=',
          eb
            .selectFrom('application_grants')
            .select('verification_id')
            .where('token_hash', '=', tokenHash),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** The organization of a job post, open or closed. */
export function findOrganizationByJob(
  db: Queries,
  jobId: string,
): Promise<Organization | undefined> {
  return db
    .selectFrom('job_posts')
    .innerJoin('organizations', 'organizations.id', 'job_posts.organization_id')
    .select(columns)
    .where('job_posts.id', '=', jobId)
    .executeTakeFirst()
}

/** Host names that visitors of this organization may be sent back to. */
export async function listStoreHosts(
  db: Queries,
  organizationId: OrganizationId,
): Promise<string[]> {
  const rows = await db
    .selectFrom('store_sessions')
    .select('shop as host')
    .where('organization_id', '=', organizationId)
    .unionAll(
      db
        .selectFrom('store_sessions')
        .select((eb) => eb.ref('primary_domain').$notNull().as('host'))
        .where('organization_id', '=', organizationId)
        .where('primary_domain', 'is not', null),
    )
    .unionAll(
      db
        .selectFrom('store_domains')
        .select('domain as host')
        .where('organization_id', '=', organizationId),
    )
    .execute()
  return [...new Set(rows.map((row) => row.host))]
}
