// The progress of a new organization: derived from its data, and from what its owners marked as done.
import { sql } from 'kysely'
import type { ChecklistFacts, SkippableStep } from '#domain/organizations/checklist.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Each answer is the first row of an index. */
export async function findChecklistFacts(
  db: Queries,
  organizationId: OrganizationId,
): Promise<ChecklistFacts> {
  const mine = (column: string) => inOrganization(organizationId, column)
  return db
    .selectFrom('organizations')
    .select([
      sql<boolean>`exists (select from job_posts where ${mine('job_posts.organization_id')})`.as(
        'has_job',
      ),
      'widget_seen_on',
      sql<boolean>`exists (
        select from store_sessions
        where ${mine('store_sessions.organization_id')} and uninstalled_at is null
      )`.as('has_store'),
      // One that waits for the theme's block shows nothing yet: the block itself is known in the store's admin alone.
      sql<boolean>`exists (
        select from store_pages where ${mine('store_pages.organization_id')} and not has_block
      )`.as('has_page'),
      sql<boolean>`exists (
        select from organization_invitations
        where ${mine('organization_invitations.organization_id')} and withdrawn_at is null
      ) or (select count(*) from profiles where ${mine('profiles.organization_id')} and is_approved) > 1`.as(
        'has_colleague',
      ),
      sql<boolean>`exists (select from applicants where ${mine('applicants.organization_id')})`.as(
        'has_application',
      ),
      'checklist_skipped as skipped',
      sql<boolean>`checklist_closed_at is not null`.as('is_closed'),
    ])
    .where(inOrganization(organizationId, 'organizations.id'))
    .executeTakeFirstOrThrow()
}

export async function updateStepSkipped(
  db: Queries,
  organizationId: OrganizationId,
  step: SkippableStep,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set({
      checklist_skipped: sql<
        string[]
      >`array_append(array_remove(checklist_skipped, ${step}::text), ${step}::text)`,
    })
    .where(inOrganization(organizationId, 'id'))
    .execute()
}

export async function updateChecklistClosed(
  db: Queries,
  organizationId: OrganizationId,
  now: Date,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ checklist_closed_at: now.toISOString() })
    .where(inOrganization(organizationId, 'id'))
    .execute()
}

/** Keeps the first time; false when it was already seen. */
export async function updateWidgetSeen(
  tx: Tx,
  organizationId: OrganizationId,
  host: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('organizations')
    .set({ widget_seen_at: now.toISOString(), widget_seen_on: host })
    .where(inOrganization(organizationId, 'id'))
    .where('widget_seen_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
