// The whole of HTTP in one chain: every address this product answers.
import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '#features/deps.ts'
import { createReadiness } from '#features/health/check-readiness.ts'
import { PublicLists } from '#features/jobs/public-lists.ts'
import { cachedCareersReads } from '#features/jobs/careers-reads.ts'
import { accountPageRoutes } from './accounts/account-page.ts'
import { accountRoutes } from './accounts/accounts.ts'
import { applicantRoutes } from './applicants/applicants.ts'
import { applicationPageRoutes } from './careers/application-page.ts'
import { applicationRoutes } from './applicants/applications.ts'
import { auditRoutes } from './audit/audit.ts'
import { tokenApiRoutes } from './accounts/token-api/token-api.ts'
import { careersPageRoutes } from './careers/careers-pages.ts'
import { feedRoutes } from './careers/feeds.ts'
import { verificationPageRoutes } from './verification/verification-pages.ts'
import type { Env, Screens } from './context.ts'
import { customerRoutes } from './store/customers.ts'
import { cvPageRoutes } from './cvs/cv-page.ts'
import { cvRoutes } from './cvs/cvs.ts'
import { widgetLists } from './careers/widget-lists.ts'
import { embedLoaderRoutes } from './careers/widget-loader.ts'
import { widgetRoutes } from './careers/widget.ts'
import { answerError } from './errors.ts'
import { chooseLanguage } from './language.ts'
import { functionRoutes } from './functions.ts'
import { appInfoRoutes } from './app-info.ts'
import { incidentRoutes } from './incidents/incidents.ts'
import { jobRoutes } from './jobs/jobs.ts'
import { smallBody } from './json-body.ts'
import { LiveHub } from './live/live-hub.ts'
import { requestIds } from './server/request-ids.ts'
import { traceRequests } from './server/trace-requests.ts'
import { countRequests, metricsRoutes } from './server/metrics.ts'
import { networkOf } from './server/network.ts'
import { limitNetworks } from './server/limit-networks.ts'
import { thisMachineOnly } from './server/this-machine-only.ts'
import { liveRoutes } from './live/live.ts'
import { logoRoutes, ownPictureRoutes } from './organizations/logos.ts'
import { mailboxRoutes } from './mails/mailbox.ts'
import { mailTemplateRoutes } from './mails/mail-templates.ts'
import { noteRoutes } from './applicants/notes.ts'
import { notificationRoutes } from './mails/notifications.ts'
import { overviewRoutes } from './overview/overview.ts'
import { organizationRoutes } from './organizations/organizations.ts'
import { registerRoutes } from './rights/register.ts'
import { ownPageRoutes } from './rights/own-page.ts'
import { pageSettingsRoutes } from './rights/page-settings.ts'
import { retentionRoutes } from './retention/retention.ts'
import { passkeyRoutes } from './accounts/passkeys.ts'
import { ownOriginOnly } from './own-origin.ts'
import { answerEarlyRefusal } from './early-refusals.ts'
import { withActor } from './session.ts'
import { compressedJson } from './pages/compressed-json.ts'
import { safeHeaders } from './server/safe-headers.ts'
import { staticRoutes } from './pages/static.ts'
import { adminPageRoutes } from './store/admin-page.ts'
import { routedPath } from './store/routed-path.ts'
import { shopPageRoutes } from './store/shop-pages.ts'
import { adminExtensionAccess, storeRoutes } from './store/store.ts'
import { unsubscribeRoutes } from './mails/unsubscribe.ts'
import { webhookRoutes } from './store/webhooks.ts'
import { t } from '#domain/texts/text.ts'

type AppOptions = { metricsToken?: string | undefined }

export function createApp(
  deps: Deps,
  screens: Screens,
  { metricsToken }: AppOptions = {},
): Hono<Env> {
  const app = new Hono<Env>({ getPath: routedPath })
  const live = new LiveHub(deps)
  const lists = new PublicLists(deps)
  passEveryRequest(app, { deps, screens, lists, live })
  app.onError(answerEarlyRefusal)
  routePublic(app, { deps, screens, lists, metricsToken })
  routeWithSession(app, live)
  app.route(
    '/',
    staticRoutes(screens, (request, env) => app.fetch(request, env)),
  )
  app.notFound((c) => answerError(new AppError('server.notFound'), c))
  return app
}

type Parts = { deps: Deps; screens: Screens; lists: PublicLists; live: LiveHub }

/** What each request passes through, in this order. */
function passEveryRequest(app: Hono<Env>, { deps, screens, lists, live }: Parts): void {
  app.use(requestIds(deps))
  if (deps.traces) app.use(traceRequests(deps))
  if (deps.metrics) {
    app.use(countRequests(deps.metrics))
    deps.metrics.measureStreams(() => live.count())
  }
  app.use(safeHeaders(deps.appUrl))
  // HEAD runs the handler of GET, and Hono drops the body without closing the file that it is read from.
  app.use(async (c, next) => {
    await next()
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  })
  app.use(async (c, next) => {
    c.set('deps', deps)
    c.set('screens', screens)
    c.set('lists', lists)
    // The database's text type cannot store it, and no valid address contains it.
    if (c.req.url.includes('%00')) {
      throw new AppError('server.invalid', { values: { message: t('input.nulInAddress') } })
    }
    await next()
  })
  app.use(chooseLanguage)
  app.use(limitNetworks(deps), thisMachineOnly, ownOriginOnly)
  app.use(async (c, next) => {
    await deps.db.sharing(next)
    const isBusy = c.error instanceof AppError && c.error.code === 'organization.busy'
    if (isBusy) deps.metrics?.countLimit('connections')
  })
}

/** Public, without a session. */
function routePublic(
  app: Hono<Env>,
  { deps, screens, lists, metricsToken }: Omit<Parts, 'live'> & AppOptions,
): void {
  app.route('/', widgetRoutes(widgetLists(deps, screens, lists)))
  app.route('/', embedLoaderRoutes(screens))
  app.route('/', verificationPageRoutes)
  app.route('/', feedRoutes(deps))
  const reads = cachedCareersReads(deps)
  app.route('/', careersPageRoutes(deps, reads))
  app.route('/', applicationPageRoutes)
  app.route('/', shopPageRoutes(deps, reads))
  app.route('/', ownPageRoutes)
  app.route('/', logoRoutes)
  // Browsers ask for it on every origin; the dashboard names its own icon, the widget has none.
  app.get('/favicon.ico', (c) => c.body(null, 204, { 'Cache-Control': 'public, max-age=86400' }))
  app.get('/healthz', (c) => {
    const token = c.req.header('x-storehand-doctor')
    if (token) deps.arrivals.note(token, { headers: c.req.header(), network: networkOf(c).name })
    return c.json({ status: 'ok', version: deps.installation.version })
  })
  const isReady = createReadiness(deps)
  app.get('/readyz', async (c) => {
    const ready = await isReady()
    return c.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503)
  })
  if (metricsToken) app.route('/', metricsRoutes(deps, metricsToken))
  if (!deps.isPublic) app.route('/', mailboxRoutes)
  app.route('/', applicationRoutes)
  app.route('/', cvPageRoutes)
  app.route(
    '/',
    adminPageRoutes((request, env) => app.fetch(request, env)),
  )
  app.route('/', cvRoutes)
  app.route('/', unsubscribeRoutes)

  app.route('/', webhookRoutes)
  app.route('/auth/v1', tokenApiRoutes)
}

/** With a session, from our own pages. */
function routeWithSession(app: Hono<Env>, live: LiveHub): void {
  app.route('/', functionRoutes)
  app.route('/', ownPictureRoutes)
  app.route('/', adminExtensionAccess)
  app.use('/api/*', smallBody, withActor, compressedJson)
  app.route('/', appInfoRoutes)
  app.route('/', accountRoutes)
  app.route('/', accountPageRoutes)
  app.route('/', passkeyRoutes)
  app.route('/', organizationRoutes)
  app.route('/', jobRoutes)
  app.route('/', applicantRoutes)
  app.route('/', noteRoutes)
  app.route('/', mailTemplateRoutes)
  app.route('/', notificationRoutes)
  app.route('/', pageSettingsRoutes)
  app.route('/', customerRoutes)
  app.route('/', incidentRoutes)
  app.route('/', overviewRoutes)
  app.route('/', retentionRoutes)
  app.route('/', registerRoutes)
  app.route('/', auditRoutes)
  app.route('/', storeRoutes)
  app.route('/', liveRoutes(live))
}
