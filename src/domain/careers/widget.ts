// The public widget: its options, its steps, and the view of each page. The server builds a view, React renders it.
import type { Accent } from './accent.ts'
import { DEFAULT_COLOR, givenColor } from './color.ts'
import type { ApplicationValues, TypedName } from '../applicants/application-input.ts'
import type { UploadedCv } from '../cvs/cvs.ts'
import type { JobView } from '../jobs/jobs.ts'
import type { JobChoices } from './job-choices.ts'
import { readJobSearch, searchQuery, type JobSearch } from './job-search.ts'
import { readSource, SOURCE_PARAMETER } from './sources.ts'
import { t } from '../texts/text.ts'

export const widgetStyles = ['full', 'widget', 'button'] as const
export type WidgetStyle = (typeof widgetStyles)[number]

export const widgetSteps = ['list', 'consent', 'email', 'sent', 'apply', 'done'] as const
export type WidgetStep = (typeof widgetSteps)[number]

/** The background of the widget; `auto` follows the setting of the visitor's device. */
export const widgetThemes = ['light', 'dark', 'auto'] as const
export type WidgetTheme = (typeof widgetThemes)[number]

export const WIDGET_MODE_JOBS = 2
/**
 * Pixels: the maximum height, what a resize message adds (docs/specification.md §9.1), and the height of a frame that
 * follows its content.
 */
export const WIDGET_HEIGHT = { cap: 600, added: 40, following: 620 } as const

/** What was typed into the form stays on the person's device for so long. */
export const DRAFT_DAYS = 7

/** How long the list waits for jobs before it says that there are none: milliseconds, and attempts. */
export const JOBS_WAIT = { every: 100, times: 50 } as const

export const widgetMessages = {
  resize: 'storehand-resize',
  resizeAcknowledged: 'storehand-resize-ack',
  step: 'storehand-step',
  verified: 'storehand-verification-complete',
  embedVerified: 'VERIFICATION_SUCCESS',
} as const

/** The options in the address of a widget page; kept through all steps. */
export type WidgetOptions = {
  style: WidgetStyle
  theme: WidgetTheme
  /** The language that the address names, as a tag; null: the reader's (decision 92). */
  lang: string | null
  /** Six hex digits, upper case, without '#'; null: the shop's own accent. */
  color: string | null
  powered: boolean
  shop: string | null
  org: string | null
  store: string | null
  /** Where the visit came from: `?src=`. */
  source: string | null
  /** The search in the list; null: none. */
  search: JobSearch | null
  /** Null in the widget. */
  page: StepsPage | null
}

/** A job's own page, when the steps are under its address instead of the widget's. */
export type StepsPage = {
  href: string
  jobsHref: string
  jobId: string
  /** In the shop's own theme, through the app proxy, which adds the shop to every address itself. */
  isInTheme?: true
}

export type WidgetJob = Pick<JobView, 'id' | 'title'>

/** Texts beside the fields of the application form; `cvFile` is the file. */
export type ApplicationErrors = Partial<Record<TypedName | 'cvFile', string>>

export type WidgetView = {
  options: WidgetOptions
  accent: Accent
  shopName: string | null
  /** An error of the whole step, shown in an alert at its top. */
  alert: string | null
} & (
  | {
      step: 'list'
      jobs: JobView[]
      /** The options to narrow the list; null for a short one. */
      choices: JobChoices | null
      /** The jobs could not be read, so there may be some. */
      unread?: true
    }
  | {
      step: 'consent'
      jobs: JobView[]
      choices: JobChoices | null
      job: WidgetJob
      /** The shop of the job, which a consent must name, also in a list of several shops. */
      recipient: string
    }
  | { step: 'email'; job: WidgetJob; email: string; error: string | null }
  | {
      step: 'sent'
      job: WidgetJob
      email: string
      /** What is sent with a typed code: it identifies the address and the job. */
      verification: string
      /** How long until another mail can be requested. */
      nextMailSeconds: number
      error: string | null
      /** No code is accepted any more: another mail is offered. */
      isSpent: boolean
    }
  | {
      step: 'apply'
      job: WidgetJob
      email: string
      token: string
      values: ApplicationValues
      cv: UploadedCv | null
      errors: ApplicationErrors
      prefilled: boolean
      /** Why there is no form; shown to a person with a verified address before they type. */
      stopped: Stopped | null
    }
  | {
      step: 'done'
      job: WidgetJob
      returnTo: string | null
      /** The sender of the confirmation mail; null when none is sent. */
      mailFrom: string | null
    }
)

/** An obstacle that refuses every application, and the address of the shop's other jobs. */
export type Stopped = { jobsHref: string } & (
  | {
      why: 'applied'
      /** A date in words. */
      on: string
      /** The page of that application; null when it was just deleted. */
      ownPageHref: string | null
    }
  | { why: 'closed' }
  /** The grant expired while the form was open; `againHref`: where the address is verified again. */
  | { why: 'unproven'; againHref: string }
)

/** '40 seconds' or '3 hours', rounded up, so that the stated time is never too short. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return t('count.second', { count: Math.ceil(seconds) })
  if (seconds <= 90 * 60) return t('count.minute', { count: Math.ceil(seconds / 60) })
  return t('count.hour', { count: Math.ceil(seconds / 3600) })
}

/** The colour in an address; an invalid one is the default. */
export const widgetColor = (text: string | undefined): string =>
  givenColor(text ?? '') ?? DEFAULT_COLOR

/** A language tag in its usual writing ('PT-br' is 'pt-BR'), or null. */
export function widgetLanguage(text: string | undefined): string | null {
  // Private subtags and extensions are left out: they select no language.
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(text ?? '')) return null
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

type Query = Readonly<Record<string, string | undefined>>

export function readWidgetOptions(query: Query): WidgetOptions {
  return {
    style: widgetStyles.find((style) => style === query.style) ?? 'full',
    theme: widgetThemes.find((theme) => theme === query.theme) ?? 'light',
    lang: widgetLanguage(query.lang),
    color: query.color ? widgetColor(query.color) : null,
    powered: query.powered !== 'false',
    shop: query.shop || null,
    org: query.org || null,
    store: query.store || null,
    source: readSource(query[SOURCE_PARAMETER]),
    search: readJobSearch(query),
    page: null,
  }
}

/** The address of a step that keeps the widget's options; defaults are left out. */
export function widgetHref(
  options: WidgetOptions,
  step: WidgetStep = 'list',
  more: Readonly<Record<string, string>> = {},
): string {
  const { page } = options
  // A job's own page already has its shop, its appearance and its job.
  const { roleId, ...rest } = more
  const ofWidget = [
    ['style', options.style === 'full' ? null : options.style],
    ['theme', options.theme === 'light' ? null : options.theme],
    ['lang', options.lang],
    ['color', options.color],
    ['powered', options.powered ? null : 'false'],
  ]
  const query = [
    ...(page ? [['lang', options.lang]] : ofWidget),
    ['shop', page?.isInTheme ? null : options.shop],
    ['org', page ? null : options.org],
    ['store', options.store],
    [SOURCE_PARAMETER, options.source],
    ...(page ? [] : searchQuery(options.search)),
    ['step', step === 'list' ? null : step],
    ['roleId', page ? null : roleId],
    ...Object.entries(rest),
  ].flatMap(([name, value]) => (name && value ? [`${name}=${encodeURIComponent(value)}`] : []))
  const path = stepPath(options)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** The path of all steps: the widget's, or the job's own page. */
export const stepPath = ({ page }: WidgetOptions): string => page?.href ?? '/embed'

/** The shop's jobs, for a person who leaves the steps. */
export const jobsHref = (options: WidgetOptions): string =>
  options.page?.jobsHref ?? widgetHref(options)
