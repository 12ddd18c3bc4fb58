// An applicant sends the form: row, CV and history in one transaction, or nothing.
import {
  applicationInput,
  type ApplicantRow,
  type ApplicationInput,
  type ApplicationValues,
} from '#domain/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { messages } from '#domain/messages.ts'
import type { ApplicationErrors } from '#domain/widget.ts'
import { APPLICANT_DUPLICATE, insertApplicant, insertStatusChange } from '#data/applicants.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { findUnclaimedCv, updateCvOwner } from '#data/cvs.ts'
import { isDuplicate } from '#data/database.ts'
import { findActiveJobForApplication } from '#data/jobs.ts'
import { findProof, type Verification } from '#data/verification.ts'
import { hashOf } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'

export type Submission = {
  /** The grant, or the verified token itself. */
  token: string
  values: ApplicationValues
  /** A file that was taken in before, or null. */
  cvId: string | null
  /** What the request says it is for; refused when the proof says otherwise. */
  email?: string | undefined
  roleId?: string | undefined
}

export async function submitApplication(deps: Deps, submission: Submission): Promise<ApplicantRow> {
  const proof = await findProof(deps.db.queries, hashOf(submission.token))
  if (!proof || !agrees(proof, submission)) throw new AppError('application.dataMissing')
  const form = readForm(submission.values)

  const applicant = await deps.db
    .forOrganization(proof.organization_id, async (tx) => {
      const organizationId = proof.organization_id
      const job = await findActiveJobForApplication(tx, organizationId, proof.job_post_id)
      if (!job) throw new AppError('application.jobUnavailable')
      const cv = submission.cvId
        ? await findUnclaimedCv(tx, organizationId, proof.id, submission.cvId)
        : undefined
      const row = await insertApplicant(tx, organizationId, {
        email: proof.email,
        job,
        form,
        cvUrl: cv?.storage_key ?? null,
        isExistingCustomer: false,
      })
      // After the row: whoever sends a form twice is told so, and not that the file they used is gone.
      // And before the end: without it the applicant would arrive without the CV they think they sent.
      if (submission.cvId && !cv) throw fileGone()
      if (cv && !(await updateCvOwner(tx, organizationId, cv.id, row.id))) throw fileGone()
      await insertStatusChange(tx, organizationId, {
        applicantId: row.id,
        from: null,
        to: 'applied',
        changedBy: null,
      })
      await insertAuditEvent(tx, organizationId, {
        actor_id: null,
        action: 'applicant.created',
        resource_type: 'applicant',
        resource_id: row.id,
      })
      return row
    })
    .catch((error: unknown) => {
      if (isDuplicate(error, APPLICANT_DUPLICATE)) {
        throw new AppError('application.duplicate', { cause: error })
      }
      throw error
    })

  deps.events.emit({
    name: 'applicant.created',
    organization_id: proof.organization_id,
    data: { applicant },
  })
  return applicant
}

function agrees(proof: Verification, { email, roleId }: Submission): boolean {
  const sameAddress = !email || email.normalize('NFC').trim().toLowerCase() === proof.email
  return sameAddress && (!roleId || roleId === proof.job_post_id)
}

/** Told at the file's field: choosing it again helps, trying again later does not. */
function fileGone(): AppError {
  const message = messages['application.uploadFailed']
  return new AppError('application.invalid', { values: { message }, fields: { cvFile: message } })
}

/** Throws one AppError that names every field with its text. */
function readForm(values: ApplicationValues): ApplicationInput {
  const parsed = applicationInput.safeParse(values)
  if (parsed.success) return parsed.data
  const fields: ApplicationErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as keyof ApplicationErrors
    fields[field] ??= issue.message
  }
  const message = parsed.error.issues[0]?.message ?? ''
  throw new AppError('application.invalid', { values: { message }, fields })
}
