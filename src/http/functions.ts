// POST /functions/{name}: the server functions (docs/specification.md §7.3), in the shape their callers read.
import { Hono } from 'hono'
import { requestResetInput } from '#domain/accounts/accounts.ts'
import { removalInput } from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { briefInput } from '#domain/jobs/job-descriptions.ts'
import { t } from '#domain/texts/text.ts'
import { syncJobsInput } from '#domain/jobs/imported-jobs.ts'
import { storeIntegrationInput, syncPagesInput } from '#domain/store/store-pages.ts'
import { customerInput, shopifyOauthInput, shopifySessionInput } from '#domain/store/store-input.ts'
import { verificationInput } from '#domain/verification/verification.ts'
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
import type { Env } from './context.ts'
import { dropInstallState, installState, keepInstallState } from './store/install-cookies.ts'
import { readJson, readJsonOrNothing, smallBody } from './json-body.ts'
import { networkOf } from './server/network.ts'
import { ownOriginOnly, withActor } from './session.ts'

/** Stands where callers read a token (docs/specification.md §7.3): the token itself never leaves the server. */
const KEPT_TOKEN = 'kept-on-the-server'

export const functionRoutes = new Hono<Env>()
  // Here and not for the whole address, so that their refusals too are told in this shape.
  .use(ownOriginOnly, smallBody, withActor)
  .post('/send-verification-email', async (c) => {
    await sendVerification(c.var.deps, await readJson(c, verificationInput), networkOf(c))
    return c.json({ success: true })
  })
  .post('/send-password-reset', async (c) => {
    // resetUrl is read by nobody: the mail's link is built from the configured address.
    const { email } = await readJson(c, requestResetInput)
    await requestReset(c.var.deps, email, networkOf(c))
    return c.json({ success: true })
  })
  .post('/generate-job-description', async (c) => {
    const { deps, actor } = c.var
    const brief = await readJson(c, briefInput)
    const { description, writer } = await describeJob(deps, actor, brief, c.req.raw.signal)
    return c.json({ success: true, ...description, writer: writer.kind })
  })
  .post('/opt-out-data', async (c) => {
    const input = await readJson(c, removalInput)
    const removed = await removeApplicantData(c.var.deps, c.var.actor, input)
    return c.json({ success: true, message: t('success.dataRemoved'), ...removed })
  })
  .post('/get-shopify-customer', async (c) => {
    const { deps, actor } = c.var
    const { email, token } = await readJson(c, customerInput)
    const grant = token ? await readGrant(deps, token) : undefined
    const answer = await answerCustomer(deps, actor, { email, grant }, networkOf(c))
    return c.json({ success: true, ...answer })
  })
  .post('/shopify-oauth', async (c) => {
    const input = await readJson(c, shopifyOauthInput)
    if (input.action === 'generate_install_url') {
      const begun = await beginInstall(c.var.deps, c.var.actor, input, installState(c))
      keepInstallState(c, begun.state)
      return c.json({ success: true, ...begun })
    }
    const { deps, actor } = c.var
    const { query, redirect_uri: redirectUri } = input
    const { code = '', shop = '', state: givenState } = query
    const state = installState(c)
    const finished =
      query.hmac === undefined
        ? await finishPlainInstall(deps, actor, { code, shop, redirectUri, givenState, state })
        : await finishInstall(deps, actor, { query, state })
    dropInstallState(c)
    if (!finished.is_stored) throw new AppError('store.sessionFailed')
    return c.json({ success: true, access_token: KEPT_TOKEN, scope: finished.scope })
  })
  .post('/shopify-session', async (c) => {
    const { deps, actor } = c.var
    const input = await readJson(c, shopifySessionInput)
    // Stored when its code was exchanged: a token that a browser brings is never taken.
    const session =
      input.action === 'store'
        ? await confirmStoreSession(deps, actor, input.session.shop)
        : await readStoreSession(deps, actor, input.shop)
    return c.json({ success: true, session })
  })
  .post('/shopify-integration', async (c) => {
    const { deps, actor } = c.var
    const input = await readJson(c, storeIntegrationInput)
    switch (input.action) {
      case 'get-pages': {
        const { pages, has_more_pages } = await refreshPages(deps, actor)
        return c.json({ success: true, pages, has_more_pages })
      }
      case 'test-connection':
        return c.json({ success: true, ...(await testConnection(deps, actor)) })
      case 'delete-page':
        await deletePage(deps, actor, input.pageId)
        return c.json({ success: true, message: t('success.pageDeleted') })
      case 'update-page': {
        const page = await updatePage(deps, actor, input.pageId, input.pageData)
        return c.json({ success: true, message: t('success.pageUpdated'), page })
      }
      case 'create-page': {
        const page = await createPage(deps, actor, input.pageData)
        return c.json({ success: true, message: t('success.pageCreated'), page })
      }
    }
  })
  .post('/sync-careers-page', async (c) => {
    const { deps, actor } = c.var
    const input = await readJsonOrNothing(c, syncPagesInput)
    return c.json({ success: true, pagesSync: await syncCareersPage(deps, actor, input) })
  })
  .post('/sync-shopify-jobs', async (c) => {
    await readJsonOrNothing(c, syncJobsInput)
    return c.json({ success: true, ...(await syncJobs(c.var.deps, c.var.actor)) })
  })
  .all('*', () => {
    throw new AppError('server.notFound')
  })

functionRoutes.onError(async (error, c) => {
  const answer = answerError(error, c)
  const { error: told } = (await answer.json()) as {
    error: { code: string; message: string; request_id: string }
  }
  return c.json(
    { success: false, error: told.message, code: told.code, request_id: told.request_id },
    { status: answer.status as 400, headers: { 'Cache-Control': 'no-store' } },
  )
})
