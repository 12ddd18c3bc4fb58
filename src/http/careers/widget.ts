// /embed: the widget's steps. Each is a page and a form post; scripts get the view as JSON from the same addresses.
import { Hono } from 'hono'
import { accentOf } from '#domain/careers/accent.ts'
import { colorOf } from '#domain/organizations/brand.ts'
import {
  readWidgetOptions,
  widgetSteps,
  type WidgetOptions,
  type WidgetStep,
  type WidgetView,
} from '#domain/careers/widget.ts'
import { findVisitedShop } from '#features/jobs/find-visited-shop.ts'
import { markWidgetSeen } from '#features/overview/mark-widget-seen.ts'
import type { Ctx, Env } from '../context.ts'
import type { SendWidgetList } from './widget-lists.ts'
import { answerFailure, answerStep, wantsJson } from './step-answers.ts'
import { postStep } from './widget-posts.ts'
import { list, show, type Answer } from './widget-steps.ts'
import { asAppError, referenceOf, setRetryAfter, statusFor } from '../errors.ts'
import { findShopLink } from './visited-shop.ts'

const answer = (c: Ctx, found: Answer): Promise<Response> =>
  answerStep(c, found, async (view) => ({ page: 'embed', view: await inShopColor(c, view) }))

/** Applies the shop's colour to a full page. A step fetched by a script keeps the colours of the page. */
async function inShopColor(c: Ctx, view: WidgetView): Promise<WidgetView> {
  const { color, shop, org } = view.options
  if (color !== null) return view
  const found = await findVisitedShop(c.var.deps, {
    tokens: [],
    jobs: 'job' in view ? [view.job.id] : [],
    shops: shop ? [shop] : [],
    organizations: org ? [org] : [],
    hosts: [],
  })
  return { ...view, accent: accentOf(colorOf(found ?? null)) }
}

function readStep(c: Ctx): WidgetStep {
  const { step, token, verified, roleId } = c.req.query()
  const named = widgetSteps.find((name) => name === step)
  // These flags only choose the screen; they give no permission to apply (docs/specification.md §2.4).
  return named ?? ((token || verified === 'true') && roleId ? 'apply' : 'list')
}

async function guarded(c: Ctx, options: WidgetOptions, work: () => Promise<Answer>) {
  try {
    return await answer(c, await work())
  } catch (error) {
    const refusal = asAppError(error, c)
    setRetryAfter(c, refusal)
    const status = statusFor(refusal)
    if (status >= 500 && c.req.method === 'POST' && wantsJson(c)) return answerFailure(c, refusal)
    // After an error about a shop's job, list the jobs of that shop.
    const link = options.org || options.shop ? undefined : await findShopLink(c)
    const problem = refusal.message + referenceOf(c)
    const shown = await list(c, link ? { ...options, org: link.shop.slug } : options, problem)
    return answer(c, { ...shown, status })
  }
}

export const widgetRoutes = (sendList: SendWidgetList): Hono<Env> =>
  new Hono<Env>()
    .get('/embed', (c) => {
      const options = readWidgetOptions(c.req.query())
      const step = readStep(c)
      markWidgetSeen(c.var.deps, {
        shop: options.shop,
        org: options.org,
        referrer: c.req.header('referer'),
        destination: c.req.header('sec-fetch-dest'),
      })
      if (step !== 'list' || wantsJson(c)) return guarded(c, options, () => show(c, options, step))
      return sendList(c, options).catch(() =>
        // Reads again without the cache; the result, at worst an empty list, is not cached.
        guarded(c, options, () => list(c, options)),
      )
    })
    .post('/embed', (c) => {
      const options = readWidgetOptions(c.req.query())
      const step = readStep(c)
      return guarded(c, options, () => postStep(c, options, step))
    })
