// The peak of an organization's requests in one minute, recorded near its limit or at it.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { PEAK_HOURS, type LimitUse } from '#domain/organizations/organization-limits.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

const isRecent = sql<boolean>`limit_peaks.seen_at > now() - make_interval(hours => ${sql.lit(PEAK_HOURS)})`

export async function upsertLimitPeak(
  db: Queries,
  organizationId: OrganizationId,
  peak: LimitUse,
): Promise<void> {
  await db
    .insertInto('limit_peaks')
    .values({ ...peak, organization_id: organizationId })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'about']).doUpdateSet({
        used: sql<number>`case when ${isRecent} then greatest(limit_peaks.used, excluded.used) else excluded.used end`,
        most: sql<number>`excluded.most`,
        seen_at: sql<string>`now()`,
      }),
    )
    .execute()
}

/** Of the last hours. */
export function listLimitPeaks(db: Queries, organizationId: OrganizationId): Promise<LimitUse[]> {
  return db
    .selectFrom('limit_peaks')
    .select(['about', 'used', 'most'])
    .where(inOrganization(organizationId))
    .where(isRecent)
    .execute()
}
