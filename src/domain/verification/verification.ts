// Verifying an email address: the token, the code, and the grant they are exchanged for.
import { z } from 'zod'
import { emailAddress } from '../accounts/accounts.ts'
import { t } from '../texts/text.ts'
import { readShop } from '../store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

export const VERIFICATION_HOURS = 24
export const CODE_DIGITS = 6
/** Wrong codes that are allowed after a mail. */
export const CODE_TRIES = 5
/** The version of the consent text a person accepts. When the text changes, raise it and archive the new text beside this one (consents/). */
export const CONSENT_VERSION = '2026-11-22'

/** From the widget and the server function; an invalid shop is ignored. */
export const verificationInput = z.object({
  email: emailAddress,
  roleId: z.uuid({ error: () => t('application.jobUnavailable') }),
  shopifyStoreUrl: z
    .unknown()
    .optional()
    .transform((url) => (typeof url === 'string' ? readShop(url) : undefined)),
})
export type VerificationInput = z.infer<typeof verificationInput>

/** The screen that waits for a verification: its address, its job, and when another mail is possible. */
export type VerificationRequest = {
  /** Opaque: identifies this screen in addresses and forms. */
  id: string
  email: string
  job_post_id: string
  nextMailAt: Date
}

/** What a verified address is exchanged for: the right to submit one application for one job post. */
export type Grant = {
  token: string
  verification_id: string
  email: string
  job_post_id: string
  job_title: string
  organization_id: OrganizationId
  organization_name: string
  /** The language of the page that requested the mail. */
  language: string | null
}

/** '482 913': in two groups, as people read codes aloud. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`

/** The digits of a typed or pasted code. */
export const typedCode = (text: string): string => text.replace(/\D/g, '')
