// Runs that invite the customers of a segment to apply, and their progress.
import { sql } from 'kysely'
import type { TextCode } from '#domain/texts/text.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { RunCounts, RunStatus } from '#domain/store/job-invitations.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { upsertTasks } from '../tasks/tasks.ts'

export type StoredRun = RunCounts & {
  id: string
  shop: string
  segment_id: string
  job_post_id: string
  begun_by: string | null
  status: RunStatus
  after: string | null
  problem: TextCode | null
}

const shown = [
  'id',
  'shop',
  'segment_id',
  'job_post_id',
  'begun_by',
  'status',
  'total',
  'looked_at',
  'invited',
  'not_consented',
  'declined',
  'invited_before',
  'applied',
  'after',
  sql<TextCode | null>`problem`.as('problem'),
] as const

const running = (db: Queries, organizationId: OrganizationId) =>
  db
    .selectFrom('job_invitation_runs')
    .select(shown)
    .where(inOrganization(organizationId))
    .where('status', '=', 'running')

export function findInvitationRun(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredRun | undefined> {
  return db
    .selectFrom('job_invitation_runs')
    .select(shown)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Undefined when it has ended. Locked until the transaction ends. */
export function findRunningInvitationLocked(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredRun | undefined> {
  return running(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()
}

type NewRun = Pick<StoredRun, 'shop' | 'segment_id' | 'job_post_id' | 'begun_by'>

/** Queues it. A second click joins the run in progress. */
export async function insertInvitationRun(
  tx: Tx,
  organizationId: OrganizationId,
  run: NewRun,
): Promise<StoredRun> {
  const { shop, segment_id, job_post_id } = run
  for (;;) {
    const begun = await tx
      .insertInto('job_invitation_runs')
      .values({ organization_id: organizationId, ...run })
      .onConflict((conflict) => conflict.doNothing())
      .returning(shown)
      .executeTakeFirst()
    if (begun) {
      const { id: key } = begun
      const whose = { organization_id: organizationId, lane: organizationId }
      await upsertTasks(tx, [{ kind: 'invite-customers', key, ...whose }])
      return begun
    }
    const joined = await running(tx, organizationId)
      .where('shop', '=', shop)
      .where('segment_id', '=', segment_id)
      .where('job_post_id', '=', job_post_id)
      .executeTakeFirst()
    // Without one it has just ended, and a new one can begin.
    if (joined) return joined
  }
}

export async function updateInvitationRun(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
  change: Partial<RunCounts & Pick<StoredRun, 'after' | 'status' | 'problem'>>,
): Promise<void> {
  await tx
    .updateTable('job_invitation_runs')
    .set(change)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}
