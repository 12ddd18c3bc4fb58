// /embed: the widget's steps. Each is a page and a form post; with script the same addresses answer the view as JSON.
import { Hono } from 'hono'
import { accentOf } from '#domain/accent.ts'
import { AppError } from '#domain/errors.ts'
import { fill, messages } from '#domain/messages.ts'
import { verificationInput, type Grant } from '#domain/verification.ts'
import {
  readWidgetOptions,
  widgetHref,
  widgetSteps,
  type ApplicationErrors,
  type WidgetOptions,
  type WidgetStep,
  type WidgetView,
} from '#domain/widget.ts'
import { readUploadedCv } from '#features/applicants/read-uploaded-cv.ts'
import { submitApplication } from '#features/applicants/submit-application.ts'
import { readPublicJob, readPublicJobs } from '#features/jobs/read-jobs.ts'
import { readOrganizationName } from '#features/organizations/read-organization.ts'
import { allowedReturn } from '#features/verification/allow-return.ts'
import { sendVerification } from '#features/verification/send-verification.ts'
import { readGrant, readVerification, verifyCode } from '#features/verification/verify.ts'
import { applicationValues, FILE_FIELD, readApplicationForm } from './applications.ts'
import { answerPage } from './careers.ts'
import type { Ctx, Env } from './context.ts'
import { cachedList } from './embed-cache.ts'
import { asAppError, statusFor } from './errors.ts'
import { readForm } from './form-body.ts'
import { isUuid } from './json-body.ts'

type Answer = { view: WidgetView; url: string; status?: number }

/** Any site may frame the widget: it has no session, and what it does needs a proof that is typed or followed. */
const FRAMES = '*'

async function answer(c: Ctx, { view, url, status = 200 }: Answer): Promise<Response> {
  if (c.req.header('accept')?.startsWith('application/json')) {
    c.header('Cache-Control', 'no-store')
    c.header('Vary', 'Accept')
    return c.json({ view, url }, status as 200)
  }
  // After a post the browser is sent to the next step, so that reloading does not post again.
  if (c.req.method === 'POST' && status === 200) return c.redirect(url, 303)
  c.header('Vary', 'Accept')
  return answerPage(c, { page: 'embed', view }, { status: status as 200, frames: FRAMES })
}

const common = (options: WidgetOptions, alert: string | null = null) => ({
  options,
  accent: accentOf(options.color),
  shopName: null,
  alert,
})

async function list(c: Ctx, options: WidgetOptions, alert: string | null = null): Promise<Answer> {
  // Where jobs cannot be read the specification wants an empty list and no message.
  const { shopName, jobs } = await readPublicJobs(c.var.deps, options).catch((error: unknown) => {
    asAppError(error, c, crypto.randomUUID())
    return { shopName: null, jobs: [] }
  })
  return {
    view: { ...common(options, alert), shopName, step: 'list', jobs },
    url: widgetHref(options),
  }
}

/** The job a step is about; when it is closed or gone the visitor sees why, above the jobs that are open. */
async function jobOr404(c: Ctx, id: string | undefined) {
  const job = id && isUuid(id) ? await readPublicJob(c.var.deps, id) : undefined
  if (!job) throw new AppError('embed.jobClosed')
  return { id: job.id, title: job.title, shopName: job.organization_name }
}

async function show(c: Ctx, options: WidgetOptions, step: WidgetStep): Promise<Answer> {
  const query = c.req.query()
  if (step === 'list') return list(c, options)
  const { shopName, ...job } = await jobOr404(c, query.roleId)
  const base = { ...common(options), shopName, job }

  if (step === 'done') {
    return {
      view: { ...base, step, returnTo: await storeOf(c, options, job.id) },
      url: widgetHref(options, step, { roleId: job.id }),
    }
  }
  if (step === 'sent' && query.v && isUuid(query.v)) {
    const sent = await readVerification(c.var.deps, query.v)
    if (sent?.job.id === job.id) {
      return {
        view: { ...base, step, email: sent.email, verification: sent.id, error: null },
        url: widgetHref(options, step, { roleId: job.id, v: sent.id }),
      }
    }
  }
  if (step === 'apply') {
    const grant = query.token ? await readGrant(c.var.deps, query.token) : undefined
    if (grant?.job_post_id === job.id) return applyStep(options, shopName, grant)
    // A flag in the address is no proof: whoever comes with one is asked for the proof.
    const view = emailStep(options, shopName, job, query.email ?? '')
    return { ...view, view: { ...view.view, alert: messages['embed.linkInvalid'] } }
  }
  if (step === 'email' && query.consent === 'yes') {
    const kept =
      query.v && isUuid(query.v) ? await readVerification(c.var.deps, query.v) : undefined
    return emailStep(options, shopName, job, kept?.email ?? '')
  }
  const { view } = await list(c, options)
  return {
    view: { ...view, step: 'consent', jobs: view.step === 'list' ? view.jobs : [], job },
    url: widgetHref(options, 'consent', { roleId: job.id }),
  }
}

function emailStep(
  options: WidgetOptions,
  shopName: string,
  job: { id: string; title: string },
  email: string,
  error: string | null = null,
): Answer {
  return {
    view: { ...common(options), shopName, step: 'email', job, email, error },
    url: widgetHref(options, 'email', { roleId: job.id, consent: 'yes' }),
  }
}

function applyStep(options: WidgetOptions, shopName: string | null, grant: Grant): Answer {
  const job = { id: grant.job_post_id, title: grant.job_title }
  return {
    view: {
      ...common(options),
      shopName,
      step: 'apply',
      job,
      email: grant.email,
      token: grant.token,
      values: {},
      cv: null,
      errors: {},
      prefilled: false,
    },
    url: widgetHref(options, 'apply', { roleId: job.id, token: grant.token }),
  }
}

async function storeOf(c: Ctx, options: WidgetOptions, jobId: string): Promise<string | null> {
  const job = options.store ? await readPublicJob(c.var.deps, jobId) : undefined
  return job && options.store ? allowedReturn(c.var.deps, job.organization_id, options.store) : null
}

async function postEmail(c: Ctx, options: WidgetOptions): Promise<Answer> {
  const { fields } = await readForm(c)
  const roleId = fields.roleId ?? c.req.query('roleId')
  if (!roleId) throw new AppError('embed.emailNeeded')
  const { shopName, ...job } = await jobOr404(c, roleId)
  const typed = fields.email ?? ''
  if (fields.consent !== 'yes') {
    const consent = await show(c, options, 'consent')
    return {
      ...consent,
      status: 400,
      view: { ...consent.view, alert: messages['embed.consentNeeded'] },
    }
  }
  const parsed = verificationInput.safeParse({ email: typed, roleId: job.id })
  if (!parsed.success) {
    return {
      ...emailStep(options, shopName, job, typed, messages['embed.emailNeeded']),
      status: 400,
    }
  }
  try {
    const sent = await sendVerification(c.var.deps, parsed.data)
    return {
      view: {
        ...common(options),
        shopName,
        step: 'sent',
        job,
        email: sent.email,
        verification: sent.id,
        error: null,
      },
      url: widgetHref(options, 'sent', { roleId: job.id, v: sent.id }),
    }
  } catch (error) {
    const refusal = asAppError(error, c, crypto.randomUUID())
    const failed = emailStep(options, shopName, job, typed)
    const alert = fill('embed.mailFailed', { reason: refusal.message.replace(/\.$/, '') })
    return { ...failed, status: statusFor(refusal), view: { ...failed.view, alert } }
  }
}

async function postCode(c: Ctx, options: WidgetOptions): Promise<Answer> {
  const { fields } = await readForm(c)
  const id = fields.v ?? ''
  const sent = isUuid(id) ? await readVerification(c.var.deps, id) : undefined
  if (!sent) return { ...(await list(c, options, messages['embed.linkInvalid'])), status: 400 }
  const { shopName, ...job } = await jobOr404(c, sent.job.id)
  try {
    return applyStep(options, shopName, await verifyCode(c.var.deps, id, fields.code ?? ''))
  } catch (error) {
    const refusal = asAppError(error, c, crypto.randomUUID())
    const isWrong = refusal.code === 'verification.codeWrong'
    return {
      view: {
        ...common(options, isWrong ? null : messages['embed.verificationFailed']),
        shopName,
        step: 'sent',
        job,
        email: sent.email,
        verification: sent.id,
        error: isWrong ? refusal.message : null,
      },
      url: widgetHref(options, 'sent', { roleId: job.id, v: sent.id }),
      status: statusFor(refusal),
    }
  }
}

async function postApplication(c: Ctx, options: WidgetOptions): Promise<Answer> {
  const { deps } = c.var
  const { fields, file, fileError } = await readApplicationForm(c)
  const roleId = fields.roleId ?? c.req.query('roleId')
  const grant = await readGrant(deps, fields.token ?? '')
  if (!grant || (roleId && roleId !== grant.job_post_id)) {
    return { ...(await list(c, options, messages['embed.dataMissing'])), status: 403 }
  }
  // A job that was closed in between is refused by the act, with the form still there.
  const shopName = await readOrganizationName(deps, grant.organization_id)
  const job = { id: grant.job_post_id, title: grant.job_title }
  const values = applicationValues(fields)
  const email = fields.email ?? c.req.query('email')
  const cvId = file?.id ?? (fields.cvId || null)
  try {
    if (fileError) throw fileError
    await submitApplication(deps, { token: grant.token, values, cvId, email, roleId })
    return {
      view: {
        ...common(options),
        shopName,
        step: 'done',
        job,
        returnTo: await storeOf(c, options, job.id),
      },
      url: widgetHref(options, 'done', { roleId: job.id }),
    }
  } catch (error) {
    const refusal = asAppError(error, c, crypto.randomUUID())
    const form = applyStep(options, shopName, grant)
    const cv = cvId ? await readUploadedCv(deps, grant, cvId) : undefined
    const errors: ApplicationErrors = fileError ? { [FILE_FIELD]: refusal.message } : refusal.fields
    const isElsewhere = Object.keys(errors).length === 0
    return {
      url: form.url,
      status: statusFor(refusal),
      view: {
        ...form.view,
        step: 'apply',
        job,
        email: grant.email,
        token: grant.token,
        values,
        cv: cv ?? null,
        errors,
        prefilled: false,
        alert: isElsewhere ? embedAlert(refusal) : null,
      },
    }
  }
}

/** The embed's own wording around a refusal, as the specification has it. */
function embedAlert(refusal: AppError): string {
  if (refusal.code === 'server.unexpected') return messages['application.embedUnexpected']
  return fill('embed.saveFailed', { message: refusal.message })
}

function readStep(c: Ctx): WidgetStep {
  const { step, token, verified, roleId } = c.req.query()
  const named = widgetSteps.find((name) => name === step)
  // The specification's own way in: the flags choose the screen, never the right to apply.
  return named ?? ((token || verified === 'true') && roleId ? 'apply' : 'list')
}

async function guarded(c: Ctx, options: WidgetOptions, work: () => Promise<Answer>) {
  try {
    return await answer(c, await work())
  } catch (error) {
    const refusal = asAppError(error, c, crypto.randomUUID())
    const shown = await list(c, options, refusal.message)
    return answer(c, { ...shown, status: statusFor(refusal) })
  }
}

export const embedRoutes = new Hono<Env>()
  .get('/embed', (c) => {
    const options = readWidgetOptions(c.req.query())
    const step = readStep(c)
    const wantsJson = c.req.header('accept')?.startsWith('application/json')
    if (step === 'list' && !wantsJson) return cachedList(c, options, () => list(c, options))
    return guarded(c, options, () => show(c, options, step))
  })
  .post('/embed', (c) => {
    const options = readWidgetOptions(c.req.query())
    const step = readStep(c)
    return guarded(c, options, async () => {
      if (step === 'email') return postEmail(c, options)
      if (step === 'sent') return postCode(c, options)
      if (step === 'apply') return postApplication(c, options)
      throw new AppError('application.formBroken')
    })
  })
