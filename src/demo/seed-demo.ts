// Fills an empty database with the demo's shop, so that the first start shows a product in use.
import { randomUUID } from 'node:crypto'
import { dayIn } from '#domain/jobs/job-facts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { countUsers, hasUser } from '#data/accounts/users.ts'
import { updateProfileToOwner, updateProfileToStaff } from '#data/accounts/profiles.ts'
import { insertApplicant } from '#data/applicants/insert-application.ts'
import { updateChecklistClosed } from '#data/organizations/checklist.ts'
import { insertCv } from '#data/cvs/cvs.ts'
import type { Tx } from '#data/database.ts'
import { upsertJobViews } from '#data/jobs/job-views.ts'
import { insertJob } from '#data/jobs/jobs.ts'
import { insertOrganization } from '#data/organizations/organizations.ts'
import { updateProfile } from '#data/organizations/profiles.ts'
import { updateUser } from '#data/accounts/users.ts'
import { insertStatusChange } from '#data/applicants/status-changes.ts'
import type { Deps } from '#features/deps.ts'
import { demoApplicants, type DemoApplicant } from './demo-applicants.ts'
import type { makeCv } from './demo-cvs.ts'
import { demoJobs, demoOrganization, demoOwner, demoProfile, demoStaff } from './demo-shop.ts'

const DAY = 86_400_000

/** The sources of the demo's applications, one after the other. */
const SOURCES = [
  'shop',
  'search',
  'job-board',
  'shop',
  'poster',
  'social',
  'direct',
  'search',
  'shop',
] as const
const VIEWED_DAYS = 90

/** Views of each job's page by day: newer jobs get more. */
const viewsOf = (jobs: readonly JobPost[], now: Date) =>
  jobs.flatMap(({ slug }, place) =>
    Array.from({ length: VIEWED_DAYS }, (_, day) => ({
      job: slug,
      day: new Date(now.getTime() - day * DAY).toISOString().slice(0, 10),
      views: 2 + ((place * 7 + day * 5) % 9),
    })),
  )

/** Undefined when nothing was created: an installation with any account is not changed. */
export async function seedDemo(deps: Deps): Promise<{ hasCvs: boolean } | undefined> {
  if ((await countUsers(deps.db.queries)) > 0) return undefined
  const now = deps.clock.now()
  const signUp = async (person: typeof demoOwner | typeof demoStaff) => {
    const { userId } = await deps.auth.signUp(person, new Request(deps.appUrl))
    if (!userId) throw new Error('The demo account could not be created')
    await updateUser(deps.db.queries, userId, { email_verified: true })
    return userId
  }
  const ownerId = await signUp(demoOwner)
  const staffId = await signUp(demoStaff)
  const cvMaker = await loadCvMaker()
  // Files first, so that no row refers to a missing file.
  const applicants = await Promise.all(
    demoApplicants(now).map(async (applicant) => ({
      applicant,
      file: cvMaker && (await storeCv(deps, applicant, cvMaker)),
    })),
  )
  await deps.db.transaction(async (tx) => {
    const { id: organizationId } = await insertOrganization(tx, demoOrganization)
    await updateProfileToOwner(tx, organizationId, ownerId)
    await updateProfileToStaff(tx, organizationId, staffId, ownerId)
    await updateProfile(tx, organizationId, demoProfile)
    // Hides the checklist for new organizations.
    await updateChecklistClosed(tx, organizationId, now)
    const jobs: JobPost[] = []
    for (const { daysAgo, closesIn, ...job } of demoJobs) {
      const created_at = new Date(now.getTime() - daysAgo * DAY)
      const closes_on = dayIn(new Date(now.getTime() + closesIn * DAY), null)
      jobs.push(await insertJob(tx, organizationId, ownerId, { ...job, created_at, closes_on }))
    }
    for (const [place, { applicant, file }] of applicants.entries()) {
      const job = jobs[applicant.jobIndex]
      const source = SOURCES[place % SOURCES.length] ?? 'direct'
      if (job) await insertPerson(tx, organizationId, job, { ...applicant, source }, file, staffId)
    }
    await upsertJobViews(tx, organizationId, viewsOf(jobs, now))
  })
  return { hasCvs: cvMaker !== undefined }
}

/** Whether the demo exists, from this start or an earlier one. */
export const hasDemo = (deps: Deps): Promise<boolean> => hasUser(deps.db.queries, demoOwner.email)

type StoredCv = NonNullable<Awaited<ReturnType<typeof storeCv>>>

type MakeCv = typeof makeCv

/** The library that writes PDF and DOCX files is a development dependency, so a production install does not have it. */
async function loadCvMaker(): Promise<MakeCv | undefined> {
  try {
    return (await import('./demo-cvs.ts')).makeCv
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw error
    return undefined
  }
}

async function storeCv(deps: Deps, applicant: DemoApplicant, cvMaker: MakeCv) {
  if (!applicant.cv) return undefined
  const content = await cvMaker(applicant, demoJobs[applicant.jobIndex]?.title ?? '')
  const storage_key = `cvs/${randomUUID()}.${applicant.cv}`
  const key_sealed = deps.secrets.newFileKey()
  const staged = await deps.files.stage([content], key_sealed)
  await staged.take(storage_key)
  return {
    storage_key,
    key_sealed,
    original_name: `${applicant.lastName}-${applicant.firstName}-CV.${applicant.cv}`,
    kind: applicant.cv,
    byte_size: content.length,
  }
}

async function insertPerson(
  tx: Tx,
  organizationId: OrganizationId,
  job: JobPost,
  applicant: DemoApplicant & { source: string },
  file: StoredCv | undefined,
  staffId: string,
): Promise<void> {
  const row = await insertApplicant(tx, organizationId, {
    email: applicant.email,
    job,
    form: applicant,
    cvUrl: file?.storage_key ?? null,
    isExistingCustomer: applicant.is_existing_customer,
    status: applicant.status,
    contacted: applicant.contacted,
    source: applicant.source,
    createdAt: applicant.created_at,
    updatedAt: applicant.history.at(-1)?.at ?? applicant.created_at,
  })
  for (const { from, to, at } of applicant.history) {
    await insertStatusChange(tx, organizationId, {
      applicantId: row.id,
      from,
      to,
      changedBy: from === null ? null : staffId,
      changedAt: at,
    })
  }
  if (file) {
    await insertCv(tx, organizationId, { ...file, applicant_id: row.id })
  }
}
