// POST /functions/{name}: the server functions (docs/specification.md §7.3), in the shape their callers read.
import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import { functionContracts } from '#domain/functions-contract.ts'
import { t } from '#domain/texts/text.ts'
import { requestReset } from '#features/accounts/sign-in/reset-password.ts'
import { removeApplicantData } from '#features/applicants/remove-applicant-data.ts'
import { describeJob } from '#features/jobs/describe-job.ts'
import { answerCustomer } from '#features/store/customers/answer-customer.ts'
import { beginInstall } from '#features/store/begin-install.ts'
import { finishInstall, finishPlainInstall } from '#features/store/finish-install.ts'
import { syncJobs } from '#features/store/sync-jobs.ts'
import { createPage, deletePage, updatePage } from '#features/store/pages/manage-pages.ts'
import { refreshPages } from '#features/store/pages/read-pages.ts'
import { syncCareersPage } from '#features/store/pages/sync-pages.ts'
import { testConnection } from '#features/store/pages/test-connection.ts'
import { confirmStoreSession, readStoreSession } from '#features/store/read-store.ts'
import { sendVerification } from '#features/verification/send-verification.ts'
import { readGrant } from '#features/verification/verify.ts'
import { answerError } from './errors.ts'
import type { Ctx, Env } from './context.ts'
import { removeInstallState, installState, writeInstallState } from './store/install-cookies.ts'
import { smallBody } from './json-body.ts'
import { mount } from './mount.ts'
import { networkOf } from './server/network.ts'
import { withActor } from './session.ts'

/** Stands where callers read a token (docs/specification.md §7.3): the token itself never leaves the server. */
const KEPT_TOKEN = 'kept-on-the-server'

const success = { success: true } as const

export const functionRoutes = new Hono<Env>()
  // Here and not for all routes, so that refusals have this shape too.
  .use('/functions/*', smallBody, withActor)
  .route(
    '/',
    mount(functionContracts, {
      'POST /functions/send-verification-email': async ({ c, deps, body }) => {
        await sendVerification(deps, body, networkOf(c))
        return success
      },
      'POST /functions/send-password-reset': async ({ c, deps, body }) => {
        // resetUrl is ignored: the mail's link is built from the configured address.
        await requestReset(deps, body.email, networkOf(c))
        return success
      },
      'POST /functions/generate-job-description': async ({ c, deps, actor, body }) => {
        const { description, writer } = await describeJob(deps, actor, body, c.req.raw.signal)
        return { ...success, ...description, writer: writer.kind }
      },
      'POST /functions/opt-out-data': async ({ deps, actor, body }) => {
        const removed = await removeApplicantData(deps, actor, body)
        return { ...success, message: t('success.dataRemoved'), ...removed }
      },
      'POST /functions/get-shopify-customer': async ({ c, deps, actor, body }) => {
        const { email, token } = body
        const grant = token ? await readGrant(deps, token) : undefined
        const answer = await answerCustomer(deps, actor, { email, grant }, networkOf(c))
        return { ...success, ...answer }
      },
      'POST /functions/shopify-oauth': async ({ c, deps, actor, body }) => {
        if (body.action === 'generate_install_url') {
          const begun = await beginInstall(deps, actor, body, installState(c))
          writeInstallState(c, begun.state)
          return { ...success, ...begun }
        }
        const { query, redirect_uri: redirectUri } = body
        const { code = '', shop = '', state: givenState } = query
        const state = installState(c)
        const finished =
          query.hmac === undefined
            ? await finishPlainInstall(deps, actor, { code, shop, redirectUri, givenState, state })
            : await finishInstall(deps, actor, { query, state })
        removeInstallState(c)
        if (!finished.is_stored) throw new AppError('store.sessionFailed')
        return { ...success, access_token: KEPT_TOKEN, scope: finished.scope }
      },
      'POST /functions/shopify-session': async ({ deps, actor, body }) => {
        // The token was stored when its code was exchanged; a token from a browser is never accepted.
        const session =
          body.action === 'store'
            ? await confirmStoreSession(deps, actor, body.session.shop)
            : await readStoreSession(deps, actor, body.shop)
        return { ...success, session }
      },
      'POST /functions/shopify-integration': async ({ deps, actor, body }) => {
        switch (body.action) {
          case 'get-pages': {
            const { pages, has_more_pages } = await refreshPages(deps, actor)
            return { ...success, pages, has_more_pages }
          }
          case 'test-connection':
            return { ...success, ...(await testConnection(deps, actor)) }
          case 'delete-page':
            await deletePage(deps, actor, body.pageId)
            return { ...success, message: t('success.pageDeleted') }
          case 'update-page': {
            const page = await updatePage(deps, actor, body.pageId, body.pageData)
            return { ...success, message: t('success.pageUpdated'), page }
          }
          case 'create-page': {
            const page = await createPage(deps, actor, body.pageData)
            return { ...success, message: t('success.pageCreated'), page }
          }
        }
      },
      'POST /functions/sync-careers-page': async ({ deps, actor, body }) => ({
        ...success,
        pagesSync: await syncCareersPage(deps, actor, body),
      }),
      'POST /functions/sync-shopify-jobs': async ({ deps, actor }) => ({
        ...success,
        ...(await syncJobs(deps, actor)),
      }),
    }),
  )
  .all('/functions/*', () => {
    throw new AppError('server.notFound')
  })

/** In the shape that callers of the functions read. */
export async function answerFunctionError(error: unknown, c: Ctx): Promise<Response> {
  const answer = answerError(error, c)
  const { error: refusal } = (await answer.json()) as {
    error: { code: string; message: string; request_id: string }
  }
  return c.json(
    { success: false, error: refusal.message, code: refusal.code, request_id: refusal.request_id },
    { status: answer.status as 400, headers: { 'Cache-Control': 'no-store' } },
  )
}

functionRoutes.onError(answerFunctionError)
