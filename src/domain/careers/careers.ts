// The public pages around the widget: the view of each. The server builds a view, React renders it.
import type { CvPageView } from '../cvs/cv-page.ts'
import type { InThemeView } from './in-theme.ts'
import type { ApplicationValues } from '../applicants/application-input.ts'
import type { Brand } from '../organizations/brand.ts'
import type { CareersView, JobLine, ShopHead } from './careers-pages.ts'
import type { ApplicantPageView } from '../rights/applicant-page.ts'
import type { UploadedCv } from '../cvs/cvs.ts'
import type { JobView } from '../jobs/jobs.ts'
import type { ApplicationErrors, WidgetView } from './widget.ts'

/**
 * The shop of a visit, as parameters of an address; empty when it is unknown. Each form and link of such a page carries
 * it, because the next request has another referrer. They only select a shop that exists.
 */
type WithVisit = { visit: string }

/** Where a visitor without a valid grant can go: within the shop of the visit. */
export type NextStepsView = WithVisit & {
  /** The shop's brand; null when the shop is unknown, as below. */
  brand: Brand | null
  shopName: string | null
  /** The job is no longer open. */
  isClosed: boolean
  /** Some of the shop's open jobs, when they are the next step. */
  jobs: readonly JobLine[]
  /** Sends another mail to the address that this token was mailed to; null when it is unknown, or of no use. */
  sendAgain: { token: string } | null
  /** The page that asks for an address to send another mail to; null when the job is unknown. */
  askAgain: string | null
  /** 'Back to Jobs': the shop's, if the shop is known. */
  jobsHref: string
}

/** The page that a verification link opens. Only its POST verifies; opening it changes nothing. */
export type VerifyView = WithVisit & {
  /** For a valid link: an invalid one has the brand in its next steps. */
  brand: Brand | null
  state: 'loading' | 'success' | 'error' | 'sent'
  token: string
  /** The page was opened from a widget: on success it notifies its opener and closes. */
  embed: boolean
  /** The link of 'Continue Application'; set on success. */
  continueTo: string | null
  /** The page of the application that was already submitted. */
  ownPageHref: string | null
  /**
   * While loading: the redirect that the visit requests. On success: the allowed target to which an embedded page
   * continues, or null.
   */
  redirectTo: string | null
  message: string | null
  job: { id: string; title: string } | null
  email: string | null
  /** The grant, for the opener on our own origin only. */
  grant: string | null
  /** For an invalid link, a new one that was sent, and a valid one whose job was closed meanwhile. */
  nextSteps: NextStepsView | null
}

export type VerifyEmbedView = WithVisit & {
  /** See above. */
  brand: Brand | null
  state: 'loading' | 'success' | 'error'
  token: string
  email: string
  store: string
  /** The store's own page on success, with #verification-success: an allowed address, or null. */
  returnTo: string | null
  shopName: string | null
  message: string | null
  /** For an invalid link. */
  nextSteps: NextStepsView | null
}

/** The brand of the page; null when the shop is unknown. */
export const brandOfProof = (view: VerifyView | VerifyEmbedView): Brand | null =>
  view.nextSteps?.brand ?? view.brand

/** Seconds before the second verification page redirects to the store. */
export const VERIFY_EMBED_SECONDS = 2

/** Where a visitor without any known shop is redirected, and after how many seconds. */
export const REFUSED_LEAVES = { to: '/', seconds: 4 } as const

export type ApplicationView =
  | {
      state: 'submitted'
      brand: Brand | null
      job: { title: string }
      shopName: string
      backTo: string
    }
  | {
      state: 'refused'
      message: string
      nextSteps: NextStepsView
      /** The content of the refused form. */
      typed: ApplicationValues
      /** Nothing is known and there is nothing to retry: the page redirects by itself. */
      leaves: boolean
    }
  | {
      state: 'form'
      brand: Brand | null
      job: JobView
      shopName: string
      email: string
      token: string
      values: ApplicationValues
      cv: UploadedCv | null
      errors: ApplicationErrors
      alert: string | null
      prefilled: boolean
      /** Since when, and how many orders, for a person who is a customer. */
      customerLine: string | null
      backTo: string
      /** Where the form is submitted. */
      action: string
    }

/** The brand of the page; null when the shop is unknown. */
export const brandOfView = (view: ApplicationView): Brand | null =>
  view.state === 'refused' ? view.nextSteps.brand : view.brand

export type CareersPage =
  | { page: 'careers'; view: CareersView }
  | { page: 'embed'; view: WidgetView }
  /** A step under the address of the job's own page. */
  | {
      page: 'steps'
      shop: ShopHead
      job: JobLine
      view: WidgetView
    }
  | { page: 'verify'; view: VerifyView }
  | { page: 'verify-embed'; view: VerifyEmbedView }
  | { page: 'application'; view: ApplicationView }
  | { page: 'own'; view: ApplicantPageView }
  | { page: 'cv'; view: CvPageView }
  /** A part of a page in the shop's theme. */
  | { page: 'in-theme'; view: InThemeView }

/** The shop of the visit that a page knows. */
export function visitOfPage(page: CareersPage): string {
  switch (page.page) {
    case 'verify':
    case 'verify-embed':
      return page.view.nextSteps?.visit ?? page.view.visit
    case 'application':
      return page.view.state === 'refused' ? page.view.nextSteps.visit : ''
    default:
      return ''
  }
}

const isOffered = (view: CareersView): boolean =>
  view.state === 'jobs' || (view.state === 'job' && !view.job.is_unlisted)

/** Whether search engines may index a page: the shop's list of jobs, and each job in it. All others are for one visit or one person. */
export function isIndexed(page: CareersPage): boolean {
  switch (page.page) {
    case 'careers':
      return isOffered(page.view)
    case 'in-theme':
      return page.view.kind === 'page' && isOffered(page.view.view)
    case 'embed':
      return page.view.step === 'list'
    default:
      return false
  }
}

/** The exports of `src/careers/render.tsx`, which `main.ts` passes to the HTTP layer. */
/** `query`: of a page that can be opened again, so in another language too. */
export type RenderCareersPage = (page: CareersPage, query?: string) => string
/** CSP sources, in their quotes, of the inline scripts that a kind of page may carry. */
export type ScriptHashes = (kind: CareersPage['page']) => readonly string[]
