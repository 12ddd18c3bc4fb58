// The public pages around the widget: what each of them shows. The server fills a view, React draws it.
import type { InThemeView } from './in-theme.ts'
import type { ApplicationValues } from '../applicants/applicants.ts'
import type { Brand } from '../organizations/brand.ts'
import type { CareersView, JobLine, ShopHead } from './careers-pages.ts'
import type { ApplicantPageView } from '../rights/applicant-page.ts'
import type { UploadedCv } from '../cvs/cvs.ts'
import type { JobView } from '../jobs/jobs.ts'
import type { ApplicationErrors, WidgetView } from './widget.ts'

/** Where a visitor without a valid grant can go: within the shop of the visit. */
export type NextStepsView = {
  /** How its pages look; null where nothing says which shop it is, as below. */
  brand: Brand | null
  shopName: string | null
  /** The job is no longer open. */
  isClosed: boolean
  /** Some of the shop's open jobs, where they are the next step. */
  jobs: readonly JobLine[]
  /** One press sends another mail to the address that this token was mailed to; null where it is not known, or of no use. */
  sendAgain: { token: string } | null
  /** Where another mail can be asked for with an address; null where nothing says for which job. */
  askAgain: string | null
  /** 'Back to Jobs': the shop's, where the shop is known. */
  jobsHref: string
}

/** The page that a verification link opens. Only its POST verifies; opening it changes nothing. */
export type VerifyView = {
  /** Of a live link: a dead one has it with its next steps. */
  brand: Brand | null
  state: 'loading' | 'success' | 'error' | 'sent'
  token: string
  /** The page was opened from a widget: on success it tells its opener and closes. */
  embed: boolean
  /** The link of 'Continue Application'; set on success. */
  continueTo: string | null
  /** The page of the application that was sent already. */
  ownPageHref: string | null
  /** While loading: where the visit asks to go. On success: where an embedded one goes by itself, an allowed address or null. */
  redirectTo: string | null
  message: string | null
  job: { id: string; title: string } | null
  email: string | null
  /** The grant, for the opener on our own origin only. */
  grant: string | null
  /** Of a dead link, of a new one that was sent, and of a live one whose job was closed meanwhile. */
  nextSteps: NextStepsView | null
}

export type VerifyEmbedView = {
  /** As above. */
  brand: Brand | null
  state: 'loading' | 'success' | 'error'
  token: string
  email: string
  store: string
  /** The store's own page on success, with #verification-success: an allowed address, or null. */
  returnTo: string | null
  shopName: string | null
  message: string | null
  /** Of a dead link. */
  nextSteps: NextStepsView | null
}

/** Whose page it is; null where nothing says so. */
export const brandOfProof = (view: VerifyView | VerifyEmbedView): Brand | null =>
  view.nextSteps?.brand ?? view.brand

/** Seconds before the second verification page redirects to the store. */
export const VERIFY_EMBED_SECONDS = 2

/** Where an applicant is sent of whom nothing is known, and after how many seconds. */
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
      /** What was written in the form that is refused. */
      typed: ApplicationValues
      /** Nothing is known and there is nothing to retry: the page continues by itself. */
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
      /** Since when and how often, for a person who is a customer. */
      customerLine: string | null
      backTo: string
      /** Where the form is sent. */
      action: string
    }

/** Whose page it is; null where nothing says so. */
export const brandOfView = (view: ApplicationView): Brand | null =>
  view.state === 'refused' ? view.nextSteps.brand : view.brand

export type CareersPage =
  | { page: 'careers'; view: CareersView }
  | { page: 'embed'; view: WidgetView }
  /** A step at the address of the job's own page. */
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
  /** A part of a page of the shop, in its theme. */
  | { page: 'in-theme'; view: InThemeView }

/** What `src/careers/render.tsx` exports and `main.ts` hands to the HTTP floor. */
/** `query`: of the address of a page that can be opened again, so in another language too. */
export type RenderCareersPage = (page: CareersPage, query?: string) => string
