// The applicant's own page: its links, what it shows, and what may be done there.
import type { ApplicationValues } from '../applicants/applicants.ts'
import type { ApplicationErrors } from '../careers/widget.ts'
import type { OrganizationId } from '../organizations/organization-id.ts'
import type { Brand } from '../organizations/brand.ts'
import type { Day } from '../retention/retention.ts'
import type { RightsKind } from './rights.ts'

/** A link ends after so many days; the page then sends another one to the address of the application. */
export const PAGE_LINK_DAYS = 30
export const PAGE_PATH = '/me'

/** What a signed link says. */
export type PageLink = {
  organizationId: OrganizationId
  applicantId: string
  /** Links of an earlier generation have been ended by the applicant. */
  generation: number
  endsAt: Date
}

/** A link as a mail has it. */
export type MailedPageLink = { link: string; endsOn: Day }

/** Acts with a page of their own that asks once more. */
export const askedActs = [
  'withdraw',
  'restrict',
  'object',
  'no-contact',
  'erase',
  'end-links',
] as const
export type AskedAct = (typeof askedActs)[number]
export const askedAct = (word: string): AskedAct | undefined =>
  askedActs.find((each) => each === word)

/** Acts that take something back or allow something, by one press. */
export const plainActs = [
  'lift',
  'withdraw-objection',
  'allow-contact',
  'keep',
  'end-keeping',
] as const
export type PlainAct = (typeof plainActs)[number]
export const plainAct = (word: string): PlainAct | undefined =>
  plainActs.find((each) => each === word)

/** What was just done: said once, at the top of the page. */
export const pageNews = [
  'correct',
  'cv',
  'withdraw',
  'restrict',
  'object',
  'no-contact',
  ...plainActs,
] as const
export type PageNews = (typeof pageNews)[number]
export const pageNewsOf = (word: string | undefined): PageNews | null =>
  pageNews.find((each) => each === word) ?? null

/** An application as the person who sent it sees it. */
export type OwnApplication = {
  jobTitle: string
  email: string
  sentOn: Day
  deletedOn: Day
  /** Where it stands, in the shop's words. */
  words: string
  /** Null where the shop does not say. */
  isOpened: boolean | null
  /** What was sent, as label and value, in the order of the form. */
  sent: { label: string; value: string }[]
  cv: { name: string; size: number } | null
  isWithdrawn: boolean
  isRestricted: boolean
  hasObjected: boolean
  isNoContact: boolean
  /** The shop has asked whether it may keep the application for longer, and whether the person agreed. */
  keeping: 'asked' | 'agreed' | null
  /** Decided objections and refused requests, newest first: what the shop answered. */
  answers: { id: string; on: Day; kind: RightsKind; isUpheld: boolean; reason: string | null }[]
  linkEndsOn: Day
}

/** What every page behind a live link has. */
export type PageFrameView = {
  shop: { brand: Brand; href: string }
  /** The address of the page itself: '/me/...'. */
  href: string
  /** Proves that a form is one of ours. */
  formToken: string
}

export type ApplicantPageView =
  | (PageFrameView & { state: 'application'; application: OwnApplication; news: PageNews | null })
  | (PageFrameView & {
      state: 'correct'
      jobTitle: string
      email: string
      values: ApplicationValues
      errors: ApplicationErrors
    })
  | (PageFrameView & {
      state: 'cv'
      jobTitle: string
      cv: OwnApplication['cv']
      error: string | null
    })
  | (PageFrameView & {
      state: 'question'
      jobTitle: string
      act: AskedAct
      /** The reasons that were typed. */
      words: string
      alert: string | null
    })
  /** The same for a link that has ended, was cut or was never one of ours. */
  | { state: 'ended'; href: string; formToken: string }
  /** The answer to everybody who asks for a new link. */
  | { state: 'renewed' }
  | { state: 'receipt'; number: string; erasedAt: string }
  | { state: 'failed'; message: string; againHref: string | null }
