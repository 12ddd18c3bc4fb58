// The measured queries of large and small shops: over HTTP, and as handwritten SQL for the same answer.
import { words } from './million-rows.ts'

export type BigShop = {
  organizationId: string
  get<Answer>(address: string): Promise<Answer>
}

type Prepared = { address: string; sql: string; values: readonly unknown[] }
export type Question = { name: string; prepare(shop: BigShop): Promise<Prepared> }
type Page = { applicants: { id: string; created_at: string }[]; next_cursor: string | null }

const columns = `id, email, job_post_id, role_id, role_title, first_name, last_name, is_existing_customer,
  status, contacted, cv_url is not null as has_cv, created_at`

const orders = {
  '-applied': 'created_at desc, id desc',
  applied: 'created_at, id',
  name: 'sort_name, id',
  '-name': 'sort_name desc, id desc',
  position: 'sort_role, created_at, id',
  '-position': 'sort_role desc, created_at desc, id desc',
  status: `case status when 'applied' then 0 when 'reviewing' then 1 when 'interviewed' then 2 when 'hired' then 3 else 4 end, created_at, id`,
} as const

function list(
  name: string,
  query: string,
  { where = '', sort = '-applied' }: { where?: string; sort?: keyof typeof orders } = {},
): Question {
  return {
    name,
    prepare: ({ organizationId }) =>
      Promise.resolve({
        address: `/api/applicants?${query}&sort=${sort}`,
        sql: `select ${columns} from applicants where organization_id = $1 ${where} order by ${orders[sort]} limit 51`,
        values: [organizationId],
      }),
  }
}

/** The 100th page, or the last if a shop has fewer; the bare SQL uses the same key. */
function deep(sort: keyof typeof orders, key: string): Question {
  return {
    name: `100th page by ${sort}`,
    async prepare(shop) {
      let address = `/api/applicants?tab=all&sort=${sort}`
      let last: Page['applicants'][number] | undefined
      for (let page = 1; page < 100; page++) {
        const { applicants, next_cursor } = await shop.get<Page>(address)
        if (!next_cursor) break
        last = applicants.at(-1)
        address = `/api/applicants?tab=all&sort=${sort}&cursor=${next_cursor}`
      }
      return {
        address,
        sql: `select ${columns} from applicants where organization_id = $1
          and (${key}) ${sort.startsWith('-') ? '<' : '>'} (select ${key} from applicants where id = $2)
          order by ${orders[sort]} limit 51`,
        values: [shop.organizationId, last?.id],
      }
    },
  }
}

function counts(name: string, query: string, where = ''): Question {
  return {
    name,
    prepare: ({ organizationId }) =>
      Promise.resolve({
        address: `/api/applicants/counts?${query}`,
        sql: `select status, count(*) from applicants where organization_id = $1 ${where} group by status`,
        values: [organizationId],
      }),
  }
}

/** As the tables' owner, with the product's own search function: another one would find other rows. */
const found = `from (select set_config('storehand.organization_id', $1, true) as id) as tenant
  cross join lateral (select find_hits($2, 1001, tenant.id is null) as id offset 0) as hit
  join applicants on applicants.id = hit.id`

function search(name: string, text: string): Question {
  return {
    name,
    prepare: ({ organizationId }) =>
      Promise.resolve({
        address: `/api/applicants?tab=all&q=${encodeURIComponent(text)}`,
        sql: `select ${columns.replace('id,', 'applicants.id,')}, ts_rank(s.document, applicant_query($2)) as rank ${found}
          join applicant_searches s on s.applicant_id = applicants.id
          order by rank desc, created_at desc limit 51`,
        values: [organizationId, text],
      }),
  }
}

function searchCounts(name: string, text: string): Question {
  return {
    name,
    prepare: ({ organizationId }) =>
      Promise.resolve({
        address: `/api/applicants/counts?q=${encodeURIComponent(text)}`,
        sql: `select status, count(*) ${found} group by status`,
        values: [organizationId, text],
      }),
  }
}

const profile: Question = {
  name: 'Profile',
  async prepare(shop) {
    const { applicants } = await shop.get<Page>('/api/applicants?tab=hired')
    const id = applicants[25]?.id
    return {
      address: `/api/applicants/${id}`,
      sql: `select a.*, f.original_name, f.byte_size,
          (select json_agg(h order by h.seq desc) from applicant_status_history h where h.applicant_id = a.id) as history,
          (select json_agg(n) from applicant_notes n where n.applicant_id = a.id) as notes,
          (select json_agg(o.id) from applicants o where o.organization_id = a.organization_id and o.sort_email = a.sort_email) as others
        from applicants a left join cv_files f on f.applicant_id = a.id where a.organization_id = $1 and a.id = $2`,
      values: [shop.organizationId, id],
    }
  },
}

const funnel = (name: string, period: string, since: string): Question => ({
  name,
  prepare: ({ organizationId }) =>
    Promise.resolve({
      address: `/api/overview/funnel?period=${period}`,
      sql: `select count(*), count(*) filter (where reached >= 1), count(*) filter (where reached >= 2),
          count(*) filter (where reached >= 3), count(*) filter (where status = 'rejected')
        from applicants where organization_id = $1 ${since}`,
      values: [organizationId],
    }),
})

const overview: Question = {
  name: 'Overview: what needs somebody, and the weeks',
  prepare: ({ organizationId }) =>
    Promise.resolve({
      address: '/api/overview',
      sql: `select date_trunc('week', created_at) as week, count(*),
          percentile_cont(0.5) within group (order by extract(epoch from first_reply_at - created_at)),
          (select count(*) from applicants where organization_id = $1 and status = 'applied' and not contacted
            and created_at < now() - interval '5 days'),
          (select count(*) from applicants where organization_id = $1 and created_at < now() - interval '168 days'),
          (select count(*) from applicants where organization_id = $1)
        from applicants where organization_id = $1 and created_at > now() - interval '84 days'
        group by grouping sets ((1), ())`,
      values: [organizationId],
    }),
}

const jobs: Question = {
  name: 'Jobs with their numbers of applicants',
  prepare: ({ organizationId }) =>
    Promise.resolve({
      address: '/api/jobs',
      sql: `select j.*, (select count(*) from applicants a where a.organization_id = $1 and a.job_post_id = j.id)
        from job_posts j where j.organization_id = $1 order by j.created_at desc`,
      values: [organizationId],
    }),
}

/** A position of the shop, as the filter value. */
const ofPosition = (kind: 'list' | 'counts'): Question => ({
  name: kind === 'list' ? 'First page of a position' : 'Counts of a position',
  async prepare(shop) {
    const { applicants } = await shop.get<{ applicants: { role_id: string }[] }>(
      '/api/applicants?tab=all',
    )
    const role = applicants[0]?.role_id ?? ''
    const query = `tab=all&position=${role}`
    const where = `and role_id = '${role}'`
    return (kind === 'list' ? list('', query, { where }) : counts('', query, where)).prepare(shop)
  },
})

export const questions: readonly Question[] = [
  list('First page', 'tab=all'),
  list('First page of a tab', 'tab=interviewed', { where: `and status = 'interviewed'` }),
  list('First page, oldest first', 'tab=all', { sort: 'applied' }),
  list('First page by name', 'tab=all', { sort: 'name' }),
  list('First page by name, backwards', 'tab=all', { sort: '-name' }),
  list('First page by position', 'tab=all', { sort: 'position' }),
  list('First page by status', 'tab=all', { sort: 'status' }),
  ofPosition('list'),
  list('First page of customers', 'tab=all&customer=customer', {
    where: 'and is_existing_customer',
  }),
  list('First page of the contacted', 'tab=all&contact=contacted', { where: 'and contacted' }),
  list('First page, all filters', 'tab=hired&customer=new&contact=not-contacted', {
    where: `and status = 'hired' and not is_existing_customer and not contacted`,
  }),
  deep('-applied', 'created_at, id'),
  deep('name', 'sort_name, id'),
  deep('-position', 'sort_role, created_at, id'),
  counts('Counts of the tabs', 'tab=all'),
  ofPosition('counts'),
  counts('Counts of customers', 'tab=all&customer=customer', 'and is_existing_customer'),
  search('Search, a word of everybody', words.common),
  search('Search, a word of one in ten', words.some),
  search('Search, a rare word', words.rare),
  search('Search, the beginning of a word', words.some.slice(0, 6)),
  search('Search, a name', 'Okafor'),
  search('Search, a part of an address', 'cant-777'),
  search('Search, a letter', words.common.slice(0, 1)),
  search('Search, without a word of everybody', `-${words.common}`),
  search('Search, without a word of one in ten', `-${words.some}`),
  searchCounts('Counts of a search, a word of everybody', words.common),
  searchCounts('Counts of a search, a word of one in ten', words.some),
  searchCounts('Counts of a search, a rare word', words.rare),
  profile,
  jobs,
  overview,
  funnel('Overview: funnel of 90 days', '90', `and created_at > now() - interval '90 days'`),
  funnel('Overview: funnel of all', 'all', ''),
]
