// Applications that are ready to be sent, without a mail and a code for each: for suites that need hundreds.
import type { JobPost } from '#domain/jobs/jobs.ts'

import { CONSENT_VERSION } from '#domain/verification/verification.ts'
import { insertGrant, insertVerification, updateVerified } from '#data/verification/verification.ts'
import type { Deps } from '#features/deps.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import { asOrganizationId } from '../rows.ts'
import { makeCv, type Application } from './applying.ts'

export async function insertProofs(
  { db }: Pick<Deps, 'db'>,
  job: JobPost,
  emails: readonly string[],
  random: () => number,
): Promise<Application[]> {
  const organization_id = asOrganizationId(job.organization_id)
  return db.transaction(async (tx) => {
    const applications: Application[] = []
    for (const email of emails) {
      const token = newToken()
      const { id } = await insertVerification(tx, {
        organization_id,
        job_post_id: job.id,
        email,
        token_hash: hashOf(newToken()),
        code_hash: hashOf(newToken()),
        consent_version: CONSENT_VERSION,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      await updateVerified(tx, id)
      await insertGrant(tx, { token_hash: hashOf(token), verification_id: id, organization_id })
      applications.push({ email, jobId: job.id, token, cv: makeCv(random) })
    }
    return applications
  })
}
