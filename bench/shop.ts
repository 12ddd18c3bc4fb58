// The measured shop: its owner, its twenty jobs, its applicants, and grants for more.
import { CONSENT_VERSION } from '#domain/verification/verification.ts'
import { updateProfileToOwner } from '#data/accounts/profiles.ts'
import { insertJob } from '#data/jobs/jobs.ts'
import { insertOrganization } from '#data/organizations/organizations.ts'
import { insertGrant, insertVerification, updateVerified } from '#data/verification/verification.ts'
import { jobInput } from '#domain/jobs/jobs.ts'
import type { Deps } from '#features/deps.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import type { BenchGrant, Questions } from './million/questions.ts'
import { twentyJobs } from './twenty-jobs.ts'

const owner = { password: 'correct horse battery', first_name: 'Ana', last_name: 'Silva' }

const fillApplicants = `
  insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name,
    last_name, phone, experience_years, cover_letter, is_existing_customer, status, contacted,
    cv_url, created_at)
  select $1, 'applicant-' || n || '@post.example', job.id, job.id, job.title,
    (array['Amara','Ben','Chloe','Dev','Eilidh','Farid','Grace','Hana','Ivo','Jodie','Kofi'])[1 + n % 11],
    (array['Okafor','Lindqvist','Moore','Patel','Ross','Haddad','Silva','Sato','Novak'])[1 + n % 9],
    '+44 7700 9' || lpad((n % 100000)::text, 5, '0'), n % 20, repeat('I have worked in shops. ', 20),
    n % 4 = 0, (array['applied','applied','reviewing','interviewed','hired','rejected'])[1 + n % 6],
    n % 3 = 0, 'cvs/' || gen_random_uuid() || '.pdf', now() - n * interval '7 minutes'
  from generate_series(1, $2::int) as n
  join (select id, title, row_number() over () - 1 as place from job_posts where organization_id = $1)
    as job on job.place = n % 20`

export async function openShop(
  deps: Deps,
  applicants: number,
  slug = 'fell-and-ford',
): Promise<Questions['openShop']['answer']> {
  const email = `owner@${slug}.example`
  const { userId, cookies } = await deps.auth.signUp({ ...owner, email }, new Request(deps.appUrl))
  if (!userId) throw new Error('The owner could not be created')
  const organization = await deps.db.transaction(async (tx) => {
    const made = await insertOrganization(tx, { name: 'Fell & Ford', slug })
    await updateProfileToOwner(tx, made.id, userId)
    for (const [place, job] of twentyJobs.entries()) {
      const created_at = new Date(Date.now() - place * 3_600_000)
      await insertJob(tx, made.id, userId, { ...jobInput.parse(job), created_at })
    }
    return made
  })
  await deps.db.pool.query(fillApplicants, [organization.id, applicants])
  // The statistics of a server that has run for a while.
  await deps.db.pool.query('vacuum analyze')
  const cookie = cookies.map((text) => text.split(';')[0]).join('; ')
  return { slug: organization.slug, organizationId: organization.id, cookie }
}

let granted = 0

/** As if this many visitors had entered the code of their mail. */
export function insertGrants(deps: Deps, count: number): Promise<BenchGrant[]> {
  return deps.db.transaction(async (tx) => {
    const jobs = await tx
      .selectFrom('job_posts')
      .innerJoin('organizations', 'organizations.id', 'job_posts.organization_id')
      .select(['job_posts.id', 'organization_id', 'organizations.slug'])
      .execute()
    const grants: BenchGrant[] = []
    for (let place = 0; place < count; place++) {
      granted += 1
      const job = jobs[granted % jobs.length]
      if (!job) throw new Error('The shop has no jobs')
      const email = `visitor-${granted}@post.example`
      const { id } = await insertVerification(tx, {
        organization_id: job.organization_id,
        job_post_id: job.id,
        email,
        token_hash: hashOf(newToken()),
        code_hash: hashOf(newToken()),
        consent_version: CONSENT_VERSION,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      await updateVerified(tx, id)
      const token = newToken()
      await insertGrant(tx, {
        token_hash: hashOf(token),
        verification_id: id,
        organization_id: job.organization_id,
      })
      grants.push({ email, token, jobId: job.id, slug: job.slug })
    }
    return grants
  })
}
