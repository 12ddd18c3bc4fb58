// The steps of an application at the address of the job's own page: `/careers/{organization}/{job}?step=…`.
import { accentOf } from '#domain/careers/accent.ts'
import { careersHref, careersPath } from '#domain/careers/careers-pages.ts'
import type { CareersPage } from '#domain/careers/careers.ts'
import {
  readWidgetOptions,
  widgetHref,
  widgetSteps,
  type WidgetOptions,
  type WidgetStep,
  type WidgetView,
} from '#domain/careers/widget.ts'
import { readSource } from '#domain/careers/sources.ts'
import { colorOf } from '#domain/organizations/brand.ts'
import { readJobOfSteps, type JobOfSteps } from '#features/jobs/read-careers.ts'
import type { Ctx } from '../context.ts'
import { asAppError, setRetryAfter, statusFor } from '../errors.ts'
import { answerFailure, answerStep, wantsJson } from './step-answers.ts'
import { postStep } from './widget-posts.ts'
import { show, startAgain } from './widget-steps.ts'

/** The step that the address names; undefined for the job's page itself. */
export function stepOf(c: Ctx): WidgetStep | undefined {
  const asked = c.req.query('step')
  return widgetSteps.find((step) => step !== 'list' && step === asked)
}

/** Undefined where there is no such job: the job's page says so. Throws what the caller answers in the shop's frame. */
export async function answerJobStep(
  c: Ctx,
  { organization, job: word }: { organization: string; job: string },
  step: WidgetStep,
): Promise<Response | undefined> {
  const { shop: store, store: returnTo, lang, src } = c.req.query()
  const found = await readJobOfSteps(c.var.deps, organization, word, { store })
  if (!found) return undefined
  const options = optionsOf(found, { store: returnTo, lang, src })
  const { href } = options.page
  if (c.req.method === 'GET' && c.req.path !== href) {
    const query = c.req.url.split('?')[1]
    return c.redirect(query ? `${href}?${query}` : href, 301)
  }
  try {
    const answer = await (c.req.method === 'POST'
      ? postStep(c, options, step)
      : show(c, options, step))
    return await answerStep(c, answer, (view) => pageOf(found, options, view))
  } catch (error) {
    const refusal = asAppError(error, c)
    const status = statusFor(refusal)
    setRetryAfter(c, refusal)
    if (wantsJson(c)) return answerFailure(c, refusal)
    if (refusal.code === 'embed.jobClosed') return undefined
    if (status >= 500) throw error
    const answer = await startAgain(c, options, refusal.message)
    return answerStep(c, { ...answer, status }, (view) => pageOf(found, options, view))
  }
}

type PageOptions = WidgetOptions & { page: NonNullable<WidgetOptions['page']> }

function optionsOf(
  { shop, job, store }: JobOfSteps,
  asked: Record<'store' | 'lang' | 'src', string | undefined>,
): PageOptions {
  return {
    ...readWidgetOptions({ ...asked, theme: 'auto', powered: 'false' }),
    ...(store ? { shop: store } : { org: shop.slug }),
    page: {
      href: careersPath(shop, job),
      jobsHref: careersHref(shop, null, { shop: store, source: readSource(asked.src) }),
      jobId: job.id,
    },
  }
}

function pageOf(
  { shop, job, brand, facts }: JobOfSteps,
  options: PageOptions,
  view: WidgetView,
): CareersPage {
  return {
    page: 'steps',
    shop: { name: shop.name, href: options.page.jobsHref, brand },
    job: { title: job.title, facts, href: widgetHref(options) },
    view: { ...view, accent: accentOf(colorOf(brand)) },
  }
}
