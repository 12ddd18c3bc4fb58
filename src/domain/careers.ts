// The public pages around the widget: what each of them shows. The server fills a view, React draws it.
import type { ApplicationValues } from './applicants.ts'
import type { Brand } from './brand.ts'
import type { UploadedCv } from './cvs.ts'
import type { JobView } from './jobs.ts'
import type { ApplicationErrors, WidgetView } from './widget.ts'

/** The page a verification link opens. It verifies by a POST of its own; opening it changes nothing. */
export type VerifyView = {
  state: 'loading' | 'success' | 'error'
  token: string
  /** The page was opened from a widget: on success it tells its opener and closes. */
  embed: boolean
  /** Where 'Continue Application' goes; set on success. */
  continueTo: string | null
  /** While loading: where the visit asks to go. On success: where an embedded one goes by itself, an allowed address or null. */
  redirectTo: string | null
  message: string | null
  job: { id: string; title: string } | null
  email: string | null
  /** The grant, for the opener on our own origin only. */
  grant: string | null
  /** Where a dead link's owner asks for another mail; null where the address does not say for which job. */
  askAgain: string | null
  /** 'Back to Jobs': the shop's, where the shop is known. */
  jobsHref: string
}

export type VerifyEmbedView = {
  state: 'loading' | 'success' | 'error'
  token: string
  email: string
  store: string
  /** The store's own page on success, with #verification-success: an allowed address, or null. */
  returnTo: string | null
  shopName: string | null
  message: string | null
  /** 'Back to Jobs': the shop's, where the shop is known. */
  jobsHref: string
}

/** Seconds before the second verification page goes back to the store. */
export const VERIFY_EMBED_SECONDS = 2

/** Where an applicant is sent of whom nothing is known, and after how many seconds. */
export const REFUSED_LEAVES = { to: '/', seconds: 4 } as const

/** How many open positions a refused application names; the others are one press away. */
export const REFUSED_JOBS = 5

/** `brand`: whose page it is; null where nothing says so. */
export type ApplicationView = { brand: Brand | null } & (
  | { state: 'submitted'; job: { title: string }; shopName: string; backTo: string }
  | {
      state: 'refused'
      message: string
      /** The shop the visit came from, with some of its open positions; null where nothing says so. */
      shop: {
        name: string
        jobsHref: string
        jobs: { title: string; location: string; href: string }[]
      } | null
      /** Nothing is known and nothing can be tried again: the page goes on by itself. */
      leaves: boolean
    }
  | {
      state: 'form'
      job: JobView
      shopName: string
      email: string
      token: string
      values: ApplicationValues
      cv: UploadedCv | null
      errors: ApplicationErrors
      alert: string | null
      prefilled: boolean
      /** How long and how much, for somebody who bought there before. */
      customerLine: string | null
      backTo: string
    }
)

export type CareersPage =
  | { page: 'embed'; view: WidgetView }
  | { page: 'verify'; view: VerifyView }
  | { page: 'verify-embed'; view: VerifyEmbedView }
  | { page: 'application'; view: ApplicationView }

/** What `src/careers/render.tsx` exports and `main.ts` hands to the HTTP floor. */
export type RenderCareersPage = (page: CareersPage) => string
