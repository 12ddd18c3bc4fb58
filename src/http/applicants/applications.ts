// /api/applications: uploading a CV and sending an application, for the widget's script and for other clients.
import { Hono } from 'hono'
import { applicationContracts } from '#domain/applicants/applicants-contract.ts'
import { typedNames, type ApplicationValues } from '#domain/applicants/application-input.ts'
import type { Body } from '#domain/contract.ts'
import type { UploadedCv } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import type { Grant } from '#domain/verification/verification.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import type { Deps } from '#features/deps.ts'
import { submitApplication } from '#features/applicants/submit-application.ts'
import { removeUploadedCv } from '#features/cvs/remove-uploaded-cv.ts'
import { uploadCv } from '#features/cvs/upload-cv.ts'
import { readGrant } from '#features/verification/verify.ts'
import type { Ctx, Env } from '../context.ts'
import { referenceOf } from '../errors.ts'
import { readForm, type FormBody } from '../form-body.ts'
import { isJson, smallBody } from '../json-body.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'

const FILE_FIELD = 'cvFile'
/**
 * Sent by a page that showed a refused file: the application is submitted without a CV only if the person also chose
 * that.
 */
const REFUSED_FIELD = 'cvRefused'
const WITHOUT_FIELD = 'withoutCv'

/** The application form of either page: the file is uploaded under the token that precedes it in the form. */
export async function readApplicationForm(
  c: Ctx,
  token = '',
): Promise<FormBody<UploadedCv> & { grant: Grant | undefined }> {
  let asked: Promise<Grant | undefined> | undefined
  // Cached: a form with a file needs the grant before the file, and again at its end.
  const grantOf = (fields: Record<string, string>) =>
    (asked ??= readGrant(c.var.deps, fields.token ?? token))
  const form = await readForm(c, {
    field: FILE_FIELD,
    take: async (fields, file) => uploadCv(c.var.deps, await grantOf(fields), networkOf(c), file),
  })
  const { fields, file: taken, fileError } = form
  const isDecided = Boolean(taken || fields.cvId) || fields[WITHOUT_FIELD] === 'yes'
  const isUndecided = fields[REFUSED_FIELD] !== undefined && !isDecided
  return {
    ...form,
    fileError: fileError ?? (isUndecided ? new AppError('application.fileUndecided') : undefined),
    grant: await grantOf(fields),
  }
}

/** The error at the file's field. An earlier application of the person is no error of the file. */
export const errorsOfFile = (c: Ctx, fileError: unknown, refusal: AppError): ApplicationErrors =>
  fileError && refusal.code !== 'application.duplicate'
    ? { [FILE_FIELD]: refusal.message + referenceOf(c) }
    : {}

export function applicationValues(fields: Readonly<Record<string, string>>): ApplicationValues {
  const values: ApplicationValues = {}
  for (const field of typedNames) {
    const value = fields[field]
    if (value !== undefined) values[field] = value
  }
  return values
}

export const applicationRoutes = new Hono<Env>()
  .use('/api/applications/*', (c, next) => (isJson(c) ? smallBody(c, next) : next()))
  .route(
    '/',
    mount(applicationContracts, {
      'POST /api/applications/cv': async ({ c }) => {
        const { file, fileError } = await readApplicationForm(c)
        if (fileError) throw fileError
        if (!file) throw new AppError('application.fileEmpty')
        return file
      },
      'DELETE /api/applications/cv': async ({ deps, body }) =>
        removeUploadedCv(deps, await readGrant(deps, body.token), body.cvId),
      'POST /api/applications': async ({ c, deps, body }) => {
        const { grant, ...submission } = body ? await fromJson(deps, body) : await fromForm(c)
        if (!grant) throw new AppError('application.dataMissing')
        const sent = { ...submission, network: networkOf(c) }
        const { applicant } = await submitApplication(deps, grant, sent)
        const { id, status, created_at } = applicant
        const message = t('success.applicationSubmittedAlert')
        return { id, status, created_at, message }
      },
    }),
  )

type JsonApplication = Body<(typeof applicationContracts)['POST /api/applications']>

async function fromJson(deps: Deps, sent: NonNullable<JsonApplication>) {
  const { token, email, roleId, cvId, ...values } = sent
  return { grant: await readGrant(deps, token), email, roleId, cvId: cvId ?? null, values }
}

async function fromForm(c: Ctx) {
  const { fields, file, fileError, grant } = await readApplicationForm(c)
  if (fileError) throw fileError
  return {
    grant,
    email: fields.email,
    roleId: fields.roleId,
    cvId: file?.id ?? (fields.cvId || null),
    isCvSentAlong: file !== undefined,
    values: applicationValues(fields),
  }
}
