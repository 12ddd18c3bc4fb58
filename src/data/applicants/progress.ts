// How far each applicant came, and when the first reply was: the funnel and the waiting times are counted from both.
import { sql, type RawBuilder } from 'kysely'
import { hiringSteps, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** The place of a status among the steps to a hire; 0 for a rejection, which is no step. */
const stepOf = (status: ApplicantStatus): number =>
  Math.max(
    0,
    hiringSteps.findIndex((step) => step === status),
  )

/** Of an applicant that is inserted with this status. */
export const firstProgress = (
  status: ApplicantStatus,
  contacted: boolean,
  at: Date | undefined,
): { reached: number; first_reply_at: RawBuilder<string> | Date | null } => ({
  reached: stepOf(status),
  first_reply_at: status === 'applied' && !contacted ? null : (at ?? sql<string>`now()`),
})

/** What a move sets besides the status. Going back and a rejection take no step away. */
export const progressOfMove = (to: ApplicantStatus, at: string) => ({
  reached: sql<number>`greatest(reached, ${stepOf(to)}::smallint)`,
  first_reply_at: sql<string>`case when status = ${to} then first_reply_at else coalesce(first_reply_at, ${at}) end`,
})

/** An undone change counts as never made: what is left in the history says how far these applicants came. */
export async function updateProgressAfterUndo(
  db: Queries,
  organizationId: OrganizationId,
  applicantIds: readonly string[],
): Promise<void> {
  const step = sql`case made.to_status ${sql.join(
    hiringSteps.map((status) => sql`when ${status} then ${sql.lit(stepOf(status))}`),
    sql` `,
  )} else 0 end`
  const left = sql`from applicant_status_history as made
    where made.organization_id = applicants.organization_id and made.applicant_id = applicants.id and made.undoes is null
      and not exists (
        select from applicant_status_history as back
        where back.applicant_id = made.applicant_id and back.undoes = made.id
      )`
  await sql`
    update applicants set
      reached = coalesce((select max(${step}) ${left}), 0),
      first_reply_at = case when contacted then first_reply_at else (
        select min(made.changed_at) ${left} and made.from_status is not null
      ) end
    where ${inOrganization(organizationId)} and id = any(${applicantIds}::uuid[])`.execute(db)
}
