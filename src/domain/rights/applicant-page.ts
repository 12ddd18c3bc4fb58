// The applicant's own page: its links, its view, and its actions.
import type { ApplicationValues } from '../applicants/application-input.ts'
import type { ApplicantStatus } from '../applicants/applicants.ts'
import type { ApplicationErrors } from '../careers/widget.ts'
import type { OrganizationId } from '../organizations/organization-id.ts'
import type { Brand } from '../organizations/brand.ts'
import type { Day } from '../retention/retention.ts'
import type { RightsKind } from './rights.ts'

/** A link expires after this many days; the page then sends another one to the address of the application. */
export const PAGE_LINK_DAYS = 30
export const PAGE_PATH = '/me'
/** A mail with links lists this many applications of one shop, the newest. */
export const LINKS_IN_MAIL = 20

/** The content of a signed link. */
export type PageLink = {
  organizationId: OrganizationId
  applicantId: string
  /** Links of an earlier generation were revoked by the applicant. */
  generation: number
  endsAt: Date
}

/** A link in a mail. */
export type MailedPageLink = { link: string; endsOn: Day }

/** Actions with a page that asks for confirmation. */
const askedActs = [
  'withdraw',
  'access',
  'restrict',
  'object',
  'no-contact',
  'erase',
  'end-links',
] as const
export type AskedAct = (typeof askedActs)[number]
export const askedAct = (word: string): AskedAct | undefined =>
  askedActs.find((each) => each === word)

/** Actions that revoke or allow something, with one click. */
const plainActs = ['lift', 'withdraw-objection', 'allow-contact', 'keep', 'end-keeping'] as const
export type PlainAct = (typeof plainActs)[number]
export const plainAct = (word: string): PlainAct | undefined =>
  plainActs.find((each) => each === word)

/** What was just done: shown once, at the top of the page. */
const pageNews = [
  'correct',
  'cv',
  'withdraw',
  'access',
  'restrict',
  'object',
  'no-contact',
  ...plainActs,
] as const
export type PageNews = (typeof pageNews)[number]
/** All but what the page offers above them: their answers open 'More rights'. */
const aboveMoreRights: ReadonlySet<PageNews | AskedAct> = new Set([
  'correct',
  'cv',
  'withdraw',
  'keep',
  'end-keeping',
])
export const isOfMoreRights = (act: PageNews | AskedAct): boolean => !aboveMoreRights.has(act)
export const pageNewsOf = (word: string | undefined): PageNews | null =>
  pageNews.find((each) => each === word) ?? null

/** How a request of the person ended, where the page says it. */
export type AnswerOutcome = 'upheld' | 'refused' | 'done'

/** An application as the applicant sees it. */
export type OwnApplication = {
  jobTitle: string
  email: string
  sentOn: Day
  deletedOn: Day
  /** The same without a yes to extended retention; null when that day has come: the next run deletes it. */
  deletedOnWithoutYes: Day | null
  /** Its status, in the shop's words. */
  words: string
  /** What happens next is said of this status; null when the shop has words of its own for it, or nothing goes on. */
  next: ApplicantStatus | null
  /** Null when the shop does not show it. */
  isOpened: boolean | null
  /** The submitted application, as label and value, in the order of the form. */
  sent: { label: string; value: string }[]
  cv: { name: string; size: number } | null
  isWithdrawn: boolean
  isRestricted: boolean
  hasObjected: boolean
  isNoContact: boolean
  /** Whether the shop has asked to keep the application for longer, and whether the person agreed. */
  extendedRetention: 'asked' | 'agreed' | null
  /** A request for a copy of everything that waits for its answer. */
  copyAsked: { on: Day; dueOn: Day } | null
  /** Decided objections, refused requests and copies that were sent, newest first: the shop's answers. */
  answers: {
    id: string
    on: Day
    kind: RightsKind
    outcome: AnswerOutcome
    reason: string | null
  }[]
  /** Breaches of data that the shop has written to the person about, newest first. */
  breaches: { id: string; on: Day; parts: { heading: string; text: string }[] }[]
  linkEndsOn: Day
}

/** Of one erased application. */
export type Receipt = { number: string; erasedAt: string }

/** Common to every page behind a valid link. */
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
      /** Withdrawing ends a yes to extended retention, and the time without it is over. */
      isDeletedByWithdrawing: boolean
      /** The reasons that were typed. */
      words: string
      alert: string | null
    })
  /** For a person who has no link: what was typed, and what is wrong with it. */
  | { state: 'find'; href: string; formToken: string; email: string; error: string | null }
  /** The same for a link that is expired, incomplete or invalid. */
  | { state: 'ended'; href: string; formToken: string }
  /** The same answer to every request for a new link, or for the links of an address. */
  | { state: 'renewed'; isByAddress: boolean }
  | { state: 'receipt'; receipts: Receipt[] }
  | { state: 'failed'; message: string; againHref: string | null }
