// 500 organizations with 1,000,000 applicants, inserted by SQL alone: the data of a server after months of use.
import type { Client } from 'pg'

export const ORGANIZATIONS = 500
export const APPLICANTS_IN_ALL = 1_000_000

/** Created again after the rows: filling an index row by row takes ten times as long. */
const rebuilt = `
  select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public'
    and tablename in ('applicants', 'applicant_searches', 'applicant_status_history', 'cv_files', 'cv_texts')
    and indexname not in (select conname from pg_constraint)`

/** Words that occur in every text, in one of ten, and in one of a thousand; the rest is filler. */
export const words = { common: 'bicycle', some: 'wheelbuilding', rare: 'penny-farthing' }

const steps = (sizes: readonly string[]): [what: string, statement: string][] => [
  [
    'organizations and jobs',
    `insert into organizations (name, slug)
     select 'Shop ' || n, 'shop-' || n from generate_series(1, ${ORGANIZATIONS - sizes.length}) as n;
     insert into job_posts (organization_id, title, slug, description, requirements, benefits, created_at)
     select o.id, j.title, j.slug, j.description, j.requirements, j.benefits, j.created_at
     from organizations o, job_posts j
     where not exists (select from job_posts own where own.organization_id = o.id)
       and j.organization_id = (select organization_id from job_posts limit 1);
     create table bench_jobs as
     select organization_id, id, title, row_number() over (partition by organization_id order by id) - 1 as place
     from job_posts`,
  ],
  [
    'texts',
    `create table bench_letters as
     select n as nr, letter, setweight(to_tsvector('simple', search_words(letter)), 'B') as document
     from (
       select n, concat_ws(' ', 'I ride a ${words.common} to work.',
         case when n % 10 = 3 then 'I know ${words.some}.' end,
         case when n = 777 then 'I own a ${words.rare}.' end,
         (select string_agg(substr(md5((n * 31 + w)::text), 1, 3 + w % 6), ' ') from generate_series(1, 25) as w)) as letter
       from generate_series(0, 999) as n
     ) as made;
     create table bench_cvs as
     select n as nr, text, to_tsvector('simple', search_words(text)) as document
     from (
       select n, 'Curriculum vitae. ' || (
         select string_agg(substr(md5((n * 97 + w)::text), 1, 3 + w % 6), ' ') from generate_series(1, 60) as w) as text
       from generate_series(0, 499) as n
     ) as made`,
  ],
  [
    'applicants',
    `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name,
       last_name, phone, experience_years, cover_letter, is_existing_customer, status, contacted,
       cv_url, created_at, reached, first_reply_at)
     select job.organization_id, 'applicant-' || n || '@post.example', job.id, job.id, job.title,
       (array['Amara','Ben','Chloé','Dev','Eilidh','Farid','Grace','Hana','Ivo','Jodie','Kofi'])[1 + n % 11],
       (array['Okafor','Lindqvist','Moore','Patel','Ross','Haddad','Silva','Sato','Novák'])[1 + n % 9] || '-' ||
         initcap(translate(substr(md5(n::text), 1, 6), '0123456789', 'ghijklmnop')),
       '+44 7700 9' || lpad((n % 100000)::text, 5, '0'), n % 20, letter.letter, n % 4 = 0,
       (array['applied','applied','reviewing','interviewed','hired','rejected'])[1 + n % 6],
       n % 5 = 0, 'cvs/' || n, now() - (n % 250000) * interval '1 minute',
       (array[0, 0, 1, 2, 3, 1])[1 + n % 6],
       case when n % 6 > 1 or n % 5 = 0 then now() - (n % 250000 - n % 7 * 720) * interval '1 minute' end
     from generate_series(1, ${APPLICANTS_IN_ALL}) as n
     join (
       select id, row_number() over (order by slug) as place from organizations
       where id not in (${sizes.map((_, index) => `$${index + 1}::uuid`).join(', ')})
     ) as others on others.place = 1 + n % ${ORGANIZATIONS - sizes.length}
     join bench_letters letter on letter.nr = (n / 7) % 1000
     join bench_jobs job on job.place = (n / 13) % 20 and job.organization_id = case
       ${bands(sizes)}
       else others.id end`,
  ],
  [
    'their counts',
    `insert into applicant_counts
     select organization_id, role_id, is_existing_customer, contacted, status, count(*)
     from applicants group by 1, 2, 3, 4, 5`,
  ],
  [
    'their histories',
    `insert into applicant_status_history (organization_id, applicant_id, to_status, changed_at)
     select organization_id, id, 'applied', created_at from applicants;
     insert into applicant_status_history (organization_id, applicant_id, from_status, to_status, changed_at)
     select organization_id, id, 'applied', status, created_at + interval '1 day'
     from applicants where status <> 'applied'`,
  ],
  [
    'their CVs and what is searched',
    `insert into cv_files (organization_id, applicant_id, storage_key, original_name, kind, byte_size)
     select organization_id, id, cv_url, 'CV.pdf', 'pdf', 150000 from applicants;
     insert into cv_texts (cv_id, organization_id, applicant_id, text)
     select f.id, f.organization_id, f.applicant_id, cv.text
     from cv_files f join bench_cvs cv on cv.nr = hashtext(f.storage_key) & 255;
     insert into applicant_searches (applicant_id, organization_id, created_at, person, document)
     select a.id, a.organization_id, a.created_at, letters_of(concat_ws(' ', a.first_name, a.last_name, a.email)),
       setweight(to_tsvector('simple', search_words(concat_ws(E'\\n', a.first_name, a.last_name, a.email))), 'A')
         || letter.document || cv.document
     from applicants a
     join bench_letters letter on letter.letter = a.cover_letter
     join bench_cvs cv on cv.nr = hashtext(a.cv_url) & 255`,
  ],
]

/** The measured shops take their numbers from the start of the million. */
function bands(sizes: readonly string[]): string {
  let from = 0
  return measuredSizes
    .slice(0, sizes.length)
    .map((size, index) => {
      from += size
      return `when n <= ${from} then $${index + 1}::uuid`
    })
    .join('\n       ')
}

export const measuredSizes = [1000, 10_000, 100_000] as const

/** Fills the database. `organizationIds` get the numbers of `measuredSizes`, and all others share the rest. */
export async function fillMillion(
  client: Client,
  organizationIds: readonly string[],
  onStep: (what: string) => void,
): Promise<void> {
  // Filled tables are vacuumed once, at the end.
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  // Without triggers and foreign keys: their rows are inserted here, many at a time.
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '2GB'; set work_mem = '256MB'; set synchronous_commit = off`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(rebuilt)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const [what, statement] of steps(organizationIds)) {
    await client.query(statement, statement.includes('$1') ? [...organizationIds] : undefined)
    // Otherwise the next step's joins are planned for empty tables.
    await client.query('analyze')
    onStep(what)
  }
  for (const { name, definition } of indexes) {
    await client.query(definition)
    onStep(name)
  }
  await client.query('drop table bench_jobs, bench_letters, bench_cvs')
  await client.query('vacuum analyze')
  await client.query('alter system reset autovacuum')
  await client.query('select pg_reload_conf()')
  onStep('vacuum')
}

export type OpenedShop = { slug: string; organizationId: string; cookie: string }

/** So that a later run on the same folder finds them. */
export async function insertShops(client: Client, shops: readonly OpenedShop[]): Promise<void> {
  await client.query('create table bench_shops (shops jsonb not null)')
  await client.query('insert into bench_shops values ($1)', [JSON.stringify(shops)])
}

/** Tables that an earlier run has filled completely. */
export async function listFilledShops(client: Client): Promise<OpenedShop[] | undefined> {
  const { rows: tables } = await client.query(`select where to_regclass('bench_shops') is not null`)
  if (tables.length === 0) return undefined
  const { rows } = await client.query<{ shops: OpenedShop[] }>('select shops from bench_shops')
  return rows[0]?.shops
}
