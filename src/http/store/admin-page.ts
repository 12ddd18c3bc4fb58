// What a store's admin opens in its frame: the document of /shopify-embed, and the numbers behind its session token.
import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { firstAnswersElement, type FirstAnswers, type LayoutView } from '#domain/layout.ts'
import { HOME_PERIOD } from '#domain/overview/overview.ts'
import { screenAt } from '#domain/screens.ts'
import { isFilteredFrame } from '#domain/store/framed-address.ts'
import type { JobsPageView } from '#domain/store/store-pages.ts'
import { adminPageContracts } from '#domain/store/store-contract.ts'
import { readAdminPage, readKeptAdminPage } from '#features/store/read-admin-page.ts'
import { readVisit } from '#features/store/read-visit.ts'
import { keepAdminHandle, readAdminFrame } from '#features/store/read-admin-frame.ts'
import {
  joinStore,
  mailStorePerson,
  proveStorePerson,
  showStoreFactor,
} from '#features/accounts/store-people/prove-store-person.ts'
import { readStoreUser } from '#features/accounts/store-people/read-store-actor.ts'
import { readStorePerson } from '#features/accounts/store-people/read-store-person.ts'
import type { Ctx, Env } from '../context.ts'
import { smallBody } from '../json-body.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'
import { bearerToken, RETRY_SESSION } from '../session.ts'
import { answerOf, renderFramedView, type Ask } from '../pages/first-view.ts'
import { framedDocument, policyOf, sendOwn } from '../pages/static.ts'

/** Origins of the platform's script, which measures and sends requests. */
const PLATFORM = ['https://cdn.shopify.com', 'https://monorail-edge.shopifysvc.com']

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`

/** The platform's script comes first in the head, neither async nor deferred; without an app there is none. */
function answerDocument(c: Ctx, html: string, inline: readonly string[] = []): Promise<Response> {
  const { embedding, frames, bridge } = readAdminFrame(c.var.deps, c.req.query())
  const head = [
    ...(bridge
      ? [
          meta('shopify-api-key', bridge.client_id),
          `<script src="${escapeHtml(bridge.script)}"></script>`,
        ]
      : []),
    meta('storehand-embedding', JSON.stringify(embedding)),
  ]
  // Its folder alone: the platform's address for files has those of every shop as well.
  const scripts = [...inline, ...(bridge ? [new URL('.', bridge.script).href] : [])]
  return sendOwn(
    c,
    html.replace('<head>', () => `<head>${head.join('')}`),
    {
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': policyOf({ scripts, connects: PLATFORM, frames }),
      // Known before the document is read.
      ...(bridge && { Link: `<${bridge.script}>; rel="preload"; as="script"` }),
      // The address holds a token: no other site may see it.
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  )
}

/** Like the queries of `src/dashboard/framed-home.tsx`. */
const HOME_READS = ['/api/overview', `/api/overview/funnel?period=${HOME_PERIOD}`]

/**
 * What the frame would ask for first, put into the document: it is shown one answer earlier. Nothing for a token that proves nobody, or
 * where reading fails: then the frame asks for itself, and says what is wrong.
 */
async function readFirstAnswers(
  c: Ctx,
  ask: Ask,
  token: string,
  screen: string,
): Promise<FirstAnswers | undefined> {
  const { deps } = c.var
  // As the frame's script would ask: by the token alone.
  const by = {
    ...Object.fromEntries(c.req.raw.headers),
    cookie: '',
    authorization: `Bearer ${token}`,
  }
  const read = (address: string) => answerOf(c, ask, address, by)
  try {
    if (!(await readStoreUser(deps, token))) return undefined
    await keepAdminHandle(deps, c.req.query())
    const isHome = screen === ''
    const [layout, page] = await Promise.all([
      read('/api/frame') as Promise<LayoutView | undefined>,
      isHome ? readKeptAdminPage(deps, token) : undefined,
    ])
    if (!layout) return undefined
    const around = { layout, ...(page && { page }) }
    if (!layout.sections || isFilteredFrame(new URL(c.req.url).searchParams)) return around
    const addresses = isHome ? HOME_READS : (screenAt(screen)?.reads ?? [])
    const [jobsPage, ...bodies] = await Promise.all([
      isHome ? (read('/api/store/jobs-page') as Promise<JobsPageView | undefined>) : undefined,
      ...addresses.map(read),
    ])
    if (bodies.includes(undefined)) return around
    const reads = Object.fromEntries(addresses.map((address, n) => [address, bodies[n]]))
    return { ...around, ...(jobsPage && { jobsPage }), reads }
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.warn({ err: error }, 'a frame was not filled in')
    return undefined
  }
}

/** For members, where all that it begins with was read. */
async function readView(c: Ctx, ask: Ask, token: string, screen: string) {
  const answers = await readFirstAnswers(c, ask, token, screen)
  if (!answers) return undefined
  const isWhole = Object.keys(answers.reads ?? {}).length > 0 && (screen !== '' || answers.page)
  const { embedding } = readAdminFrame(c.var.deps, c.req.query())
  return {
    elements: isWhole ? await renderFramedView(c, answers, embedding) : undefined,
    answers: firstAnswersElement(answers),
  }
}

const BOUNCE = '<!doctype html><html lang="en"><head><title>Storehand</title></head></html>'

/** Only for the store's own session token: neither a cookie nor one of our access tokens gives access. */
async function forAdmin<Answer>(
  c: Ctx,
  answer: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  c.header('Cache-Control', 'no-store')
  try {
    return await answer(bearerToken(c))
  } catch (error) {
    if (error instanceof AppError && error.code === 'store.sessionEnded') {
      c.header(RETRY_SESSION, '1')
    }
    throw error
  }
}

const ofVisit = <Answer>(
  c: Ctx,
  answer: (visit: Awaited<ReturnType<typeof readVisit>>) => Promise<Answer>,
) => forAdmin(c, async (token) => answer(await readVisit(c.var.deps, token)))

/** `ask`: the whole of HTTP. */
export const adminPageRoutes = (ask: Ask) =>
  new Hono<Env>()
    // Opened in the admin's frame: every document there must have the platform's script first, which the dashboard's has not.
    .get('/', (c, next) => {
      const { embedded, host, code, error } = c.req.query()
      if (embedded !== '1' || !host || code || error) return next()
      return Promise.resolve(c.redirect(`/shopify-embed${new URL(c.req.url).search}`))
    })
    .get('/shopify-embed/session-token', (c) => answerDocument(c, BOUNCE))
    // The dashboard's addresses again, below this one: only here may they be framed.
    .on('GET', ['/shopify-embed', '/shopify-embed/*'], async (c) => {
      const { embedded, id_token: token } = c.req.query()
      const { pathname, search } = new URL(c.req.url)
      if (embedded !== '1' || token) {
        const screen = pathname.slice('/shopify-embed'.length)
        const { scripts, written } = framedDocument(c, screen)
        const view = token ? await readView(c, ask, token, screen) : undefined
        return answerDocument(c, written(view), scripts)
      }
      // In the frame, but without a token: the platform's script opens the same address again with one.
      const query = new URLSearchParams(search)
      query.set('shopify-reload', `${c.var.deps.appUrl}${pathname}${search}`)
      return c.redirect(`/shopify-embed/session-token?${query}`)
    })
    .use('/api/store/person/*', smallBody)
    .route(
      '/',
      mount(adminPageContracts, {
        'GET /api/store/admin-page': ({ c, deps, query }) =>
          forAdmin(c, (token) =>
            readAdminPage(deps, token, { isChecked: query.checked === 'true' }),
          ),
        'GET /api/store/person': ({ c, deps }) =>
          ofVisit(c, (visit) => readStorePerson(deps, visit, c.req.header('user-agent') ?? '')),
        'POST /api/store/person': ({ c, deps, body }) =>
          ofVisit(c, (visit) => joinStore(deps, visit, body.as)),
        'POST /api/store/person/code': ({ c, deps }) =>
          ofVisit(c, (visit) => mailStorePerson(deps, visit, networkOf(c))),
        'POST /api/store/person/proof': ({ c, deps, body }) =>
          ofVisit(c, (visit) => proveStorePerson(deps, visit, body, c.req.raw, networkOf(c))),
        'POST /api/store/person/second-factor': ({ c, deps, body }) =>
          ofVisit(c, (visit) => showStoreFactor(deps, visit, body.code)),
      }),
    )
