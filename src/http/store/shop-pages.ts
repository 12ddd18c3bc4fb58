// /shopify-proxy: the shop's pages of its jobs and the steps of an application, which Shopify requests and puts into
// the theme. It forwards no cookies, follows redirects itself, and signs every request.
import { fullName } from '#domain/full-name.ts'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { careersHref } from '#domain/careers/careers-pages.ts'
import { inShopAddresses } from '#domain/careers/in-theme.ts'
import { isSeenByPerson } from '#domain/careers/sources.ts'
import { readJobSearch, searchFields } from '#domain/careers/job-search.ts'
import { readWidgetOptions, widgetHref, type WidgetOptions } from '#domain/careers/widget.ts'
import { AppError } from '#domain/errors.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { t } from '#domain/texts/text.ts'
import { submitApplication } from '#features/applicants/submit-application.ts'
import type { SearchReads } from '#features/jobs/careers-reads.ts'
import { ViewCounter } from '#features/jobs/count-views.ts'
import { markShopSeen } from '#features/overview/mark-widget-seen.ts'
import type { Deps } from '#features/deps.ts'
import { findShopOfCall } from '#features/store/shop-pages/find-shop.ts'
import {
  isEncryptedFor,
  readShopCustomer,
  encryptCustomer,
  type ShopCustomer,
} from '#features/store/shop-pages/signed-in-customer.ts'
import { linkingPage } from '#features/store/shop-pages/linking-page.ts'
import { storeRootOf } from '#features/store/pages/open-store.ts'
import {
  readJobOfSteps,
  readShopJob,
  readShopJobs,
  type JobOfSteps,
} from '#features/jobs/read-careers.ts'
import { verifyCustomer } from '#features/verification/verify-customer.ts'
import {
  languageFolder,
  VIA_PARAMETER,
  withoutLanguage,
  type ProxyCall,
} from '#domain/store/proxy-call.ts'
import type { Ctx, Env } from '../context.ts'
import { readSource, SOURCE_PARAMETER } from '#domain/careers/sources.ts'
import { asAppError, referenceOf, setRetryAfter, statusFor } from '../errors.ts'
import { readForm } from '../form-body.ts'
import { continueForVisitor, networkOf } from '../server/network.ts'
import { stepOf } from '../careers/job-steps.ts'
import { postStep } from '../careers/widget-posts.ts'
import { applyOrStop, applyStep, show, startAgain, type Answer } from '../careers/widget-steps.ts'
import { withCvPage, withSignIn, type Shown, type Visit } from './added-to-steps.ts'

type PageOptions = WidgetOptions & { page: NonNullable<WidgetOptions['page']> }

const statuses = { jobs: 200, job: 200, closed: 410, missing: 404, unavailable: 503 } as const

/** By address, the parameters of the visitor that its page reads: it gets no others. */
export const shopPageParameters = {
  '/shopify-proxy': ['after', 'lang', SOURCE_PARAMETER, VIA_PARAMETER, ...searchFields],
  '/shopify-proxy/:job': [
    'as',
    'consent',
    'lang',
    'mail',
    SOURCE_PARAMETER,
    'step',
    'token',
    'v',
    VIA_PARAMETER,
  ],
  // Nothing is there: the page says so in the theme.
  '/shopify-proxy/*': ['lang'],
} as const

type Address = keyof typeof shopPageParameters
type ShopPage = {
  methods: ('GET' | 'POST')[]
  show: (c: Ctx, visit: Visit) => Promise<Shown>
}

export function shopPageRoutes(deps: Deps, reads: SearchReads): Hono<Env> {
  const views = new ViewCounter(deps)
  const pages: Record<Address, ShopPage> = {
    '/shopify-proxy': { methods: ['GET'], show: (c, visit) => listPage(c, visit, reads) },
    '/shopify-proxy/:job': {
      methods: ['GET', 'POST'],
      async show(c, visit) {
        const job = c.req.param('job') ?? ''
        const shown = await jobPage(c, visit, job)
        if (isSeen(c, shown)) views.count(visit.shop.slug, job)
        return shown
      },
    },
    '/shopify-proxy/*': { methods: ['GET', 'POST'], show: (c, visit) => adPage(c, visit, '') },
  }
  const routes = new Hono<Env>()
  for (const address of Object.keys(pages) as Address[]) {
    const { methods, show: showPage } = pages[address]
    routes.on(methods, address, (c) => answer(c, shopPageParameters[address], showPage))
  }
  return routes
}

/** An open job that a person looks at. */
const isSeen = (c: Ctx, { view }: Shown): boolean =>
  c.req.method === 'GET' &&
  view.kind === 'page' &&
  view.view.state === 'job' &&
  isSeenByPerson(c.req.header('user-agent'), c.req.header('sec-purpose'))

/** Only what Shopify has signed for a shop that has the app is answered. */
async function answer(
  c: Ctx,
  parameters: readonly string[],
  showPage: ShopPage['show'],
): Promise<Response> {
  const { stores } = c.var.deps
  const call = stores?.app.readProxyCall(new URL(c.req.url).searchParams, parameters)
  // Forms are sent to addresses that our pages wrote.
  const isOurs = call && !(call.hasOthers && c.req.method === 'POST')
  if (!stores || !isOurs) throw new AppError('store.proxyRefused')
  continueWith(c, call.query)
  continueForVisitor(c)
  // Unknown while the database is away.
  let slug = ''
  const shown = await show(call).catch((error: unknown): Shown => {
    if (error instanceof AppError && error.code === 'store.proxyRefused') throw error
    const refusal = asAppError(error, c)
    setRetryAfter(c, refusal)
    const { message } = refusal
    const view = {
      kind: 'problem',
      message,
      reference: referenceOf(c),
      againHref: call.path,
    } as const
    return { view, status: statusFor(refusal) }
  })
  const html = c.var.screens.renderCareersPage({ page: 'in-theme', view: shown.view })
  const place = { path: call.path, slug, appUrl: c.var.deps.appUrl, unspoken: unspoken(c, call) }
  return c.body(inShopAddresses(html, place), statusInTheme(c, shown), {
    'Content-Type': 'application/liquid; charset=utf-8',
    'Cache-Control': 'no-store',
  })

  async function show(of: ProxyCall): Promise<Shown> {
    const found = await findShopOfCall(c.var.deps, of)
    if (!found || !stores) throw new AppError('store.proxyRefused')
    const { organization: shop } = found
    slug = shop.slug
    const root = storeRootOf(stores, of.shop, found.primaryDomain)
    const referrer = c.req.header('referer')
    const page = linkingPage({ via: of.query[VIA_PARAMETER], referrer }, { root, path: of.path })
    if (page) markShopSeen(c.var.deps, of.shop, page)
    return showPage(c, { call: of, shop, root })
  }
}

/** The address below the path of a page whose language nobody has told; the answer to a form cannot be opened again. */
function unspoken(c: Ctx, { path, query }: ProxyCall): string | null {
  if (c.req.method === 'POST' || query.lang || languageFolder(path)) return null
  const { search } = new URL(c.req.url)
  return escapeHtml(encodeURI(c.req.path.slice('/shopify-proxy'.length)) + search)
}

/**
 * A person gets every page as a success. Public apps report that Shopify replaces what is not 2xx by 'There was an error in the third-party application',
 * others that it is passed on; neither is documented. Programs, such as search engines, read the status.
 */
function statusInTheme(c: Ctx, { status = 200 }: Shown): ContentfulStatusCode {
  return isSeenByPerson(c.req.header('user-agent'), undefined) ? 200 : status
}

/**
 * From here on the request has these parameters alone. They are written again because Hono reads an address in its own way, and not as the
 * one that was verified.
 */
function continueWith(c: Ctx, query: ProxyCall['query']): void {
  const address = new URL(c.req.url)
  address.search = new URLSearchParams(query).toString()
  // Forms are read from the connection.
  c.req.raw = new Request(address, { method: c.req.method, headers: c.req.raw.headers })
}

/** A link that was shared says where; everybody else comes from the shop. */
const sourceOf = (c: Ctx): string => readSource(c.req.query(SOURCE_PARAMETER)) ?? 'shop'

async function listPage(c: Ctx, { call, shop, root }: Visit, reads: SearchReads): Promise<Shown> {
  const asked = {
    after: c.req.query('after'),
    store: undefined,
    source: sourceOf(c),
    search: readJobSearch(c.req.query()),
  }
  const found = await readShopJobs(c.var.deps, shop.slug, asked, reads)
  if (!found || !('view' in found)) throw new AppError('store.proxyRefused')
  const view = { ...found.view, canonical: root + withoutLanguage(call.path) }
  return { view: { kind: 'page', view }, status: statuses[view.state] }
}

async function jobPage(c: Ctx, visit: Visit, word: string): Promise<Shown> {
  const { deps } = c.var
  const { call, shop } = visit
  const step = stepOf(c)
  const found = step && (await readJobOfSteps(deps, shop.slug, word, { store: call.shop }))
  if (step && found) {
    const options = optionsOf(c, visit, found)
    const shown = await (step === 'consent'
      ? firstStep(c, visit, found, options)
      : laterStep(c, found, options, step))
    return withCvPage(c, visit, shown)
  }
  return adPage(c, visit, word)
}

async function adPage(c: Ctx, { call, shop, root }: Visit, word: string): Promise<Shown> {
  const source = sourceOf(c)
  let found = await readShopJob(c.var.deps, shop.slug, word, { store: undefined, source })
  if (found && 'movedTo' in found) {
    // Shopify would follow a redirect without a signature.
    const slug = new URL(found.movedTo, c.var.deps.appUrl).pathname.split('/').at(-1) ?? ''
    found = await readShopJob(c.var.deps, shop.slug, decodeURIComponent(slug), {
      store: undefined,
      source,
    })
  }
  if (!found || !('view' in found)) throw new AppError('store.proxyRefused')
  const own = careersHref(shop).split('?')[0] ?? ''
  const { pathname } = new URL(found.view.canonical)
  const canonical = root + withoutLanguage(call.path) + pathname.slice(own.length)
  const view = { ...found.view, canonical }
  return { view: { kind: 'page', view }, status: statuses[view.state] }
}

function optionsOf(c: Ctx, { call }: Visit, { job }: JobOfSteps): PageOptions {
  const { lang } = c.req.query()
  const options = readWidgetOptions({ lang, src: sourceOf(c), theme: 'auto', powered: 'false' })
  const inLanguage = options.lang ? `?lang=${encodeURIComponent(options.lang)}` : ''
  return {
    ...options,
    shop: call.shop,
    page: {
      href: `${call.path}/${encodeURIComponent(job.slug)}`,
      jobsHref: call.path + inLanguage,
      jobId: job.id,
      isInTheme: true,
    },
  }
}

const jobLine = ({ job, facts }: JobOfSteps, options: PageOptions) => ({
  title: job.title,
  facts,
  href: widgetHref(options),
})

/** A refusal is shown in the theme like every step: what a theme makes of another status is its own affair. */
const stepShown = (found: JobOfSteps, options: PageOptions, { view }: Answer): Shown => ({
  view: { kind: 'step', job: jobLine(found, options), view, signIn: null, cvHref: null },
})

async function laterStep(
  c: Ctx,
  found: JobOfSteps,
  options: PageOptions,
  step: NonNullable<ReturnType<typeof stepOf>>,
): Promise<Shown> {
  try {
    const done = await (c.req.method === 'POST'
      ? postStep(c, options, step)
      : show(c, options, step))
    return stepShown(found, options, done)
  } catch (error) {
    const refusal = asAppError(error, c)
    if (statusFor(refusal) >= 500 || refusal.code === 'embed.jobClosed') throw error
    return stepShown(found, options, await startAgain(c, options, refusal.message))
  }
}

/** Consent: with one tap for a person who is signed in to the shop, by mail for all others. */
async function firstStep(
  c: Ctx,
  visit: Visit,
  found: JobOfSteps,
  options: PageOptions,
): Promise<Shown> {
  const isOther = c.req.query('as') === 'other'
  const customer = isOther
    ? undefined
    : await readShopCustomer(c.var.deps, visit.shop.id, visit.call)
  if (c.req.method === 'POST') return applyAsCustomer(c, visit, found, options, customer)
  if (!customer) {
    const shown = await laterStep(c, found, options, 'consent')
    return isOther ? shown : withSignIn(c, visit, shown)
  }
  return customerShown(c, visit, found, options, customer)
}

const nameOf = ({ values: { firstName, lastName } }: ShopCustomer): string =>
  firstName && lastName ? fullName({ first_name: firstName, last_name: lastName }) : ''

function customerShown(
  c: Ctx,
  { call, shop }: Visit,
  found: JobOfSteps,
  options: PageOptions,
  customer: ShopCustomer,
  alert: string | null = null,
): Shown {
  const { id, title } = found.job
  return {
    view: {
      kind: 'customer',
      job: jobLine(found, options),
      view: {
        options,
        job: { id, title },
        shopName: shop.name,
        name: nameOf(customer),
        email: customer.email,
        proof: encryptCustomer(c.var.deps, call, id),
        alert,
      },
    },
  }
}

async function applyAsCustomer(
  c: Ctx,
  visit: Visit,
  found: JobOfSteps,
  options: PageOptions,
  customer: ShopCustomer | undefined,
): Promise<Shown> {
  const { deps } = c.var
  const { fields } = await readForm(c)
  if (!customer || !isEncryptedFor(deps, fields.proof ?? '', visit.call, found.job.id)) {
    return stepShown(found, options, await startAgain(c, options, t('store.customerChanged')))
  }
  if (fields.consent !== 'yes') {
    return customerShown(c, visit, found, options, customer, t('embed.consentNeeded'))
  }
  const grant = await verifyCustomer(deps, {
    email: customer.email,
    jobId: found.job.id,
    shop: visit.call.shop,
  })
  const form = await applyOrStop(c, options, grant)
  const isStopped = form.view.step === 'apply' && form.view.stopped !== null
  if (fields.send !== 'yes' || isStopped) return stepShown(found, options, form)
  try {
    const { isConfirmed } = await submitApplication(deps, grant, {
      values: customer.values,
      cvId: null,
      network: networkOf(c),
      isEmbedded: true,
    })
    const { accent, shopName } = form.view
    const view = {
      options,
      accent,
      shopName,
      alert: null,
      step: 'done',
      job: { id: found.job.id, title: found.job.title },
      returnTo: null,
      mailFrom: isConfirmed ? senderName(visit.shop.name) : null,
    } as const
    return stepShown(found, options, { view, url: '' })
  } catch (error) {
    // What the store knows can be refused: then it is corrected in the form.
    const refusal = asAppError(error, c)
    if (statusFor(refusal) >= 500) throw error
    const { view, url } = applyStep(options, grant)
    const values = { ...customer.values }
    const alert = Object.keys(refusal.fields).length === 0 ? refusal.message : null
    return stepShown(found, options, {
      view: { ...view, values, errors: refusal.fields, alert },
      url,
    })
  }
}
