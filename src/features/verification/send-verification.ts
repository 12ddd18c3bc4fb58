// Sends the verification mail: a link and a code for one job post.
import { AppError } from '#domain/errors.ts'
import { longestWait, mailedCodeUses, verificationMailUses, type Network } from '#domain/limits.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import {
  CONSENT_VERSION,
  VERIFICATION_HOURS,
  type VerificationRequest,
  type VerificationInput,
} from '#domain/verification/verification.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { findActiveJob } from '#data/jobs/jobs.ts'
import { insertMail } from '#data/mails/mails.ts'
import { inReadersWords } from '#domain/jobs/job-texts.ts'
import { countUses, deleteAllUses } from '#data/rate-limits.ts'
import { insertVerification } from '#data/verification/verification.ts'
import { hashOf, newCode, newToken } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'
import { noteShopCodes, refusalOfCode, usesOfCode } from './shop-codes.ts'
import { encryptScreen } from './verification-request.ts'

/** Purpose of the code's signature, together with the email address. */
export const codePurpose = 'verification code'

/**
 * Returns the same for every email address, so that it does not reveal who is a customer. Over the limit of an address it sends no
 * mail, over that of the shop or the network it throws AppError; earlier codes and links stay valid.
 */
export async function sendVerification(
  deps: Deps,
  input: VerificationInput,
  network: Network,
  /** Requested from a widget that names an organization instead of a shop. */
  {
    isElsewhere = false,
    source = null,
    consentedAt,
  }: { isElsewhere?: boolean; source?: string | null; consentedAt?: Date } = {},
): Promise<VerificationRequest & { isSent: boolean }> {
  const job = await findActiveJob(deps.db.queries, input.roleId)
  if (!job) throw new AppError('application.jobUnavailable')
  const { email } = input
  const token = newToken()
  const code = newCode()
  const now = deps.clock.now()
  const expires = new Date(now.getTime() + VERIFICATION_HOURS * 3_600_000)

  const { isCounted, full } = await deps.db.transaction(async (tx) => {
    const counted = await countUses(tx, [
      ...verificationMailUses(email, network),
      ...(await usesOfCode(deps, tx, job.organization_id, network)),
    ])
    if (!counted.isCounted) return counted
    const { id } = await insertVerification(tx, {
      organization_id: job.organization_id,
      job_post_id: job.id,
      email,
      token_hash: hashOf(token),
      code_hash: deps.secrets.sign(codePurpose, `${email} ${code}`),
      consent_version: CONSENT_VERSION,
      ...(consentedAt && { consented_at: consentedAt }),
      language: currentLocale(),
      expires_at: expires,
      source,
      cameBy: input.shopifyStoreUrl
        ? { shop: input.shopifyStoreUrl }
        : isElsewhere
          ? 'elsewhere'
          : undefined,
    })
    await deleteAllUses(tx, mailedCodeUses(email, job.id))
    const data: MailViews['verification'] = {
      shopName: job.organization_name,
      jobTitle: inReadersWords(job, job.organization_language).title,
      code,
      link: linkFor(deps.appUrl, token, job),
      hoursValid: VERIFICATION_HOURS,
    }
    await insertMail(tx, {
      id,
      organization_id: job.organization_id,
      kind: 'verification',
      recipient: email,
      sender_name: senderName(job.organization_name),
      data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
    })
    return counted
  })
  await noteShopCodes(deps, job.organization_id)
  // Only the limits of an address are kept silent about.
  const wait = isCounted ? undefined : longestWait(full.filter((use) => use.code ?? use.isOfShop))
  if (wait) {
    throw await refusalOfCode(deps, { id: job.organization_id, name: job.organization_name }, wait)
  }
  const nextMailAt = longestWait(full)?.until ?? now
  return {
    ...encryptScreen(deps, { email, job_post_id: job.id, nextMailAt }, expires),
    isSent: isCounted,
  }
}

function linkFor(appUrl: string, token: string, job: { id: string; title: string }): string {
  const lang = currentLocale()
  const query = new URLSearchParams({ token, roleId: job.id, roleTitle: job.title, lang })
  return `${appUrl}/verify?${query}`
}
