// Turns the link or the code of a mail into a grant: the right to send one application to one job post.
import { AppError } from '#domain/errors.ts'
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import { CODE_TRIES, typedCode, type Grant } from '#domain/verification.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { deleteUses, insertUses } from '#data/usage.ts'
import {
  deleteOlderGrants,
  findProof,
  findVerification,
  findVerificationByToken,
  insertGrant,
  updateCodeTries,
  updateVerified,
  type Verification,
} from '#data/verification.ts'
import { hashOf, newToken } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'
import { codePurpose } from './send-verification.ts'

/** Once more with the same link is a success too, until it expires. Unknown, foreign and expired are one refusal. */
export async function verifyLink(deps: Deps, token: string, network: Network): Promise<Grant> {
  const right = await countedTry(deps, network)
  const verification = await findVerificationByToken(deps.db.queries, hashOf(token))
  if (!verification) throw new AppError('verification.linkInvalid')
  await right()
  return grant(deps, verification)
}

/** Five tries at a code; after that only the link or a new mail helps. */
export async function verifyCode(
  deps: Deps,
  id: string,
  typed: string,
  network: Network,
): Promise<Grant> {
  const right = await countedTry(deps, network)
  const verification = await findVerification(deps.db.queries, id)
  if (!verification) throw new AppError('embed.linkInvalid')
  const tries = await updateCodeTries(deps.db.queries, id)
  const isRight = deps.seal.isSigned(
    codePurpose,
    `${verification.email} ${typedCode(typed)}`,
    verification.code_hash,
  )
  if (tries > CODE_TRIES || !isRight) throw new AppError('verification.codeWrong')
  await right()
  return grant(deps, verification)
}

/** Counts a try as wrong before it is made, so that many at once do not slip through; what it returns forgets it. */
async function countedTry(deps: Deps, network: Network): Promise<() => Promise<void>> {
  const uses = wrongProofUses(network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  return () => deleteUses(deps.db.queries, uses)
}

async function grant(deps: Deps, verification: Verification): Promise<Grant> {
  const token = newToken()
  await deps.db.transaction(async (tx) => {
    if (!verification.verified) {
      await updateVerified(tx, verification.id)
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
  // In the background: by the time the form is sent, the store has had its say.
  void deps.customers.recognise(verification)
  return grantView(verification, token)
}

/** What a grant, or a verified token, allows; undefined when it allows nothing. */
export async function readGrant(deps: Deps, token: string): Promise<Grant | undefined> {
  const verification = await findProof(deps.db.queries, hashOf(token))
  return verification && grantView(verification, token)
}

/** The address and job a mail was sent for, for the screen that waits for its code. */
export async function readVerification(
  deps: Deps,
  id: string,
): Promise<{ id: string; email: string; job: { id: string; title: string } } | undefined> {
  const found = await findVerification(deps.db.queries, id)
  return (
    found && {
      id: found.id,
      email: found.email,
      job: { id: found.job_post_id, title: found.job_title },
    }
  )
}

const grantView = (verification: Verification, token: string): Grant => ({
  token,
  verification_id: verification.id,
  email: verification.email,
  job_post_id: verification.job_post_id,
  job_title: verification.job_title,
  organization_id: verification.organization_id,
  organization_name: verification.organization_name,
})
