// The view and the URL of each step of the widget.
import { LRUCache } from 'lru-cache'
import { continueInLanguage } from '#domain/texts/languages.ts'
import { accentOf } from '#domain/careers/accent.ts'
import { careersHref } from '#domain/careers/careers-pages.ts'
import { choicesOf, findJobs, searchedText } from '#domain/careers/job-choices.ts'
import { colorOf } from '#domain/organizations/brand.ts'
import { prefilledValues, type KnownCustomer } from '#domain/store/customers.ts'
import type { ApplicationValues } from '#domain/applicants/application-input.ts'
import { AppError } from '#domain/errors.ts'
import { inReadersWords, readableFirst, withinLength } from '#domain/jobs/job-texts.ts'
import { jobView, type ByMachine, type JobView } from '#domain/jobs/jobs.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import { onceForEachLanguage } from '#domain/texts/once-for-each-language.ts'
import { t } from '#domain/texts/text.ts'
import type { VerificationRequest, Grant } from '#domain/verification/verification.ts'
import {
  jobsHref,
  widgetHref,
  type Stopped,
  type WidgetOptions,
  type WidgetStep,
  type WidgetView,
} from '#domain/careers/widget.ts'
import { dayText } from '#domain/texts/formats.ts'
import { findApplicationObstacle } from '#features/applicants/find-application-obstacle.ts'
import { readUploadedCv } from '#features/cvs/read-uploaded-cv.ts'
import type { PublicJobs } from '#features/jobs/public-lists.ts'
import { readNamedJob, readPublicJob } from '#features/jobs/read-jobs.ts'
import { readOwnPageHref } from '#features/rights/own-page.ts'
import { readPrefill } from '#features/store/customers/recognise-customer.ts'
import { allowedReturnUrl } from '#features/verification/allowed-return-url.ts'
import { readAsked } from '#features/verification/verification-request.ts'
import { readGrant } from '#features/verification/verify.ts'
import type { Ctx } from '../context.ts'

export type Answer = { view: WidgetView; url: string; status?: number }

export const common = (options: WidgetOptions, alert: string | null = null) => ({
  options,
  accent: accentOf(colorOf(null, options.color)),
  shopName: null,
  alert,
})

export const listView = (options: WidgetOptions, found: PublicJobs): WidgetView => ({
  ...common(options),
  accent: accentOf(colorOf(found, options.color)),
  shopName: found.shopName,
  step: 'list',
  jobs: shownJobs(options, inWords(found.jobs)),
  choices: choicesOf(inWords(found.jobs), options.search),
})

/** So many characters of texts: those of 200 jobs, 5,000 each. */
const TEXTS_MAX = 1_000_000

/** The views do not contain links, which depend on the page. */
const inWords = onceForEachLanguage((jobs: PublicJobs['jobs']) => {
  const read = jobs.map((job) => inReadersWords(job, job.organization_language))
  return withinLength(readableFirst(read), TEXTS_MAX).map((job) => ({ ...job, view: jobView(job) }))
})

type ListedJobs = ReturnType<typeof inWords>

/** To normalise those of a long list takes a tenth of a second, and anybody can make up searches without end. */
const searchedOnce = onceForEachLanguage((job: ListedJobs[number]) => searchedText(job))

/** The search compares the texts that the reader sees. */
function shownJobs(options: WidgetOptions, jobs: ListedJobs): JobView[] {
  const views = linkedViews(options, jobs)
  return findJobs(jobs, options.search, searchedOnce).flatMap((job) => views.get(job) ?? [])
}

/** So few ways to a shop are busy at once. */
const CACHED_WAYS = 4
const cachedViews = new WeakMap<ListedJobs, LRUCache<string, Map<ListedJobs[number], JobView>>>()

/**
 * Returns the same objects for the same links while the jobs are cached, because their markup is cached with them
 * (src/careers/jobs/job-card.tsx).
 */
function linkedViews(options: WidgetOptions, jobs: ListedJobs): Map<ListedJobs[number], JobView> {
  const ways = cachedViews.get(jobs) ?? new LRUCache({ max: CACHED_WAYS })
  cachedViews.set(jobs, ways)
  const way = JSON.stringify([options.shop, options.source])
  const cached = ways.get(way)
  if (cached) return cached
  const views = new Map(
    jobs.map((job) => [
      job,
      { ...job.view, href: pageHref(options, job), byMachine: byMachine(options, job) },
    ]),
  )
  ways.set(way, views)
  return views
}

/** The widget is on the shop's own pages, so that is where a visit of the job's page comes from. */
const pageHref = (
  { shop, source }: WidgetOptions,
  job: { organization_slug: string; slug: string },
  lang?: string,
): string =>
  careersHref({ slug: job.organization_slug }, job, { shop, source: source ?? 'shop', lang })

const byMachine = (
  options: WidgetOptions,
  { byMachine: made, ...job }: ListedJobs[number],
): ByMachine | null =>
  made && { originalHref: made.original && pageHref(options, job, made.original) }

/** When jobs cannot be read: an empty list with a retry button and no message (docs/specification.md §2.4). */
export async function list(
  c: Ctx,
  options: WidgetOptions,
  alert: string | null = null,
): Promise<Answer> {
  const url = widgetHref(options)
  try {
    const found = await c.var.lists.read(options)
    continueInLanguage(found.language, 'shop')
    return { view: { ...listView(options, found), alert }, url }
  } catch (error) {
    c.var.deps.log.error({ err: error }, 'jobs cannot be read')
    return {
      view: { ...common(options, alert), step: 'list', jobs: [], choices: null, unread: true },
      url,
    }
  }
}

/** The job of a step. Throws embed.jobClosed when it is closed or deleted; the visitor then sees the list of open jobs. */
export async function jobOr404(c: Ctx, options: WidgetOptions, name: string | undefined) {
  const job = await openJob(c, options, name)
  if (!job) throw new AppError('embed.jobClosed')
  return job
}

/** Undefined when it is closed or deleted. */
export async function openJob(c: Ctx, options: WidgetOptions, name: string | undefined) {
  const job = name ? await readNamedJob(c.var.deps, options, name) : undefined
  if (!job) return undefined
  continueInLanguage(job.organization_language, 'shop')
  const { title } = inReadersWords(job, job.organization_language)
  return { id: job.id, title, shopName: job.organization_name }
}

/** The job of the address: of the path, on the job's own page. */
const jobIdOf = (c: Ctx, { page }: WidgetOptions): string | undefined =>
  page?.jobId ?? c.req.query('roleId')

/** Where a visitor starts again: the list, or the first step of the job's own page. */
export async function startAgain(c: Ctx, options: WidgetOptions, alert: string): Promise<Answer> {
  if (!options.page) return list(c, options, alert)
  const { view, url } = await show(c, options, 'consent')
  return { view: { ...view, alert }, url }
}

export async function show(c: Ctx, options: WidgetOptions, step: WidgetStep): Promise<Answer> {
  const query = c.req.query()
  const jobId = jobIdOf(c, options)
  if (step === 'list') return list(c, options)
  if (step === 'apply') {
    const grant = query.token ? await readGrant(c.var.deps, query.token) : undefined
    if (grant) continueInLanguage(grant.language, 'person')
    if (grant && grant.job_post_id === jobId) return applyOrStop(c, options, grant)
  }
  const { shopName, ...job } = await jobOr404(c, options, jobId)
  const base = { ...common(options), shopName, job }

  if (step === 'done') {
    return {
      view: {
        ...base,
        step,
        returnTo: await storeOf(c, options, job.id),
        mailFrom: query.mail === 'yes' ? senderName(shopName) : null,
      },
      url: widgetHref(options, step, { roleId: job.id }),
    }
  }
  if (step === 'sent') {
    const sent = readAsked(c.var.deps, query.v ?? '')
    if (sent?.job_post_id === job.id) return sentStep(c, options, shopName, job, sent)
  }
  if (step === 'apply') {
    // A flag in the URL proves nothing: without a grant the visitor must verify the address.
    const view = emailStep(options, shopName, job, query.email ?? '')
    return { ...view, view: { ...view.view, alert: t('embed.linkInvalid') } }
  }
  if (step === 'email' && query.consent === 'yes') {
    const kept = readAsked(c.var.deps, query.v ?? '')
    return emailStep(options, shopName, job, kept?.email ?? '')
  }
  const url = widgetHref(options, 'consent', { roleId: job.id })
  if (options.page) {
    return {
      view: { ...base, step: 'consent', jobs: [], choices: null, recipient: shopName },
      url,
    }
  }
  const { view } = await list(c, options)
  return {
    view: {
      ...view,
      step: 'consent',
      jobs: view.step === 'list' ? view.jobs : [],
      choices: view.step === 'list' ? view.choices : null,
      job,
      recipient: shopName,
    },
    url,
  }
}

export function emailStep(
  options: WidgetOptions,
  shopName: string,
  job: { id: string; title: string },
  email: string,
  error: string | null = null,
): Answer {
  return {
    view: { ...common(options), shopName, step: 'email', job, email, error },
    url: widgetHref(options, 'email', { roleId: job.id, consent: 'yes' }),
  }
}

export function sentStep(
  c: Ctx,
  options: WidgetOptions,
  shopName: string,
  job: { id: string; title: string },
  sent: VerificationRequest,
): { view: Extract<WidgetView, { step: 'sent' }>; url: string } {
  const wait = Math.ceil((sent.nextMailAt.getTime() - c.var.deps.clock.now().getTime()) / 1000)
  return {
    view: {
      ...common(options),
      shopName,
      step: 'sent',
      job,
      email: sent.email,
      verification: sent.id,
      nextMailSeconds: Math.max(wait, 0),
      error: null,
      isSpent: false,
    },
    url: widgetHref(options, 'sent', { roleId: job.id, v: sent.id }),
  }
}

/** The form when it is first shown: prefilled from the store, or with the reason why an application is not possible. */
export async function applyOrStop(c: Ctx, options: WidgetOptions, grant: Grant): Promise<Answer> {
  const { deps } = c.var
  const refusal = await findApplicationObstacle(deps, grant)
  if (!refusal) {
    const { view, url } = applyStep(options, grant, await readPrefill(deps, grant))
    return { view: { ...view, cv: await readUploadedCv(deps, grant) }, url }
  }
  if (refusal.code === 'embed.jobClosed') return closedStep(options, grant)
  const { view, url } = applyStep(options, grant)
  const stopped: Stopped = {
    why: 'applied',
    on: dayText(new Date(refusal.appliedAt), 'UTC'),
    ownPageHref: await readOwnPageHref(deps, grant),
    jobsHref: otherJobsHref(options, grant),
  }
  return { view: { ...view, stopped }, url }
}

/** The link leads to this shop's jobs, also from a list of several shops. */
function otherJobsHref(options: WidgetOptions, grant: Grant): string {
  const isOfShop = options.page !== null || options.org !== null || options.shop !== null
  return jobsHref(isOfShop ? options : { ...options, org: grant.organization_id })
}

/** Shown instead of the form of a closed job, with its content if it was already open. */
export function closedStep(
  options: WidgetOptions,
  grant: Grant,
  written: { values: ApplicationValues; alert: string } | null = null,
): Answer {
  const { view, url } = applyStep(options, grant)
  const stopped: Stopped = { why: 'closed', jobsHref: otherJobsHref(options, grant) }
  return { view: { ...view, ...written, stopped }, url }
}

/** Shown instead of a form whose grant has expired, with its content. */
export function unprovenStep(
  options: WidgetOptions,
  { shopName, ...job }: { id: string; title: string; shopName: string },
  written: { values: ApplicationValues; email: string; alert: string },
): Answer {
  const againHref = widgetHref(options, 'consent', { roleId: job.id })
  const stopped: Stopped = { why: 'unproven', againHref, jobsHref: jobsHref(options) }
  return {
    view: {
      ...common(options),
      ...written,
      shopName,
      step: 'apply',
      job,
      token: '',
      cv: null,
      errors: {},
      prefilled: false,
      stopped,
    },
    url: againHref,
  }
}

export function applyStep(
  options: WidgetOptions,
  grant: Grant,
  known?: KnownCustomer,
): { view: Extract<WidgetView, { step: 'apply' }>; url: string } {
  const values = prefilledValues(known)
  const job = { id: grant.job_post_id, title: grant.job_title }
  return {
    view: {
      ...common(options),
      shopName: grant.organization_name,
      step: 'apply',
      job,
      email: grant.email,
      token: grant.token,
      values,
      cv: null,
      errors: {},
      prefilled: Object.keys(values).length > 0,
      stopped: null,
    },
    url: widgetHref(options, 'apply', { roleId: job.id, token: grant.token }),
  }
}

export async function storeOf(
  c: Ctx,
  options: WidgetOptions,
  jobId: string,
): Promise<string | null> {
  const job = options.store ? await readPublicJob(c.var.deps, jobId) : undefined
  return job && options.store
    ? allowedReturnUrl(c.var.deps, job.organization_id, options.store)
    : null
}
