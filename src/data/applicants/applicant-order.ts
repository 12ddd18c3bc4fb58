// The sort orders of the list of applicants.
import { sql } from 'kysely'
import type { ApplicantSort } from '#domain/applicants/applicants.ts'
import { idKey, momentKey, numberKey, textKey, type Order, type SortKey } from '../paging.ts'

const id = idKey()
const created = momentKey()
const stage = sql`case status when 'applied' then 0 when 'reviewing' then 1 when 'interviewed' then 2 when 'hired' then 3 else 4 end`

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
