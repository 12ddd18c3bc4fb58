// The sort orders of the list of applicants.
import { sql } from 'kysely'
import { hiringSteps, type ApplicantSort } from '#domain/applicants/applicants.ts'
import { idKey, momentKey, numberKey, textKey, type Order, type SortKey } from '../paging.ts'

const id = idKey()
const created = momentKey()
const stages = hiringSteps.map((step, place) => sql`when ${sql.lit(step)} then ${sql.lit(place)}`)
/** Written as in applicants_stage_idx, or the index does not serve the order: statuses.test.ts compares them. */
export const stage = sql`case status ${sql.join(stages, sql` `)} else ${sql.lit(hiringSteps.length)} end`

const sortKeys: Record<'match' | 'applied' | 'name' | 'position' | 'status', readonly SortKey[]> = {
  // From the join of `withScore` in applicant-search.ts.
  match: [numberKey(sql.ref('hit.score'), { pattern: /^\d{1,7}$/, type: 'int' }), created, id],
  applied: [created, id],
  name: [textKey(sql.ref('sort_name')), id],
  position: [textKey(sql.ref('sort_role')), created, id],
  status: [numberKey(stage, { pattern: /^\d{1,1}$/, type: 'int' }), created, id],
}

export const applicantOrder = (sort: ApplicantSort): Order => ({
  name: sort,
  keys: sortKeys[sort.replace('-', '') as keyof typeof sortKeys],
  isDown: sort === 'match' || sort.startsWith('-'),
})
