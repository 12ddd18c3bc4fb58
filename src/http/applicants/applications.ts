// /api/applications: uploading a CV and sending an application, for the widget's script and for other clients.
import { Hono } from 'hono'
import { z } from 'zod'
import { applicationFields, type ApplicationValues } from '#domain/applicants/applicants.ts'
import type { UploadedCv } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import type { Grant } from '#domain/verification/verification.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { submitApplication } from '#features/applicants/submit-application.ts'
import { uploadCv } from '#features/cvs/upload-cv.ts'
import { readGrant } from '#features/verification/verify.ts'
import type { Ctx, Env } from '../context.ts'
import { readForm, type FormBody } from '../form-body.ts'
import { isJson, readJson, smallBody } from '../json-body.ts'
import { networkOf } from '../server/network.ts'

export const FILE_FIELD = 'cvFile'
/** A page that shows a refused file says so; whoever sends it goes without a CV only by toastDownload that as well. */
const REFUSED_FIELD = 'cvRefused'
const WITHOUT_FIELD = 'withoutCv'

/** The application form of either page: the file is taken in under the token that came before it. */
export async function readApplicationForm(
  c: Ctx,
  token = '',
): Promise<FormBody<UploadedCv> & { grant: Grant | undefined }> {
  let asked: Promise<Grant | undefined> | undefined
  // Asked for once: a form with a file needs the proof before the file, and again at its end.
  const grantOf = (fields: Record<string, string>) =>
    (asked ??= readGrant(c.var.deps, fields.token ?? token))
  const form = await readForm(c, {
    field: FILE_FIELD,
    take: async (fields, file) => uploadCv(c.var.deps, await grantOf(fields), file),
  })
  const { fields, file: taken, fileError } = form
  const isDecided = Boolean(taken || fields.cvId) || fields[WITHOUT_FIELD] === 'yes'
  const isHeld = fields[REFUSED_FIELD] !== undefined && !isDecided
  return {
    ...form,
    fileError: fileError ?? (isHeld ? new AppError('application.fileUndecided') : undefined),
    grant: await grantOf(fields),
  }
}

/** What stands beside the file's field. That somebody has applied already is no fault of their file. */
export const errorsOfFile = (fileError: unknown, refusal: AppError): ApplicationErrors =>
  fileError && refusal.code !== 'application.duplicate' ? { [FILE_FIELD]: refusal.message } : {}

export function applicationValues(fields: Readonly<Record<string, string>>): ApplicationValues {
  const values: ApplicationValues = {}
  for (const field of applicationFields) {
    const value = fields[field]
    if (value !== undefined) values[field] = value
  }
  return values
}

const jsonApplication = z.object({
  token: z.string().max(200).default(''),
  email: z.string().max(300).optional(),
  roleId: z.string().max(100).optional(),
  cvId: z.uuid().nullish(),
  ...Object.fromEntries(
    applicationFields.map((field) => [
      field,
      z
        .union([z.string(), z.number()])
        .nullish()
        .transform((value) => (value == null ? undefined : String(value))),
    ]),
  ),
})

export const applicationRoutes = new Hono<Env>()
  .use('/', (c, next) => (isJson(c) ? smallBody(c, next) : next()))
  .post('/cv', async (c) => {
    const { file, fileError } = await readApplicationForm(c)
    if (fileError) throw fileError
    if (!file) throw new AppError('application.fileEmpty')
    return c.json(file, 201)
  })
  .post('/', async (c) => {
    const { grant, ...submission } = isJson(c) ? await fromJson(c) : await fromForm(c)
    if (!grant) throw new AppError('application.dataMissing')
    const { applicant } = await submitApplication(c.var.deps, grant, {
      ...submission,
      network: networkOf(c),
    })
    return c.json(
      {
        id: applicant.id,
        status: applicant.status,
        created_at: applicant.created_at,
        message: t('success.applicationSubmittedAlert'),
      },
      201,
    )
  })

async function fromJson(c: Ctx) {
  const { token, email, roleId, cvId, ...values } = await readJson(c, jsonApplication)
  const grant = await readGrant(c.var.deps, token)
  return { grant, email, roleId, cvId: cvId ?? null, values: values as ApplicationValues }
}

async function fromForm(c: Ctx) {
  const { fields, file, fileError, grant } = await readApplicationForm(c)
  if (fileError) throw fileError
  return {
    grant,
    email: fields.email,
    roleId: fields.roleId,
    cvId: file?.id ?? (fields.cvId || null),
    values: applicationValues(fields),
  }
}
