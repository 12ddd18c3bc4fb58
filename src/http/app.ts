// The whole of HTTP in one chain: every address this product answers.
import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '#features/deps.ts'
import { readMailbox } from '#features/mails/send-mail.ts'
import { checkReadiness } from '#features/health/check-readiness.ts'
import { accountPageRoutes } from './accounts/account-page.ts'
import { accountRoutes } from './accounts/accounts.ts'
import { applicantRoutes } from './applicants/applicants.ts'
import { applicationPageRoutes } from './careers/application-page.ts'
import { applicationRoutes } from './applicants/applications.ts'
import { auditRoutes } from './audit/audit.ts'
import { tokenApiRoutes } from './accounts/token-api/token-api.ts'
import { careersPageRoutes } from './careers/careers-pages.ts'
import { verificationPageRoutes } from './verification/verification-pages.ts'
import type { Env, Screens } from './context.ts'
import { customerRoutes } from './store/customers.ts'
import { cvRoutes } from './cvs/cvs.ts'
import { WidgetCache } from './careers/widget-cache.ts'
import { embedLoaderRoutes } from './careers/widget-loader.ts'
import { widgetRoutes } from './careers/widget.ts'
import { answerError } from './errors.ts'
import { frameRoutes } from './frame.ts'
import { functionRoutes } from './functions.ts'
import { incidentRoutes } from './incidents/incidents.ts'
import { jobDescriptionRoutes } from './jobs/job-descriptions.ts'
import { jobRoutes } from './jobs/jobs.ts'
import { smallBody } from './json-body.ts'
import { LiveHub } from './live/live-hub.ts'
import { limitNetworks, LIVE_PATH } from './server/limit-networks.ts'
import { liveRoutes } from './live/live.ts'
import { logoRoutes, ownLogoRoutes } from './organizations/logos.ts'
import { mailTemplateRoutes } from './mails/mail-templates.ts'
import { noteRoutes } from './applicants/notes.ts'
import { notificationRoutes } from './mails/notifications.ts'
import { describeApi } from './openapi.ts'
import { overviewRoutes } from './overview/overview.ts'
import { organizationRoutes } from './organizations/organizations.ts'
import { retentionRoutes } from './retention/retention.ts'
import { passkeyRoutes } from './accounts/passkeys.ts'
import { ownOriginOnly, withActor } from './session.ts'
import { compressedJson } from './pages/compressed-json.ts'
import { rpcRoutes } from './rpc.ts'
import { safeHeaders } from './server/safe-headers.ts'
import { staticRoutes } from './pages/static.ts'
import { storePageRoutes } from './store/store-pages.ts'
import { adminPageRoutes } from './store/admin-page.ts'
import { storeRoutes } from './store/store.ts'
import { unsubscribeRoutes } from './mails/unsubscribe.ts'
import { webhookRoutes } from './store/webhooks.ts'

export function createApp(deps: Deps, screens: Screens): Hono<Env> {
  const app = new Hono<Env>()
  app.use(safeHeaders(deps.appUrl))
  app.use(async (c, next) => {
    c.set('deps', deps)
    c.set('screens', screens)
    // The database's text cannot hold it, and no address of ours does.
    if (c.req.url.includes('%00')) {
      throw new AppError('server.invalid', { values: { message: 'the address holds a NUL.' } })
    }
    await next()
  })
  app.use(limitNetworks(deps))
  app.onError((error, c) => answerError(error, c))

  // Public, without a session.
  app.route('/', widgetRoutes(new WidgetCache(deps, screens)))
  app.route('/', embedLoaderRoutes(screens))
  app.route('/', verificationPageRoutes)
  app.route('/', careersPageRoutes(deps))
  app.route('/', applicationPageRoutes)
  app.route('/', logoRoutes)
  // Browsers ask for it on every origin; the dashboard names its own icon, the widget has none.
  app.get('/favicon.ico', (c) => c.body(null, 204, { 'Cache-Control': 'public, max-age=86400' }))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const ready = await checkReadiness(deps)
    return c.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503)
  })
  if (!deps.isPublic) {
    app.get('/dev/mailbox.json', async (c) => {
      const mails = await readMailbox(deps)
      return c.json(mails.map(({ recipient, ...mail }) => ({ ...mail, to: recipient })))
    })
  }
  app.get('/api/openapi.json', (c) => c.json(describeApi(deps.appUrl)))
  app.get('/api/installation', (c) => c.json(c.var.deps.installation))
  app.route('/api/applications', applicationRoutes)
  app.route('/', adminPageRoutes)
  app.route('/api/cvs', cvRoutes)
  app.route('/api/unsubscribe', unsubscribeRoutes)

  app.route('/webhooks', webhookRoutes)
  app.route('/auth/v1', tokenApiRoutes)

  // With a session, from our own pages.
  app.route('/functions', functionRoutes)
  app.route('/api/organizations/own/logo', ownLogoRoutes)
  app.use('/api/*', ownOriginOnly, smallBody, withActor, compressedJson)
  app.route('/api', accountRoutes)
  app.route('/api/frame', frameRoutes)
  app.route('/api/accounts', accountPageRoutes)
  app.route('/api/accounts', passkeyRoutes)
  app.route('/api/organizations', organizationRoutes)
  app.route('/api/jobs/description', jobDescriptionRoutes)
  app.route('/api/jobs', jobRoutes)
  app.route('/api/applicants', applicantRoutes)
  app.route('/api/mail-templates', mailTemplateRoutes)
  app.route('/api/notifications', notificationRoutes)
  app.route('/api/customers', customerRoutes)
  app.route('/api/incidents', incidentRoutes)
  app.route('/api/notes', noteRoutes)
  app.route('/api/overview', overviewRoutes)
  app.route('/api/retention', retentionRoutes)
  app.route('/api/audit', auditRoutes)
  app.route('/api/rpc', rpcRoutes)
  app.route('/api/store', storeRoutes)
  app.route('/api/store', storePageRoutes)
  app.route(LIVE_PATH, liveRoutes(new LiveHub(deps)))

  app.route('/', staticRoutes(screens))
  app.notFound((c) => answerError(new AppError('server.notFound'), c))
  return app
}
