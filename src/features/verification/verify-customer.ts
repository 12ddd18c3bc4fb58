// Creates a grant without a mail, for a customer whose address the shop has verified.
import { AppError } from '#domain/errors.ts'
import { customerProofUses, rateLimited } from '#domain/limits.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import {
  CONSENT_VERSION,
  VERIFICATION_HOURS,
  type Grant,
} from '#domain/verification/verification.ts'
import { findActiveJob } from '#data/jobs/jobs.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findVerificationByToken, insertVerification } from '#data/verification/verification.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'
import { codePurpose } from './send-verification.ts'
import { grantFor } from './verify.ts'

/** For one job of the shop's organization, after consent. Throws AppError application.jobUnavailable and what limits say. */
export async function verifyCustomer(
  deps: Deps,
  { email, jobId, shop }: { email: string; jobId: string; shop: string },
): Promise<Grant> {
  const job = await findActiveJob(deps.db.queries, jobId)
  if (!job) throw new AppError('application.jobUnavailable')
  const over = await insertUses(deps.db.queries, customerProofUses(email))
  if (over) throw rateLimited(over, deps.clock.now())
  const now = deps.clock.now()
  // Not sent to anybody: this token and code only fill the columns.
  const token = hashOf(newToken())
  await deps.db.transaction((tx) =>
    insertVerification(tx, {
      organization_id: job.organization_id,
      job_post_id: job.id,
      email,
      token_hash: token,
      code_hash: deps.secrets.sign(codePurpose, `${email} ${newToken()}`),
      consent_version: CONSENT_VERSION,
      language: currentLocale(),
      expires_at: new Date(now.getTime() + VERIFICATION_HOURS * 3_600_000),
      source: 'shop',
      cameBy: { shop },
    }),
  )
  const verification = await findVerificationByToken(deps.db.queries, token, now)
  if (!verification) throw new AppError('application.jobUnavailable')
  return grantFor(deps, verification)
}
