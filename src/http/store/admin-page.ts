// What a store's admin opens in its frame: the document of /shopify-embed, and the numbers behind its session token.
import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { firstAnswersElement } from '#domain/layout.ts'
import { HOME_PERIOD } from '#domain/overview/overview.ts'
import { adminPageContracts } from '#domain/store/store-contract.ts'
import { readJobsPage } from '#features/store/pages/make-jobs-page.ts'
import { admitRequest } from '#features/organizations/admit-request.ts'
import { readFunnel, readOverview } from '#features/overview/read-overview.ts'
import { readAdminPage, readKeptAdminPage } from '#features/store/read-admin-page.ts'
import { readVisit } from '#features/store/read-visit.ts'
import { keepAdminHandle, readAdminFrame } from '#features/store/read-admin-frame.ts'
import {
  joinStore,
  mailStorePerson,
  proveStorePerson,
  showStoreFactor,
} from '#features/accounts/store-people/prove-store-person.ts'
import { readStoreActor, readStoreUser } from '#features/accounts/store-people/read-store-actor.ts'
import { readStorePerson } from '#features/accounts/store-people/read-store-person.ts'
import type { Ctx, Env } from '../context.ts'
import { smallBody } from '../json-body.ts'
import { readLayout } from '../layout.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'
import { bearerToken, RETRY_SESSION } from '../session.ts'
import { builtPage, policyOf } from '../pages/static.ts'

/** Origins of the platform's script, which measures and sends requests. */
const PLATFORM = ['https://cdn.shopify.com', 'https://monorail-edge.shopifysvc.com']

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`

/** The platform's script comes first in the head, neither async nor deferred; without an app there is none. */
function answerDocument(c: Ctx, html: string, answers = ''): Response {
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
  const scripts = bridge ? [new URL('.', bridge.script).href] : []
  c.header('Content-Security-Policy', policyOf({ scripts, connects: PLATFORM, frames }))
  // Known before the document is read.
  if (bridge) c.header('Link', `<${bridge.script}>; rel="preload"; as="script"`)
  // The address holds a token: no other site may see it.
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'no-store')
  const filled = html
    .replace('<head>', () => `<head>${head.join('')}`)
    // At the end, so that style sheets and scripts are found before it.
    .replace('</body>', () => `${answers}</body>`)
  return c.html(filled)
}

/**
 * What the frame would ask for first, put into the document: it is drawn one answer earlier. Nothing for a token that proves nobody, or
 * where reading fails: then the frame asks for itself, and says what is wrong.
 */
async function firstAnswers(c: Ctx, token: string, screen: string): Promise<string> {
  const { deps } = c.var
  try {
    const user = await readStoreUser(deps, token)
    if (!user) return ''
    await keepAdminHandle(deps, c.req.query())
    const actor = await readStoreActor(deps, user, c.req.header('user-agent') ?? '')
    const endTurn = actor && (await admitRequest(deps, actor, 'reads'))
    try {
      const layout = await readLayout(deps, actor)
      const isHome = screen === ''
      const page = isHome ? await readKeptAdminPage(deps, token) : undefined
      if (!isHome || !layout.sections) return firstAnswersElement({ layout, ...(page && { page }) })
      const [jobsPage, overview, funnel] = await Promise.all([
        readJobsPage(deps, actor),
        readOverview(deps, actor),
        readFunnel(deps, actor, { period: HOME_PERIOD, position: undefined }),
      ])
      const reads = {
        '/api/overview': overview,
        [`/api/overview/funnel?period=${HOME_PERIOD}`]: funnel,
      }
      return firstAnswersElement({ layout, ...(page && { page }), jobsPage, reads })
    } finally {
      endTurn?.()
    }
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.warn({ err: error }, 'a frame was not filled in')
    return ''
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

export const adminPageRoutes = new Hono<Env>()
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
      const answers = token ? await firstAnswers(c, token, screen) : ''
      return answerDocument(c, builtPage(c, 'admin-page.html', screen), answers)
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
        forAdmin(c, (token) => readAdminPage(deps, token, { isChecked: query.checked === 'true' })),
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
