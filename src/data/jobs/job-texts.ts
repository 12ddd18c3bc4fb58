// The words of ads in further languages.
import { sql } from 'kysely'
import type { JobText, JobTextInput, TextLanguage } from '#domain/jobs/job-texts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** With each job, for public pages: in its own column, so that a list takes one statement whatever it speaks. */
export const jobTexts = sql<({ language: string } & JobTextInput)[]>`(
  select coalesce(json_agg(json_build_object('language', language, 'title', job_texts.title,
    'description', job_texts.description, 'requirements', job_texts.requirements, 'benefits', job_texts.benefits)), '[]')
  from job_texts
  where job_texts.organization_id = job_posts.organization_id and job_texts.job_id = job_posts.id)`.as(
  'texts',
)

/** The same for lists that show titles alone. */
export const jobTitles = sql<{ language: string; title: string }[]>`(
  select coalesce(json_agg(json_build_object('language', language, 'title', job_texts.title)), '[]')
  from job_texts
  where job_texts.organization_id = job_posts.organization_id and job_texts.job_id = job_posts.id)`.as(
  'texts',
)

const columns = [
  'language',
  'title',
  'description',
  'requirements',
  'benefits',
  'changed_at',
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

export function upsertJobText(
  db: Queries,
  organizationId: OrganizationId,
  job: { jobId: string; language: TextLanguage },
  words: JobTextInput,
): Promise<JobText> {
  return db
    .insertInto('job_texts')
    .values({
      organization_id: organizationId,
      job_id: job.jobId,
      language: job.language,
      ...words,
    })
    .onConflict((known) =>
      known
        .columns(['organization_id', 'job_id', 'language'])
        .doUpdateSet({ ...words, changed_at: sql`now()` }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteJobText(
  db: Queries,
  organizationId: OrganizationId,
  { jobId, language }: { jobId: string; language: TextLanguage },
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
