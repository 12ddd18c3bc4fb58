// The kinds of mail and the data of each. Rendered by src/mails, sent through the outbox.
import { z } from 'zod'
import type { Brand } from '../organizations/brand.ts'
import type { Notice } from '../incidents/breaches.ts'
import type { Digest } from './notifications.ts'
import type { Day } from '../retention/retention.ts'
import type { MailedPageLink } from '../rights/applicant-page.ts'
import type { AccountCodeKind } from '../accounts/token-api.ts'

export type SecurityNotice =
  | 'password-changed'
  | 'email-changed'
  | 'factor-added'
  | 'factor-removed'
  /** Ten wrong codes of the authenticator app were entered, after the password or a mailed code was right. */
  | 'factor-guessed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'provider-added'
  /** The address was verified without the account's second factor; its owner now has a week. */
  | 'claim-began'
  /** The address was verified for the first time, and earlier sign-in methods were removed. */
  | 'account-claimed'
  /** Another account requested this address, which already has an account. */
  | 'address-asked-for'

export type MailViews = {
  verification: {
    shopName: string
    jobTitle: string
    /** Six digits without a space. */
    code: string
    link: string
    hoursValid: number
  }
  'account-code': {
    purpose: Exclude<AccountCodeKind, 'reset'>
    /** Six digits without a space. */
    code: string
    link: string | null
    hoursValid: number
  }
  'reset-password': { name: string; link: string; hoursValid: number }
  'security-notice': {
    what: SecurityNotice
    at: string
    link: string
    supportEmail: string
  }
  'breach-notice': Notice & { shopName: string }
  invitation: { inviter: string; organization: string; link: string; daysValid: number }
  'application-received': {
    shopName: string
    jobTitle: string
    firstName: string
    /** The submitted application, as label and value, in the order of the form. */
    sent: { label: string; value: string }[]
    cvName: string | null
    /** The day on which the application is deleted, 'YYYY-MM-DD'. */
    deletedOn: string
    /** Added when the mail is sent, because the link expires some time after that. */
    page?: MailedPageLink
  }
  /** A new link to the applicant's own page. */
  'page-link': { shopName: string; jobTitle: string; page: MailedPageLink }
  /** New links to all own pages of one person at one shop, newest first. */
  'page-links': { shopName: string; applications: ({ jobTitle: string } & MailedPageLink)[] }
  /** Staff ended what hid an application from them: the person's own restriction, or that of an objection. */
  'restriction-lifted': {
    shopName: string
    jobTitle: string
    /** An owner had agreed with the objection. */
    wasObjection: boolean
    /** An owner has refused the objection. Absent in mails from before this was mailed. */
    isRefused?: boolean
    applicantId: string
    page?: MailedPageLink
  }
  /** The shop's text, with its variables filled in. */
  'status-update': StatusUpdate
  /** The same as a test to the owner who wrote it. */
  'template-test': StatusUpdate
  retention: {
    organization: string
    /** Due applications, and the total number. */
    due: number
    total: number
    /** Applications that are deleted within two weeks, and the first of these days. */
    soon: number
    firstOn: Day | null
    isStopped: boolean
    /** While they wait for an owner: the first day on which they go without an answer. Missing in mails that the version before queued. */
    goesOn?: Day | null
    link: string
  }
  'data-request': { organization: string; shop: string; dueOn: Day; link: string }
  'store-lost': { organization: string; shop: string; isUninstalled: boolean; link: string }
  /** Requests about personal data that must be answered, and the first due date. */
  /** Many codes of the organization's applicants are not used. */
  'codes-limit': { organization: string; used: number; most: number; link: string }
  'rights-reminder': { organization: string; count: number; dueOn: Day; link: string }
  /** Asks whether an application may be kept for another six months. */
  'keep-question': {
    shopName: string
    jobTitle: string
    firstName: string
    deletedOn: Day
    keptUntil: Day
    /** Made when the mail is sent; `link` in mails queued by the version before. */
    page?: MailedPageLink
    link?: string
    /**
     * The application, which is checked again when the mail is sent. Absent in mails queued by the previous version.
     */
    applicantId?: string
  }
  /** To a customer of the shop who agreed to marketing by email. */
  'job-invitation': {
    shopName: string
    /** The store's name: the person agreed there. */
    storeName: string
    /** The shop's postal address, which some countries require in such a mail; null when not set. */
    address: string | null
    jobTitle: string
    /** The job's place, and its pay if given. */
    place: string
    pay: string | null
    link: string
    /** The unsubscribe link for all invitations of this organization, without a session. */
    unsubscribeLink: string
    /** When the mail is sent, it is checked again whether the job is open and the person still agrees. */
    jobId: string
  }
  'new-applications': StaffMail & {
    pace: Digest
    /** The first ones, in the order of arrival, and the number of others. */
    applications: BreachRecipient[]
    more: number
    /** The link to all of them, when there are several. */
    listLink: string
  }
  'undelivered-mails': StaffMail & {
    mails: (BreachRecipient & { what: string })[]
    more: number
    listLink: string
  }
  'join-requests': StaffMail & { names: string[]; more: number; link: string }
  'join-approved': JoinDecision
  'join-declined': JoinDecision
}
export type StaffMail = {
  shopName: string
  /** The unsubscribe link for mails of this kind, without a session. */
  unsubscribeLink: string
  settingsLink: string
}
/** An applicant by a short name: mails to staff contain neither their address nor anything they wrote. */
export type BreachRecipient = { name: string; jobTitle: string; link: string }
type JoinDecision = { shopName: string; link: string }
type StatusUpdate = {
  shopName: string
  jobTitle: string
  subject: string
  body: string
  /** See above. */
  page?: MailedPageLink
}
export type MailKind = keyof MailViews
/** The audience of a kind of mail. Mails to applicants are erased with them, an account's mails with the account. */
const readers: Record<MailKind, 'applicant' | 'account'> = {
  verification: 'applicant',
  'account-code': 'account',
  'reset-password': 'account',
  'security-notice': 'account',
  'breach-notice': 'applicant',
  invitation: 'account',
  'application-received': 'applicant',
  'page-link': 'applicant',
  'page-links': 'applicant',
  'restriction-lifted': 'applicant',
  'status-update': 'applicant',
  'template-test': 'account',
  retention: 'account',
  'data-request': 'account',
  'store-lost': 'account',
  'codes-limit': 'account',
  'rights-reminder': 'account',
  'keep-question': 'applicant',
  'job-invitation': 'applicant',
  'new-applications': 'account',
  'undelivered-mails': 'account',
  'join-requests': 'account',
  'join-approved': 'account',
  'join-declined': 'account',
}
/** Three ranks: a person waits for it; no organization's limit applies; a limit applies. A lower rank is sent first. */
const AWAITED_RANK = 0
const UNLIMITED_RANK = 1
export const LIMITED_RANK = 2
const ranks: Partial<Record<MailKind, number>> = {
  // Codes, links and proofs: each has its own limits at its request (docs/specification.md §9.2).
  verification: AWAITED_RANK,
  'account-code': AWAITED_RANK,
  'reset-password': AWAITED_RANK,
  'page-link': AWAITED_RANK,
  'page-links': AWAITED_RANK,
  invitation: AWAITED_RANK,
  'security-notice': AWAITED_RANK,
  // The law requires it without delay.
  'breach-notice': UNLIMITED_RANK,
}
export const mailRank = (kind: MailKind): number => ranks[kind] ?? LIMITED_RANK

export const applicantMails: readonly string[] = Object.entries(readers).flatMap(([kind, reader]) =>
  reader === 'applicant' ? [kind] : [],
)
/** Mails about an application contain a link to the applicant's own page. */
export const isLinkedToPage = (kind: string): boolean =>
  kind === 'application-received' ||
  kind === 'status-update' ||
  kind === 'keep-question' ||
  kind === 'restriction-lifted'
export type MailView = { [Kind in MailKind]: { kind: Kind; data: MailViews[Kind] } }[MailKind]

/** The appearance of the sending organization; the logo's URL is absolute. */
export type MailBrand = Omit<Brand, 'name'>

/** Null for mails without an organization: those have the product's own. */
export const mailBrandOf = (brand: Brand | null, appUrl: string): MailBrand | null =>
  brand && {
    accent: brand.accent,
    logo: brand.logo && { ...brand.logo, href: `${appUrl}${brand.logo.href}` },
  }

export const renderedMail = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type RenderedMail = z.output<typeof renderedMail>
/** The exports of `src/mails/render.tsx`, which `main.ts` passes down. */
export type RenderMail = (mail: MailView, brand?: MailBrand | null) => RenderedMail
