// /application: the application form as a separate page, for applicants who followed the mailed link.
import { readEmailAddress } from '#domain/accounts/email-address.ts'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ApplicationView } from '#domain/careers/careers.ts'
import { careersHref } from '#domain/careers/careers-pages.ts'
import { customerLine, prefilledValues, type KnownCustomer } from '#domain/store/customers.ts'
import { inReadersWords } from '#domain/jobs/job-texts.ts'
import { jobView } from '#domain/jobs/jobs.ts'
import type { ApplicationValues } from '#domain/applicants/application-input.ts'
import type { AppError } from '#domain/errors.ts'
import { continueInLanguage } from '#domain/texts/languages.ts'
import { localeInAddress } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import type { Grant } from '#domain/verification/verification.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { findApplicationObstacle } from '#features/applicants/find-application-obstacle.ts'
import { submitApplication } from '#features/applicants/submit-application.ts'
import { readUploadedCv } from '#features/cvs/read-uploaded-cv.ts'
import { readPublicJob } from '#features/jobs/read-jobs.ts'
import { readBrand } from '#features/organizations/read-brand.ts'
import { readOwnPageHref } from '#features/rights/own-page.ts'
import { readReturnUrl } from '#features/store/read-return-url.ts'
import { readPrefill } from '#features/store/customers/recognise-customer.ts'
import { readGrant } from '#features/verification/verify.ts'
import { applicationValues, errorsOfFile, readApplicationForm } from '../applicants/applications.ts'
import {
  answerPage,
  applicationQuery,
  deleteGrantCookie,
  readGrantCookie,
} from '../verification/verification-pages.ts'
import type { Ctx, Env } from '../context.ts'
import { asAppError, referenceOf, setRetryAfter, statusFor } from '../errors.ts'
import { networkOf } from '../server/network.ts'
import { nextStepsView } from './visited-shop.ts'

type Form = Extract<ApplicationView, { state: 'form' }>

/** The error page for applicants; lists the shop's open jobs when the request identifies a shop. */
async function refuse(
  c: Ctx,
  message: string,
  {
    status,
    leaves = false,
    isDone = false,
    typed = {},
    closed,
  }: {
    status: ContentfulStatusCode
    leaves?: boolean
    typed?: ApplicationValues
    /** Its job was closed while the form was open. */
    closed?: Grant
    /** A new verification would not help. */ isDone?: boolean
  },
): Promise<Response> {
  const token = closed?.token ?? c.req.query('token') ?? readGrantCookie(c)
  const known = await nextStepsView(c, { token }, { withJobs: true })
  const nextSteps =
    isDone || closed
      ? { ...known, isClosed: closed !== undefined, sendAgain: null, askAgain: null }
      : known
  const view: ApplicationView = {
    state: 'refused',
    message,
    nextSteps,
    typed,
    leaves: leaves && nextSteps.shopName === null,
  }
  return answerPage(c, { page: 'application', view }, { status })
}

/** A page with typed text never leaves by itself. */
const refusedProof = (c: Ctx, typed: ApplicationValues = {}) => {
  const leaves = Object.keys(typed).length === 0
  return refuse(c, t('application.informationMissing'), { status: 400, leaves, typed })
}

const refusedJob = (c: Ctx, closed: Grant, typed: ApplicationValues = {}) =>
  refuse(c, t('application.jobNotFound'), { status: 404, closed, typed })

async function formFor(c: Ctx, grant: Grant, known?: KnownCustomer): Promise<Form | undefined> {
  const values = prefilledValues(known)
  const job = await readPublicJob(c.var.deps, grant.job_post_id)
  continueInLanguage(job?.organization_language, 'shop')
  const lang = localeInAddress()
  // Names the shop for the page that follows where the proof is over by then.
  const query = job && new URLSearchParams({ org: job.organization_slug, ...(lang && { lang }) })
  return (
    job && {
      state: 'form',
      brand: await readBrand(c.var.deps, job.organization_id),
      job: jobView(inReadersWords(job, job.organization_language)),
      shopName: job.organization_name,
      email: grant.email,
      token: grant.token,
      values,
      cv: null,
      errors: {},
      alert: null,
      prefilled: Object.keys(values).length > 0,
      customerLine: known ? customerLine(known) : null,
      backTo: careersHref({ slug: job.organization_slug }),
      action: `/application?${query}`,
    }
  )
}

export const applicationPageRoutes = new Hono<Env>()
  .get('/application', async (c) => {
    const { email, roleId, roleTitle } = c.req.query()
    if (!email || !roleId || !roleTitle) return refusedProof(c)
    const grant = await readGrant(c.var.deps, c.req.query('token') ?? readGrantCookie(c))
    continueInLanguage(grant?.language, 'person')
    // The email address and job in the URL are only hints: the form needs a grant for them.
    if (!grant || grant.email !== readEmailAddress(email) || grant.job_post_id !== roleId) {
      return refusedProof(c)
    }
    const foreseen = await findApplicationObstacle(c.var.deps, grant)
    // Checked now, so that no person fills in a form that will be refused.
    if (foreseen?.code === 'application.duplicate') {
      const own = await readOwnPageHref(c.var.deps, grant)
      if (own) return c.redirect(own, 303)
      return refuse(c, t('application.duplicate'), { status: 409, isDone: true })
    }
    const form = await formFor(c, grant, await readPrefill(c.var.deps, grant))
    if (!form) return refusedJob(c, grant)
    const view = { ...form, cv: await readUploadedCv(c.var.deps, grant) }
    return answerPage(c, { page: 'application', view }, { query: applicationQuery(grant) })
  })
  .post('/application', async (c) => {
    const { deps } = c.var
    const { fields, file, fileError, grant } = await readApplicationForm(c, readGrantCookie(c))
    const values = applicationValues(fields)
    if (!grant) return refusedProof(c, values)
    continueInLanguage(grant.language, 'person')
    const form = await formFor(c, grant)
    if (!form) return refusedJob(c, grant, values)
    const cvId = file?.id ?? (fields.cvId || null)
    // Read before the submit: after it, a failed read would report a sent application as failed.
    const wayBack = await readReturnUrl(deps, grant)
    try {
      if (fileError) throw fileError
      const { email, roleId } = fields
      const network = networkOf(c)
      const isCvSentAlong = file !== undefined
      const submission = { values, cvId, isCvSentAlong, email, roleId, network }
      await submitApplication(deps, grant, submission)
    } catch (error) {
      const refusal = asAppError(error, c)
      setRetryAfter(c, refusal)
      // Closed while it was being sent.
      if (refusal.code === 'application.jobUnavailable') return refusedJob(c, grant, values)
      const cv = cvId ? await readUploadedCv(deps, grant, cvId) : null
      const view: Form = {
        ...form,
        prefilled: false,
        values,
        cv,
        ...errorsOf(refusal, errorsOfFile(c, fileError, refusal), referenceOf(c)),
      }
      return answerPage(c, { page: 'application', view }, { status: statusFor(refusal) })
    }
    deleteGrantCookie(c)
    const view: ApplicationView = {
      state: 'submitted',
      brand: form.brand,
      job: { title: grant.job_title },
      shopName: form.shopName,
      backTo: wayBack,
    }
    return answerPage(c, { page: 'application', view })
  })

/** All other errors are shown on a page. */
applicationPageRoutes.onError((error, c) => {
  const refusal = asAppError(error, c)
  const isAway = c.req.method === 'GET' && refusal.kind === 'unavailable'
  const message = isAway ? t('application.jobLoadFailed') : refusal.message
  setRetryAfter(c, refusal)
  return refuse(c, message + referenceOf(c), { status: statusFor(refusal) })
})

/** Assigns an error to its fields, to the file, or to the alert above the form. */
function errorsOf(
  refusal: AppError,
  ofFile: ApplicationErrors,
  reference: string,
): { errors: ApplicationErrors; alert: string | null } {
  const errors = { ...refusal.fields, ...ofFile }
  if (Object.keys(errors).length > 0) return { errors, alert: null }
  if (refusal.kind === 'unavailable') {
    const title = t('application.submitFailedTitle')
    const later = t('application.submitFailed')
    // The database's error goes only to the log; the applicant must know that nothing was stored.
    const text =
      refusal.code === 'server.unexpected'
        ? t('application.databaseError', { message: t('application.nothingStored', { later }) })
        : later
    return { errors: {}, alert: `${title}: ${text}${reference}` }
  }
  return { errors: {}, alert: t('application.invalid', { message: refusal.message }) }
}
