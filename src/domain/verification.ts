// Proving an e-mail address: the token, the code, and the grant they are exchanged for.
import { z } from 'zod'
import { emailAddress } from './accounts.ts'

export const VERIFICATION_HOURS = 24
export const CODE_DIGITS = 6
export const CODE_TRIES = 5
/** The wording of the consent a person gave; raise it when the text changes. */
export const CONSENT_VERSION = '2026-11'

/** Mails that one address, one network and one organization can cause. Sources: the abuse cases in docs/decisions. */
export const MAIL_LIMITS = {
  address: [
    { seconds: 60, most: 1 },
    { seconds: 3600, most: 5 },
    { seconds: 86_400, most: 10 },
  ],
  network: [{ seconds: 3600, most: 20 }],
  organization: [{ seconds: 86_400, most: 500 }],
} as const

export const verificationInput = z.object({
  email: emailAddress,
  job_post_id: z.uuid(),
})

/** What a verified address is exchanged for: the right to send one application to one job post. */
export type Grant = {
  token: string
  email: string
  job_post_id: string
  job_title: string
  organization_id: string
}

/** '482 913': in two groups, as people read codes aloud. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`

/** What was typed or pasted, reduced to its digits. */
export const typedCode = (text: string): string => text.replace(/\D/g, '')
