// /api/store: the connected store, and the OAuth flow of a merchant.
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { storeContracts } from '#domain/store/store-contract.ts'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { shopOfVisit } from '#domain/store/store-entry.ts'
import { readCustomerApplications } from '#features/store/customers/read-customer-applications.ts'
import {
  beginInvitation,
  countInvitable,
  readInvitationRun,
  readSegmentJobs,
} from '#features/store/job-invitations/begin-invitation.ts'
import { requestPermission } from '#features/store/request-permission.ts'
import { disconnectStore } from '#features/store/disconnect-store.ts'
import { routeStoreVisit } from '#features/store/route-store-visit.ts'
import { linkStore } from '#features/store/link-store.ts'
import { finishInstall } from '#features/store/finish-install.ts'
import { readStoreLocations } from '#features/store/locations/read-locations.ts'
import { makeJobsPage, readJobsPage } from '#features/store/pages/make-jobs-page.ts'
import { readStorePages } from '#features/store/pages/read-pages.ts'
import { beginRemoval, readRemovals, undoRemoval } from '#features/store/removal/begin-removal.ts'
import { readStore, readStoreApp } from '#features/store/read-store.ts'
import { editCodeSetting, readCodeSetting } from '#features/store/shop-pages/code-setting.ts'
import type { Env } from '../context.ts'
import { mount } from '../mount.ts'
import { bearerToken } from '../session.ts'
import {
  removeInstallState,
  installState,
  writeInstallState,
  keepPermissionAsked,
  keepSentTo,
  permissionAsked,
  removePermissionAsked,
  sentTo,
} from './install-cookies.ts'

/**
 * Requested by the platform's own pages with a session token, which browsers never add automatically: every origin may
 * read the answer.
 */
const fromAdmin = createMiddleware<Env>(async (c, next) => {
  c.header('Access-Control-Allow-Origin', '*')
  if (c.req.method !== 'OPTIONS') return next()
  c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
  c.header('Access-Control-Max-Age', '7200')
  return c.body(null, 204)
})

/** Before the session is read: a question about permission carries no token. */
export const adminExtensionAccess = new Hono<Env>()
  .use('/api/store/customer-applications', fromAdmin)
  .use('/api/store/job-invitations', fromAdmin)
  .use('/api/store/job-invitations/*', fromAdmin)

export const storeRoutes = mount(storeContracts, {
  'GET /api/store': ({ deps, actor }) => readStore(deps, actor),
  'GET /api/store/app': ({ deps, actor, query }) => readStoreApp(deps, actor, query.shop),
  'POST /api/store/permission': async ({ c, deps, actor, body }) => {
    const { shop, go } = await requestPermission(deps, actor, body.scope)
    keepPermissionAsked(c, shop, body.scope ?? PAGES_SCOPE)
    return { go }
  },
  'POST /api/store/enter': async ({ c, deps, actor, body }) => {
    const { query, is_framed: isFramed, referrer } = body
    const visit = { query, isFramed, referrer }
    const browser = {
      state: installState(c),
      sentTo: sentTo(c),
      permissionAsked: permissionAsked(c),
    }
    const { state, ...entered } = await routeStoreVisit(deps, actor, visit, browser)
    const shop = shopOfVisit(visit)
    if (state) {
      writeInstallState(c, state)
      removePermissionAsked(c)
    } else if (query.code || query.error) removeInstallState(c)
    else if (entered.is_top && shop) keepSentTo(c, shop)
    return entered
  },
  'POST /api/store/callback': async ({ c, deps, actor, body }) => {
    const wayBack = { query: body.query, state: installState(c) }
    const finished = await finishInstall(deps, actor, wayBack)
    removeInstallState(c)
    const { shop, began_at, is_linked, is_stored } = finished
    return { shop, began_at, is_linked, is_stored }
  },
  'POST /api/store/disconnect': ({ deps, actor, body }) => disconnectStore(deps, actor, body),
  'POST /api/store/link': ({ deps, actor, body }) => linkStore(deps, actor, body),
  'GET /api/store/code-setting': ({ deps, actor }) => readCodeSetting(deps, actor),
  'PATCH /api/store/code-setting': ({ deps, actor, body }) => editCodeSetting(deps, actor, body),
  'GET /api/store/removal': ({ deps, actor }) => readRemovals(deps, actor),
  'POST /api/store/removal': ({ deps, actor, body }) => beginRemoval(deps, actor, body.shop),
  'POST /api/store/removal/undo': ({ deps, actor, body }) => undoRemoval(deps, actor, body.shop),
  'GET /api/store/locations': ({ deps, actor, query }) =>
    readStoreLocations(deps, actor, { isChecked: query.checked === 'true' }),
  'GET /api/store/customer-applications': ({ c, deps, actor, query }) =>
    readCustomerApplications(deps, actor, bearerToken(c), query.customer),
  'GET /api/store/job-invitations': ({ c, deps, actor }) =>
    readSegmentJobs(deps, actor, bearerToken(c)),
  'GET /api/store/job-invitations/count': ({ c, deps, actor, query }) =>
    countInvitable(deps, actor, bearerToken(c), query),
  'POST /api/store/job-invitations': ({ c, deps, actor, body }) =>
    beginInvitation(deps, actor, bearerToken(c), body),
  'GET /api/store/job-invitations/:runId': ({ deps, actor, params }) =>
    readInvitationRun(deps, actor, params.runId),
  'GET /api/store/jobs-page': ({ deps, actor }) => readJobsPage(deps, actor),
  'POST /api/store/jobs-page': ({ deps, actor }) => makeJobsPage(deps, actor),
  'GET /api/store/pages': ({ deps, actor }) => readStorePages(deps, actor),
})
