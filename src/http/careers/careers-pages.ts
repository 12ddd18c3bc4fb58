// /careers: pages of a shop's jobs and of each job, for visitors from a link, a poster or a search engine.
import { localeInAddress, preferredLocale } from '#domain/texts/locale.ts'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { CareersView } from '#domain/careers/careers-pages.ts'
import { readJobSearch, searchQuery } from '#domain/careers/job-search.ts'
import { isSeenByPerson } from '#domain/careers/sources.ts'
import { t } from '#domain/texts/text.ts'
import type { SearchReads } from '#features/jobs/careers-reads.ts'
import { ViewCounter } from '#features/jobs/count-views.ts'
import { readShopJob, readShopJobs, type FoundPage } from '#features/jobs/read-careers.ts'
import { SocialPictures } from '#features/jobs/social-picture.ts'
import type { Deps } from '#features/deps.ts'
import { answerPage, pageHeaders } from '../verification/verification-pages.ts'
import type { Ctx, Env } from '../context.ts'
import { asAppError, referenceOf, setRetryAfter, statusFor } from '../errors.ts'
import { answerJobStep, stepOf } from './job-steps.ts'
import { answerSocialPicture } from './social-pictures.ts'
import { newHostCache, sourceOfVisit } from './visit-source.ts'
import { PageCache } from './page-cache.ts'
import { sendBytes } from '../pages/compressed-page.ts'

const FRAMES = '*'

const statuses: Readonly<Record<CareersView['state'], ContentfulStatusCode>> = {
  jobs: 200,
  job: 200,
  closed: 410,
  missing: 404,
  unavailable: 503,
}

/** A view of an open job, whether the page was sent or is in the browser's cache. */
const isSeen = (c: Ctx, answer: unknown): boolean =>
  answer instanceof Response &&
  (answer.status === 200 || answer.status === 304) &&
  c.req.method === 'GET' &&
  isSeenByPerson(c.req.header('user-agent'), c.req.header('sec-purpose'))

/** What the choice of another language keeps: the page's own query, and what its list is narrowed by. */
const addressQuery = (c: Ctx, canonical: string): string => {
  const kept = new URL(canonical).searchParams
  for (const [name, value] of searchQuery(readJobSearch(c.req.query()))) kept.set(name, value)
  return kept.toString()
}

export function careersPageRoutes(deps: Deps, reads: SearchReads): Hono<Env> {
  const cache = new PageCache(deps)
  const pictures = new SocialPictures(deps)
  const hosts = newHostCache()
  const views = new ViewCounter(deps)

  /** Caches pages; redirects and missing pages are not cached. */
  async function answer(
    c: Ctx,
    key: string,
    read: () => Promise<FoundPage | undefined>,
    isNarrowed = false,
  ) {
    let found: FoundPage | undefined
    // A page of the same language has other links where its address says so.
    const inLanguage = `${preferredLocale()} ${localeInAddress()} ${key}`
    const render = async () => {
      found = await read()
      if (!found || 'movedTo' in found || found.view.state === 'missing') return undefined
      const page = { page: 'careers', view: found.view } as const
      const html = c.var.screens.renderCareersPage(page, addressQuery(c, found.view.canonical))
      const headers = {
        'Content-Type': 'text/html; charset=UTF-8',
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Encoding, Accept-Language',
        ...Object.fromEntries(pageHeaders(c.var.screens.careersScriptHashes, FRAMES, page)),
      }
      const { organizationId, view } = found
      return { html, status: statuses[view.state], organizationId, headers }
    }
    const cached = await cache.read(inLanguage, render, isNarrowed)
    if (cached) return sendBytes(c, cached.page, cached.headers, cached.status)
    // For an unknown shop there is no branded page: the general 404 page follows.
    if (!found) return undefined
    if ('movedTo' in found) return c.redirect(found.movedTo, 301)
    return answerPage(c, { page: 'careers', view: found.view }, { status: 404, frames: FRAMES })
  }

  const routes = new Hono<Env>()
    .get('/careers/:organization/:file{picture-[0-9a-f]{16}\\.png}', (c) =>
      answerSocialPicture(c, pictures, c.req.param('organization'), null),
    )
    .get('/careers/:organization/:job/:file{picture-[0-9a-f]{16}\\.png}', (c) =>
      answerSocialPicture(c, pictures, c.req.param('organization'), c.req.param('job')),
    )
    .get('/careers/:organization', async (c, next) => {
      const { organization } = c.req.param()
      const { after, shop: store } = c.req.query()
      const source = await sourceOfVisit(c, hosts, organization)
      const search = readJobSearch(c.req.query())
      const key = JSON.stringify([organization, null, after, store, source, search])
      const read = () => readShopJobs(deps, organization, { after, store, source, search }, reads)
      const isNarrowed = search !== null || after !== undefined
      return (await answer(c, key, read, isNarrowed)) ?? next()
    })
    .on(['GET', 'POST'], '/careers/:organization/:job', async (c, next) => {
      const { organization, job } = c.req.param()
      const step = stepOf(c)
      const answered = step && (await answerJobStep(c, { organization, job }, step))
      if (answered) return answered
      if (c.req.method === 'POST' && !step) return next()
      const { shop: store } = c.req.query()
      const source = await sourceOfVisit(c, hosts, organization)
      const key = JSON.stringify([organization, job, null, store, source])
      const read = () => readShopJob(deps, organization, job, { store, source }, reads)
      const page = (await answer(c, key, read)) ?? next()
      if (isSeen(c, page)) views.count(organization, job)
      return page
    })
    // Redirects addresses with a slash at the end.
    .get('/careers/*', (c, next) =>
      c.req.path.length > '/careers/'.length && c.req.path.endsWith('/')
        ? Promise.resolve(c.redirect(c.req.path.replace(/\/$/, ''), 301))
        : next(),
    )

  routes.onError((error, c) => {
    const refusal = asAppError(error, c)
    setRetryAfter(c, refusal)
    const view = {
      state: 'unavailable',
      message: t('careers.unavailable'),
      reference: referenceOf(c),
      againHref: c.req.path,
    } as const
    const status = statusFor(refusal)
    return answerPage(c, { page: 'careers', view }, { status, frames: FRAMES })
  })
  return routes
}
