// The job post of each imported product, and the product's content at the last import.
import type { ImportedJob } from '#domain/jobs/imported-jobs.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export type ImportedProduct = {
  product_id: string
  /** Null: the job was deleted here. */
  job_post_id: string | null
  imported: ImportedJob
  /** The job as it is now. */
  current: ImportedJob | null
}

/** All of a shop. The jobs are locked, so that a concurrent edit waits for the import or the import for it. */
export async function listImportedProducts(
  tx: Tx,
  organizationId: OrganizationId,
  shop: string,
): Promise<ImportedProduct[]> {
  const rows = await tx
    .selectFrom('imported_products')
    .select(['product_id', 'job_post_id', 'imported'])
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .execute()
  const ids = rows.flatMap(({ job_post_id }) => job_post_id ?? [])
  const jobs = ids.length === 0 ? [] : await listCurrent(tx, organizationId, ids)
  return rows.map((row) => ({
    ...row,
    current: jobs.find(({ id }) => id === row.job_post_id) ?? null,
  }))
}

function listCurrent(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<(ImportedJob & Pick<JobPost, 'id'>)[]> {
  return tx
    .selectFrom('job_posts')
    .select([
      'id',
      'title',
      'description',
      'requirements',
      'location',
      'employment_type',
      'experience_level',
      'is_active',
    ])
    .where(inOrganization(organizationId))
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function upsertImportedProduct(
  tx: Tx,
  organizationId: OrganizationId,
  product: {
    product_id: string
    shop: string
    job_post_id: string | null
    imported: ImportedJob
  },
): Promise<void> {
  const values = { ...product, imported: JSON.stringify(product.imported) }
  await tx
    .insertInto('imported_products')
    .values({ ...values, organization_id: organizationId })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'product_id']).doUpdateSet(values),
    )
    .execute()
}
