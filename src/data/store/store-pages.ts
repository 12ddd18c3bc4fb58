// Pages that were written into a store, and the job each is linked to.
import { sql } from 'kysely'
import type { PageKept, PageKind } from '#domain/store/store-pages.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export type StoredPage = {
  id: string
  title: string
  handle: string
  content: string
  created_at: string
  updated_at: string
  kind: PageKind
  kept: PageKept
  has_frame: boolean
  has_block: boolean
  written_digest: string
  job_post_id: string | null
  job_title: string | null
  job_is_active: boolean | null
}

const pages = (db: Queries, organizationId: OrganizationId, shop: string) =>
  db
    .selectFrom('store_pages')
    .leftJoin('job_posts', 'job_posts.id', 'store_pages.job_post_id')
    .select([
      'store_pages.id',
      'store_pages.title',
      'store_pages.handle',
      'store_pages.content',
      'store_pages.created_at',
      'store_pages.updated_at',
      'store_pages.kind',
      'store_pages.kept',
      'store_pages.has_frame',
      'store_pages.has_block',
      'store_pages.written_digest',
      'store_pages.job_post_id',
      'job_posts.title as job_title',
      'job_posts.is_active as job_is_active',
    ])
    .where(inOrganization(organizationId, 'store_pages.organization_id'))
    .where('store_pages.shop', '=', shop)

/** The page of all jobs first, then in the order of creation. */
export function listStorePages(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
): Promise<StoredPage[]> {
  return pages(db, organizationId, shop)
    .orderBy(sql`store_pages.kind = 'careers'`, 'desc')
    .orderBy('store_pages.created_at', 'desc')
    .orderBy('store_pages.id')
    .execute()
}

/** Jobs that are not open and still have a page in the most recently connected store. */
export async function countInactiveLinked(
  db: Queries,
  organizationId: OrganizationId,
): Promise<number> {
  const { count } = await db
    .selectFrom('store_pages')
    .innerJoin('job_posts', 'job_posts.id', 'store_pages.job_post_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inOrganization(organizationId, 'store_pages.organization_id'))
    .where('store_pages.shop', '=', (eb) =>
      eb
        .selectFrom('store_sessions')
        .select('store_sessions.shop')
        .where(inOrganization(organizationId, 'store_sessions.organization_id'))
        .where('uninstalled_at', 'is', null)
        .orderBy('connected_at', 'desc')
        .orderBy('store_sessions.shop')
        .limit(1),
    )
    .where('job_posts.is_active', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

export async function countStorePages(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('store_pages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .executeTakeFirstOrThrow()
  return count
}

/** The pages of all its stores that show this organization's jobs. */
export async function countAllStorePages(
  db: Queries,
  organizationId: OrganizationId,
): Promise<number> {
  const { count } = await db
    .selectFrom('store_pages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inOrganization(organizationId))
    .executeTakeFirstOrThrow()
  return count
}

export function findStorePage(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
  id: string,
): Promise<StoredPage | undefined> {
  return pages(db, organizationId, shop).where('store_pages.id', '=', id).executeTakeFirst()
}

export type WrittenPage = {
  id: string
  shop: string
  title: string
  handle: string
  content: string
  kind: PageKind
  kept: PageKept
  has_frame: boolean
  has_block: boolean
  written_digest: string
  job_post_id: string | null
  created_at: string
  updated_at: string
}

/** Stores the page as the store returned it. Found by its id; for the page of a job or of all jobs, also by that. */
export async function upsertStorePage(
  db: Queries,
  organizationId: OrganizationId,
  page: WrittenPage,
): Promise<void> {
  const { kind, shop } = page
  const job_post_id =
    page.job_post_id && (await findJobToLink(db, organizationId, page.job_post_id))
  // The page that it replaces was deleted in the store.
  if (kind !== 'custom') {
    let former = db
      .deleteFrom('store_pages')
      .where(inOrganization(organizationId))
      .where('shop', '=', shop)
      .where('kind', '=', kind)
      .where('id', '!=', page.id)
    if (kind === 'job') former = former.where('job_post_id', 'is not distinct from', job_post_id)
    await former.execute()
  }
  await db
    .insertInto('store_pages')
    .values({ ...page, job_post_id, organization_id: organizationId })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'id']).doUpdateSet({ ...page, job_post_id }),
    )
    .execute()
}

/** Null when the job was deleted while its page was being written: such a page is deleted from the store next. */
async function findJobToLink(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<string | null> {
  const job = await db
    .selectFrom('job_posts')
    .select('id')
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return job?.id ?? null
}

export async function deleteStorePages(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const gone = await db
    .deleteFrom('store_pages')
    .where(inOrganization(organizationId))
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  return gone.length
}

/** Updates known pages with the store's data. */
export async function updateReadStorePage(
  db: Queries,
  organizationId: OrganizationId,
  page: Pick<WrittenPage, 'id' | 'title' | 'handle' | 'kept' | 'updated_at'>,
): Promise<void> {
  const { id, ...values } = page
  await db
    .updateTable('store_pages')
    .set(values)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

/** A page that the shop created itself. */
export type OtherPage = {
  id: string
  title: string
  handle: string
  created_at: string
  updated_at: string
}

/** By title, without those that are ours by now. */
export function listOtherPages(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
  most: number,
): Promise<OtherPage[]> {
  return db
    .selectFrom('other_store_pages as other')
    .select(['id', 'title', 'handle', 'created_at', 'updated_at'])
    .where(inOrganization(organizationId, 'other.organization_id'))
    .where('shop', '=', shop)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('store_pages')
            .select('store_pages.id')
            .where(inOrganization(organizationId, 'store_pages.organization_id'))
            .whereRef('store_pages.id', '=', 'other.id'),
        ),
      ),
    )
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function isOtherPage(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
  id: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('other_store_pages')
    .select('id')
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** Replaces the previous list. Two concurrent runs have read the same store. */
export async function updateOtherPages(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
  others: readonly OtherPage[],
): Promise<void> {
  await db.deleteFrom('other_store_pages').where(inOrganization(organizationId)).execute()
  if (others.length === 0) return
  await db
    .insertInto('other_store_pages')
    .values(others.map((page) => ({ ...page, shop, organization_id: organizationId })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .execute()
}

/** The pages stay in the shop and change their organization: what they showed of the former one goes when they are written again. */
export async function updatePagesOwner(
  db: Queries,
  shop: string,
  { from, to }: { from: OrganizationId; to: OrganizationId },
): Promise<void> {
  await db
    .updateTable('store_pages')
    .set({ organization_id: to, job_post_id: null })
    .where(inOrganization(from))
    .where('shop', '=', shop)
    .execute()
}
