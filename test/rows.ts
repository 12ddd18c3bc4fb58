// Rows that many data tests start from.
import { randomBytes } from 'node:crypto'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { applicationInput } from '#domain/applicants/application-input.ts'
import type { JobInput, JobPost } from '#domain/jobs/jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { slugOf, type Organization } from '#domain/organizations/organizations.ts'
import { insertApplicant } from '#data/applicants/insert-application.ts'
import type { Queries, Tx } from '#data/database.ts'
import { insertJob } from '#data/jobs/jobs.ts'
import { insertOrganization } from '#data/organizations/organizations.ts'
import { insertVerification } from '#data/verification/verification.ts'

/** An id that no database row proved: for inputs that must be refused, and for tests without a database. */
export const asOrganizationId = (id: string) => id as OrganizationId

export const jobValues: JobInput = {
  title: 'Weekend Sales Assistant',
  description: 'You look after the shop floor on Saturdays and Sundays.',
  requirements: 'Greet and advise customers',
  benefits: '',
  location: 'Leeds',
  employment_type: 'part-time',
  salary_range: null,
  experience_level: 'entry-level',
  is_active: true,
}

export const formValues = applicationInput.parse({ firstName: 'Maya', lastName: 'Okafor' })

/** A job with default values, created at the given time. */
export const insertJobPost = (
  db: Queries,
  organizationId: OrganizationId,
  values: Partial<JobInput> & { created_at?: Date } = {},
): Promise<JobPost> => {
  const insert = (tx: Queries) =>
    insertJob(tx as Tx, organizationId, null, { ...jobValues, ...values })
  return db.isTransaction ? insert(db) : db.transaction().execute(insert)
}

export type Shop = { organization: Organization; job: JobPost }

/** An organization with one open job. */
export async function insertShop(db: Queries, name = 'Tiny Tea Shop'): Promise<Shop> {
  const organization = await insertOrganization(db, { name, slug: slugOf(name) })
  return { organization, job: await insertJobPost(db, organization.id) }
}

export function insertApplication(
  db: Queries,
  { organization, job }: Shop,
  email: string,
  values: Partial<Parameters<typeof insertApplicant>[2]> = {},
): Promise<ApplicantRow> {
  return insertApplicant(db, organization.id, {
    email,
    job,
    form: formValues,
    cvUrl: null,
    isExistingCustomer: false,
    ...values,
  })
}

/** Of an address that applies for the job. Returns its id. */
export async function insertProof(db: Queries, { organization, job }: Shop): Promise<string> {
  const { id } = await insertVerification(db, {
    organization_id: organization.id,
    job_post_id: job.id,
    email: 'maya@example.com',
    token_hash: randomBytes(32),
    code_hash: randomBytes(32),
    consent_version: '1',
    expires_at: new Date(Date.now() + 60_000),
  })
  return id
}

/** A member of the organization's staff; a trigger of the database inserts the profile. */
export async function insertPerson(
  db: Queries,
  email: string,
  organizationId: OrganizationId | null,
): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({
      name: 'Ana Silva',
      email,
      email_verified: false,
      first_name: 'Ana',
      last_name: 'Silva',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('profiles')
    .set({ organization_id: organizationId })
    .where('id', '=', id)
    .execute()
  return id
}
