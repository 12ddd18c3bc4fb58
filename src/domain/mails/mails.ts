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
  | 'passkey-added'
  | 'passkey-removed'
  | 'provider-added'
  /** The address was proved without the second factor of its account, and a week begins. */
  | 'claim-began'
  /** The address was proved for the first time, and what was set before is gone. */
  | 'account-claimed'
  /** Another account asked to use this address, which has an account already. */
  | 'address-asked-for'

export type MailViews = {
  verification: {
    shopName: string
    jobTitle: string
    /** Six digits, unspaced. */
    code: string
    link: string
    hoursValid: number
  }
  'account-code': {
    purpose: Exclude<AccountCodeKind, 'reset'>
    /** Six digits, unspaced. */
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
    /** What was sent, as label and value, in the order of the form. */
    sent: { label: string; value: string }[]
    cvName: string | null
    /** The day on which the application is deleted, 'YYYY-MM-DD'. */
    deletedOn: string
    /** Added when the mail is sent: the link ends a while after it arrives. */
    page?: MailedPageLink
  }
  /** A new link to the applicant's own page. */
  'page-link': { shopName: string; jobTitle: string; page: MailedPageLink }
  /** Staff ended the restriction of an application, the person's own or that of an objection. */
  'restriction-lifted': {
    shopName: string
    jobTitle: string
    wasObjection: boolean
    applicantId: string
    page?: MailedPageLink
  }
  /** As the shop wrote it, its variables filled in. */
  'status-update': StatusUpdate
  /** The same to the owner who wrote it. */
  'template-test': StatusUpdate
  retention: {
    organization: string
    /** Applications whose day has come, of so many. */
    due: number
    total: number
    /** Those that go within two weeks, and the first of these days. */
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
  'rights-reminder': { organization: string; count: number; dueOn: Day; link: string }
  /** Whether an application may be kept for another six months. */
  'keep-question': {
    shopName: string
    jobTitle: string
    firstName: string
    deletedOn: Day
    keptUntil: Day
    /** Made when the mail is sent; `link` in mails queued by the version before. */
    page?: MailedPageLink
    link?: string
    /** The application, which is judged again when the mail is sent. Absent in mails queued by the version before. */
    applicantId?: string
  }
  /** To a customer of the shop who agreed to marketing by email. */
  'job-invitation': {
    shopName: string
    /** Of the store: the person agreed there. */
    storeName: string
    /** Where the shop is, which the law of some countries wants in such a mail; null where it has not said. */
    address: string | null
    jobTitle: string
    /** Where the job is, and what it pays where that is said. */
    place: string
    pay: string | null
    link: string
    /** Ends all invitations of this organization, without a session. */
    unsubscribeLink: string
    /** Whether it is still open, and the person still wants it, is looked at again when the mail is sent. */
    jobId: string
  }
  'new-applications': StaffMail & {
    pace: Digest
    /** The first ones, in the order in which they arrived, and how many came after them. */
    applications: BreachRecipient[]
    more: number
    /** To all of them, where they are several. */
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
  /** Ends mails of this kind, without a session. */
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
  /** As above. */
  page?: MailedPageLink
}
export type MailKind = keyof MailViews
/** Who gets a kind of mail. Mails to applicants are erased with them, an account's mails with the account. */
const readers: Record<MailKind, 'applicant' | 'account'> = {
  verification: 'applicant',
  'account-code': 'account',
  'reset-password': 'account',
  'security-notice': 'account',
  'breach-notice': 'applicant',
  invitation: 'account',
  'application-received': 'applicant',
  'page-link': 'applicant',
  'restriction-lifted': 'applicant',
  'status-update': 'applicant',
  'template-test': 'account',
  retention: 'account',
  'data-request': 'account',
  'store-lost': 'account',
  'rights-reminder': 'account',
  'keep-question': 'applicant',
  'job-invitation': 'applicant',
  'new-applications': 'account',
  'undelivered-mails': 'account',
  'join-requests': 'account',
  'join-approved': 'account',
  'join-declined': 'account',
}
/** A person waits for it; no limit of an organization holds it back; one does. A lower rank is sent first. */
const AWAITED_RANK = 0
const UNLIMITED_RANK = 1
export const LIMITED_RANK = 2
const ranks: Partial<Record<MailKind, number>> = {
  // Codes, links and proofs: each has limits of its own where it is asked for (docs/specification.md §9.2).
  verification: AWAITED_RANK,
  'account-code': AWAITED_RANK,
  'reset-password': AWAITED_RANK,
  'page-link': AWAITED_RANK,
  invitation: AWAITED_RANK,
  'security-notice': AWAITED_RANK,
  // The law wants it without delay.
  'breach-notice': UNLIMITED_RANK,
}
export const mailRank = (kind: MailKind): number => ranks[kind] ?? LIMITED_RANK

export const applicantMails: readonly string[] = Object.entries(readers).flatMap(([kind, reader]) =>
  reader === 'applicant' ? [kind] : [],
)
/** Mails about an application carry a link to the page of the person who sent it. */
export const isLinkedToPage = (kind: string): boolean =>
  kind === 'application-received' ||
  kind === 'status-update' ||
  kind === 'keep-question' ||
  kind === 'restriction-lifted'
export type MailView = { [Kind in MailKind]: { kind: Kind; data: MailViews[Kind] } }[MailKind]

/** The looks of whose mail it is; the logo's address is a whole one. */
export type MailBrand = Omit<Brand, 'name'>

/** Null for mails of no organization: those are the product's own. */
export const mailBrandOf = (brand: Brand | null, appUrl: string): MailBrand | null =>
  brand && {
    accent: brand.accent,
    logo: brand.logo && { ...brand.logo, href: `${appUrl}${brand.logo.href}` },
  }

export const renderedMail = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type RenderedMail = z.output<typeof renderedMail>
/** What `src/mails/render.tsx` exports and `main.ts` hands down. */
export type RenderMail = (mail: MailView, brand?: MailBrand | null) => RenderedMail
