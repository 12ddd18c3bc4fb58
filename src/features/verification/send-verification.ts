// Sends the mail by which a person proves an address: a link and a code for one job post.
import { AppError } from '#domain/errors.ts'
import { verificationMailUses, type Network } from '#domain/limits.ts'
import type { MailViews } from '#domain/mails.ts'
import {
  CONSENT_VERSION,
  MAIL_LIMITS,
  VERIFICATION_HOURS,
  type VerificationInput,
} from '#domain/verification.ts'
import { findActiveJob } from '#data/jobs.ts'
import { insertMail } from '#data/mails.ts'
import { insertUse, insertUses } from '#data/usage.ts'
import { insertVerification } from '#data/verification.ts'
import { hashOf, newCode, newToken } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'

/** What a code is signed for: the same digits are worth nothing for another verification. */
export const codePurpose = 'verification code'

/** Answers the same for every address: whether it belongs to a customer, or is over the limit, cannot be told from outside. */
export async function sendVerification(
  deps: Deps,
  input: VerificationInput,
  network: Network,
  /** Asked from a widget that names the organization and no shop. */
  { isElsewhere = false } = {},
): Promise<{ id: string; email: string; job: { id: string; title: string } }> {
  const job = await findActiveJob(deps.db.queries, input.roleId)
  if (!job) throw new AppError('application.jobUnavailable')
  const token = newToken()
  const code = newCode()
  const expires = new Date(deps.clock.now().getTime() + VERIFICATION_HOURS * 3_600_000)

  const id = await deps.db.transaction(async (tx) => {
    const { id } = await insertVerification(tx, {
      organization_id: job.organization_id,
      job_post_id: job.id,
      email: input.email,
      token_hash: hashOf(token),
      code_hash: deps.seal.sign(codePurpose, `${input.email} ${code}`),
      consent_version: CONSENT_VERSION,
      expires_at: expires,
      cameBy: input.shopifyStoreUrl
        ? { shop: input.shopifyStoreUrl }
        : isElsewhere
          ? 'elsewhere'
          : undefined,
    })
    if (await insertUses(tx, verificationMailUses(network))) return id
    for (const limit of MAIL_LIMITS) {
      const key = `mail ${limit.of} ${limit.of === 'address' ? input.email : job.organization_id}`
      if ((await insertUse(tx, `${key} ${limit.seconds}`, limit.seconds)) > limit.most) return id
    }
    const data: MailViews['verification'] = {
      shopName: job.organization_name,
      jobTitle: job.title,
      code,
      link: linkFor(deps.appUrl, token, job),
      hoursValid: VERIFICATION_HOURS,
    }
    await insertMail(tx, {
      organization_id: job.organization_id,
      kind: 'verification',
      recipient: input.email,
      sender_name: `${job.organization_name} via Storehand`,
      data_sealed: deps.seal.seal(JSON.stringify(data)),
    })
    return id
  })
  deps.wakeMails()
  return { id, email: input.email, job: { id: job.id, title: job.title } }
}

function linkFor(appUrl: string, token: string, job: { id: string; title: string }): string {
  const query = new URLSearchParams({ token, roleId: job.id, roleTitle: job.title })
  return `${appUrl}/verify?${query}`
}
