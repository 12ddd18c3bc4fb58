// Sends a new link when a mailed one has expired, to the same address.
import { AppError } from '#domain/errors.ts'
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import { CONSENT_VERSION, type VerificationRequest } from '#domain/verification/verification.ts'
import { continueInLanguage } from '#domain/texts/languages.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findMailedFor, type MailedFor } from '#data/verification/verification.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'
import { sendVerification } from './send-verification.ts'

/** Whether the job of a mailed link is open, and whether a new link can be sent; undefined for an unknown token. */
export async function readMailedFor(
  deps: Deps,
  token: string,
): Promise<{ isOpen: boolean; canSendAgain: boolean } | undefined> {
  const mailed = await findMailedFor(deps.db.queries, hashOf(token))
  return mailed && { isOpen: mailed.is_open, canSendAgain: canSendAgain(mailed) }
}

/** False after the consent text changed: then consent must be given again. */
const canSendAgain = ({ is_open, consent_version }: MailedFor): boolean =>
  is_open && consent_version === CONSENT_VERSION

/**
 * The caller must not show the email address to the visitor. Over the mail limit `isSent` is false. Throws AppError
 * verification.linkInvalid, embed.jobClosed.
 */
export async function sendAgain(
  deps: Deps,
  token: string,
  network: Network,
): Promise<VerificationRequest & { isSent: boolean; jobTitle: string }> {
  const mailed = await findMailedFor(deps.db.queries, hashOf(token))
  if (!mailed) {
    const over = await insertUses(deps.db.queries, wrongProofUses(network))
    if (over) throw rateLimited(over, deps.clock.now())
    throw new AppError('verification.linkInvalid')
  }
  if (!mailed.is_open) throw new AppError('embed.jobClosed')
  continueInLanguage(mailed.language, 'person')
  if (!canSendAgain(mailed)) throw new AppError('verification.linkInvalid')
  const { email, job_post_id: roleId, came_by } = mailed
  const isElsewhere = came_by === 'elsewhere'
  const shopifyStoreUrl = isElsewhere ? undefined : (came_by ?? undefined)
  const sent = await sendVerification(deps, { email, roleId, shopifyStoreUrl }, network, {
    isElsewhere,
    source: mailed.source,
    consentedAt: new Date(mailed.consented_at),
  })
  return { ...sent, jobTitle: mailed.job_title }
}
