// Forms of the widget: email address, code, application. The answer is the next step, or the same step with the error.
import { continueInLanguage } from '#domain/texts/languages.ts'
import { AppError } from '#domain/errors.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import { t } from '#domain/texts/text.ts'
import { verificationInput } from '#domain/verification/verification.ts'
import {
  widgetHref,
  type ApplicationErrors,
  type WidgetOptions,
  type WidgetStep,
} from '#domain/careers/widget.ts'
import { readUploadedCv } from '#features/cvs/read-uploaded-cv.ts'
import { submitApplication } from '#features/applicants/submit-application.ts'
import { sendVerification } from '#features/verification/send-verification.ts'
import { readAsked } from '#features/verification/verification-request.ts'
import { verifyCode } from '#features/verification/verify.ts'
import { applicationValues, errorsOfFile, readApplicationForm } from '../applicants/applications.ts'
import type { Ctx } from '../context.ts'
import {
  applyOrStop,
  applyStep,
  closedStep,
  common,
  emailStep,
  jobOr404,
  openJob,
  sentStep,
  show,
  startAgain,
  storeOf,
  unprovenStep,
  type Answer,
} from './widget-steps.ts'
import { asAppError, referenceOf, setRetryAfter, statusFor } from '../errors.ts'
import { readForm } from '../form-body.ts'
import { networkOf } from '../server/network.ts'

async function postEmail(c: Ctx, options: WidgetOptions): Promise<Answer> {
  const { fields } = await readForm(c)
  const roleId = options.page?.jobId ?? fields.roleId ?? c.req.query('roleId')
  if (!roleId) throw new AppError('embed.emailNeeded')
  const { shopName, ...job } = await jobOr404(c, options, roleId)
  const typed = fields.email ?? ''
  if (fields.consent !== 'yes') {
    const consent = await show(c, options, 'consent')
    return {
      ...consent,
      status: 400,
      view: { ...consent.view, alert: t('embed.consentNeeded') },
    }
  }
  const parsed = verificationInput.safeParse({
    email: typed,
    roleId: job.id,
    shopifyStoreUrl: options.shop ?? options.store,
  })
  if (!parsed.success) {
    return {
      ...emailStep(options, shopName, job, typed, t('embed.emailNeeded')),
      status: 400,
    }
  }
  try {
    const isElsewhere = options.org !== null
    const sent = await sendVerification(c.var.deps, parsed.data, networkOf(c), {
      isElsewhere,
      // The widget is on the shop's own pages.
      source: options.source ?? (options.page ? 'direct' : 'shop'),
    })
    const step = sentStep(c, options, shopName, job, sent)
    // After too many wrong codes, a new mail requested too early is refused with the same message as before.
    const isStillSpent = fields.spent === 'yes' && !sent.isSent
    if (!isStillSpent) return step
    const error = t('verification.codesTooMany')
    return { ...step, status: 429, view: { ...step.view, error, isSpent: true } }
  } catch (error) {
    const refusal = asAppError(error, c)
    const failed = emailStep(options, shopName, job, typed)
    // A refusal and an unreachable server have different messages (docs/specification.md §8).
    const isAway = refusal.kind === 'unavailable'
    setRetryAfter(c, refusal)
    // A limit says itself when to try again.
    const alert =
      refusal.kind === 'limited'
        ? refusal.message
        : t(isAway ? 'embed.functionFailed' : 'embed.mailFailed', {
            reason: refusal.message.replace(/\.$/, ''),
          }) + referenceOf(c)
    const view = { ...failed.view, alert }
    return { ...failed, status: statusFor(refusal), view }
  }
}

/** After these no code is accepted, not even the right one; the applicant needs a new mail. */
const usedUpCodes: ReadonlySet<string> = new Set([
  'verification.codesTooMany',
  'verification.codesLocked',
])

async function postCode(c: Ctx, options: WidgetOptions): Promise<Answer> {
  const { fields } = await readForm(c)
  const sent = readAsked(c.var.deps, fields.v ?? '')
  const isOfPage = !options.page || sent?.job_post_id === options.page.jobId
  if (!sent || !isOfPage) {
    return { ...(await startAgain(c, options, t('embed.linkInvalid'))), status: 400 }
  }
  const { shopName, ...job } = await jobOr404(c, options, sent.job_post_id)
  try {
    const grant = await verifyCode(c.var.deps, sent, fields.code ?? '', networkOf(c))
    return await applyOrStop(c, options, grant)
  } catch (error) {
    const refusal = asAppError(error, c)
    setRetryAfter(c, refusal)
    // Errors that the applicant can correct are shown beside the field.
    const isTheirs = refusal.code === 'verification.codeWrong' || refusal.kind === 'limited'
    const step = sentStep(c, options, shopName, job, sent)
    const isSpent = usedUpCodes.has(refusal.code)
    return {
      ...step,
      status: statusFor(refusal),
      view: {
        ...step.view,
        alert: isTheirs ? null : t('embed.verificationFailed') + referenceOf(c),
        error: isTheirs ? refusal.message : null,
        isSpent,
      },
    }
  }
}

async function postApplication(c: Ctx, options: WidgetOptions): Promise<Answer> {
  const { deps } = c.var
  const { fields, file, fileError, grant } = await readApplicationForm(c)
  continueInLanguage(grant?.language, 'person')
  const roleId = options.page?.jobId ?? fields.roleId ?? c.req.query('roleId')
  const values = applicationValues(fields)
  if (!grant || (roleId && roleId !== grant.job_post_id)) {
    const alert = t('embed.dataMissing')
    const isWritten = Object.values(values).some((value) => value.trim() !== '')
    const unproven = isWritten ? await openJob(c, options, roleId) : undefined
    if (!unproven) return { ...(await startAgain(c, options, alert)), status: 403 }
    // Not stored with any application: the address is the one that this form was sent with.
    const written = { values, email: fields.email ?? '', alert }
    return { ...unprovenStep(options, unproven, written), status: 403 }
  }
  // From the page that took the CV: the form goes on where it was, and the person sends it.
  if (fields.goOn === 'yes') {
    const { view, url } = await applyOrStop(c, options, grant)
    return { url, view: view.step === 'apply' ? { ...view, values, prefilled: false } : view }
  }
  // If the job was closed meanwhile, the use case refuses and the form's content is shown.
  const shopName = grant.organization_name
  const job = { id: grant.job_post_id, title: grant.job_title }
  const email = fields.email ?? c.req.query('email')
  const cvId = file?.id ?? (fields.cvId || null)
  try {
    if (fileError) throw fileError
    const network = networkOf(c)
    const isCvSentAlong = file !== undefined
    const submission = { values, cvId, isCvSentAlong, email, roleId, network, isEmbedded: true }
    const { isConfirmed } = await submitApplication(deps, grant, submission)
    return {
      view: {
        ...common(options),
        shopName,
        step: 'done',
        job,
        returnTo: await storeOf(c, options, job.id),
        mailFrom: isConfirmed ? senderName(shopName) : null,
      },
      url: widgetHref(options, 'done', { roleId: job.id, ...(isConfirmed && { mail: 'yes' }) }),
    }
  } catch (error) {
    const refusal = asAppError(error, c)
    setRetryAfter(c, refusal)
    if (refusal.code === 'application.jobUnavailable') {
      const written = { values, alert: embedAlert(refusal) }
      return { ...closedStep(options, grant, written), status: statusFor(refusal) }
    }
    const form = applyStep(options, grant)
    const cv = cvId ? await readUploadedCv(deps, grant, cvId) : null
    const errors: ApplicationErrors = { ...refusal.fields, ...errorsOfFile(c, fileError, refusal) }
    const isElsewhere = Object.keys(errors).length === 0
    return {
      url: form.url,
      status: statusFor(refusal),
      view: {
        ...form.view,
        values,
        cv,
        errors,
        prefilled: false,
        alert: isElsewhere ? embedAlert(refusal) + referenceOf(c) : null,
      },
    }
  }
}

/** The form of a step. */
export async function postStep(c: Ctx, options: WidgetOptions, step: WidgetStep): Promise<Answer> {
  if (step === 'email') return postEmail(c, options)
  if (step === 'sent') return postCode(c, options)
  if (step === 'apply') return postApplication(c, options)
  throw new AppError('application.formBroken')
}

/** The widget's wording around an error message (docs/specification.md §8). */
function embedAlert(refusal: AppError): string {
  if (refusal.code === 'server.unexpected') return t('application.embedUnexpected')
  return t('embed.saveFailed', { message: refusal.message })
}
