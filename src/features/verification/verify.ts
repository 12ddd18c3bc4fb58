// Exchanges a mailed link or code for a grant: the right to send one application for one job post.
import { AppError } from '#domain/errors.ts'
import { rateLimited, wrongCodeUses, wrongProofUses, type Network } from '#domain/limits.ts'
import {
  typedCode,
  type VerificationRequest,
  type Grant,
} from '#domain/verification/verification.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { countUses, deleteUses, insertUses } from '#data/rate-limits.ts'
import {
  deleteOlderGrants,
  findProof,
  findVerificationByToken,
  insertGrant,
  listVerificationsOf,
  updateVerified,
  type Verification,
} from '#data/verification/verification.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'
import { codePurpose } from './send-verification.ts'
import { releaseCode } from './shop-codes.ts'

/**
 * A link may be used several times until it expires. Unknown and expired tokens give the same error. Only they are counted: a
 * valid link works even when others on the network exceeded the limit. Throws AppError verification.linkInvalid.
 */
export async function verifyLink(deps: Deps, token: string, network: Network): Promise<Grant> {
  const verification = await findVerificationByToken(
    deps.db.queries,
    hashOf(token),
    deps.clock.now(),
  )
  if (verification) return grantFor(deps, verification, network)
  const over = await insertUses(deps.db.queries, wrongProofUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  throw new AppError('verification.linkInvalid')
}

/**
 * Accepts the code of any unexpired mail to this address about this job. Counts the attempt as wrong before the check, so that
 * parallel attempts cannot exceed the limit. Without a mail every code is wrong. Throws AppError verification.codeWrong.
 */
export async function verifyCode(
  deps: Deps,
  { email, job_post_id }: VerificationRequest,
  typed: string,
  network: Network,
): Promise<Grant> {
  const uses = wrongCodeUses(email, job_post_id, network)
  const { isCounted, full } = await countUses(deps.db.queries, uses)
  const [first] = full
  if (!isCounted && first) throw rateLimited(first, deps.clock.now())
  const signed = `${email} ${typedCode(typed)}`
  const mailed = await listVerificationsOf(deps.db.queries, email, job_post_id, deps.clock.now())
  const verification = mailed.find(({ code_hash }) =>
    deps.secrets.isSigned(codePurpose, signed, code_hash),
  )
  if (!verification) {
    // After the last attempt, reports the limit now instead of at the next attempt.
    throw first ? rateLimited(first, deps.clock.now()) : new AppError('verification.codeWrong')
  }
  await deleteUses(deps.db.queries, uses)
  return grantFor(deps, verification, network)
}

/** Call it after a proof of the address; `mailedTo`: the network where what was mailed is used. */
export async function grantFor(
  deps: Deps,
  verification: Verification,
  mailedTo?: Network,
): Promise<Grant> {
  const token = newToken()
  await deps.db.transaction(async (tx) => {
    if (!verification.verified && (await updateVerified(tx, verification.id))) {
      if (mailedTo) await releaseCode(deps, tx, verification.organization_id, mailedTo)
      await insertAuditEvent(tx, verification.organization_id, {
        actor_id: null,
        action: 'email.verified',
        resource_type: 'email_verification',
        resource_id: verification.id,
      })
    }
    await deleteOlderGrants(tx, verification)
    await insertGrant(tx, {
      token_hash: hashOf(token),
      verification_id: verification.id,
      organization_id: verification.organization_id,
    })
  })
  // In the background: the store has usually answered before the form is sent.
  void deps.customers.recognise(verification)
  return grantView(verification, token)
}

/** The grant of a grant token or a verified link token; undefined when it is invalid or expired. */
export async function readGrant(deps: Deps, token: string): Promise<Grant | undefined> {
  const verification = await findProof(deps.db.queries, hashOf(token), deps.clock.now())
  return verification && grantView(verification, token)
}

const grantView = (verification: Verification, token: string): Grant => ({
  token,
  verification_id: verification.id,
  email: verification.email,
  job_post_id: verification.job_post_id,
  job_title: verification.job_title,
  organization_id: verification.organization_id,
  organization_name: verification.organization_name,
  language: verification.language,
})
