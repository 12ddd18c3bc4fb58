// The texts of ads in further languages.
import { sql, type RawBuilder } from 'kysely'
import type { JobText, JobTextEdit, JobTextInput, TextLanguage } from '#domain/jobs/job-texts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** With each job, for public pages: in its own column, so that a list takes one statement in any language. */
export const jobTexts = sql<({ language: string; is_machine_made: boolean } & JobTextInput)[]>`(
  select coalesce(json_agg(json_build_object('language', language, 'title', job_texts.title,
    'description', job_texts.description, 'requirements', job_texts.requirements, 'benefits', job_texts.benefits,
    'is_machine_made', job_texts.is_machine_made)), '[]')
  from job_texts
  where job_texts.organization_id = job_posts.organization_id and job_texts.job_id = job_posts.id)`.as(
  'texts',
)

/** The same for lists that show only titles. `version`: of the whole text, and of no other one. */
export const jobTitles = sql<{ language: string; title: string; version: string }[]>`(
  select coalesce(json_agg(json_build_object('language', language, 'title', job_texts.title,
    'version', concat_ws(' ', language, job_texts.revision, job_texts.changed_at))), '[]')
  from job_texts
  where job_texts.organization_id = job_posts.organization_id and job_texts.job_id = job_posts.id)`.as(
  'texts',
)

/** As `inReadersWords` decides: a reader of the original text's language gets no translation. */
const titleIn = (job: RawBuilder<string>, language: RawBuilder<string>) => sql<string | null>`(
  select job_texts.title
  from job_texts
  join job_posts as post
    on (post.organization_id, post.id) = (job_texts.organization_id, job_texts.job_id)
  join organizations as shop on shop.id = post.organization_id
  where (job_texts.organization_id, job_texts.job_id) = (${job})
    and split_part(job_texts.language, '-', 1) = split_part(${language}, '-', 1)
    and split_part(coalesce(post.language, shop.language, ''), '-', 1) <> split_part(${language}, '-', 1)
  order by job_texts.language = ${language} desc
  limit 1)`

/** The job's title for applicants: in their language if a text existed when they applied, else as it was then. */
export const titleForApplicant = sql<string>`coalesce(
  ${titleIn(sql`applicants.organization_id, applicants.role_id`, sql`applicants.language`)}, applicants.role_title)`

/** The same before they apply. */
export const titleForReader = sql<string>`coalesce(
  ${titleIn(sql`verification.organization_id, verification.job_post_id`, sql`verification.language`)}, job_posts.title)`

const columns = [
  'language',
  'title',
  'description',
  'requirements',
  'benefits',
  'changed_at',
  'is_machine_made',
  'revision',
] as const

export function listJobTexts(
  db: Queries,
  organizationId: OrganizationId,
  jobId: string,
): Promise<JobText[]> {
  return db
    .selectFrom('job_texts')
    .select(columns)
    .where(inOrganization(organizationId))
    .where('job_id', '=', jobId)
    .orderBy('language')
    .execute()
}

/** The long texts of some jobs, each in one of its further languages; null: as first written. */
export function listLongTexts(
  db: Queries,
  organizationId: OrganizationId,
  wanted: readonly { id: string; language: string | null }[],
): Promise<(Omit<JobTextInput, 'title'> & { id: string })[]> {
  const ids = wanted.map(({ id }) => id)
  const languages = wanted.map(({ language }) => language)
  const pairs = sql<{
    id: string
    language: string | null
  }>`unnest(${ids}::uuid[], ${languages}::text[])`
  return db
    .selectFrom('job_posts')
    .innerJoin(pairs.as<'wanted'>(sql`wanted (id, language)`), 'wanted.id', 'job_posts.id')
    .leftJoin('job_texts', (join) =>
      join
        .on(inOrganization(organizationId, 'job_texts.organization_id'))
        .onRef('job_texts.job_id', '=', 'job_posts.id')
        .onRef('job_texts.language', '=', 'wanted.language'),
    )
    .select(({ fn }) => [
      'job_posts.id',
      fn.coalesce('job_texts.description', 'job_posts.description').as('description'),
      fn.coalesce('job_texts.requirements', 'job_posts.requirements').as('requirements'),
      fn.coalesce('job_texts.benefits', 'job_posts.benefits').as('benefits'),
    ])
    .where(inOrganization(organizationId, 'job_posts.organization_id'))
    .execute()
}

type Place = { jobId: string; language: TextLanguage }

/** Undefined when the text no longer has the given revision, or was deleted. */
export function upsertJobText(
  db: Queries,
  organizationId: OrganizationId,
  { jobId, language }: Place,
  { revision, ...words }: JobTextEdit,
): Promise<JobText | undefined> {
  const again = {
    ...words,
    changed_at: sql<string>`now()`,
    revision: sql<number>`job_texts.revision + 1`,
  }
  if (revision) {
    return db
      .updateTable('job_texts')
      .set(again)
      .where(inOrganization(organizationId))
      .where('job_id', '=', jobId)
      .where('language', '=', language)
      .where('revision', '=', revision)
      .returning(columns)
      .executeTakeFirst()
  }
  return db
    .insertInto('job_texts')
    .values({ organization_id: organizationId, job_id: jobId, language, ...words })
    .onConflict((known) => {
      const same = known.columns(['organization_id', 'job_id', 'language'])
      return revision === 0 ? same.doNothing() : same.doUpdateSet(again)
    })
    .returning(columns)
    .executeTakeFirst()
}

export async function deleteJobText(
  db: Queries,
  organizationId: OrganizationId,
  { jobId, language }: Place,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('job_texts')
    .where(inOrganization(organizationId))
    .where('job_id', '=', jobId)
    .where('language', '=', language)
    .returning('language')
    .executeTakeFirst()
  return gone !== undefined
}
