// An applicant submits the form: the row, CV and history are written in one transaction.
import { readEmailAddress } from '#domain/accounts/email-address.ts'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import {
  applicationInput,
  type ApplicationInput,
  type ApplicationValues,
} from '#domain/applicants/application-input.ts'
import { AppError } from '#domain/errors.ts'
import { applicationUses, longestWait, rateLimited, type Network } from '#domain/limits.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { withOneName } from '#domain/applicants/one-name.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { updateNoContact } from '#data/rights/own-application.ts'
import { findNoContact } from '#data/store/job-invitations.ts'
import { openInvitationKey } from '#gateways/store/invitation-keys.ts'
import { APPLICANT_DUPLICATE, insertApplication } from '#data/applicants/insert-application.ts'
import { findAppliedAt } from '#data/applicants/applicants.ts'
import { isDuplicate } from '#data/database.ts'
import {
  findKnownForUpdate,
  upsertApplicantCustomer,
} from '#data/applicants/applicant-customers.ts'
import { snapshotOf, type KnownLookup } from '#domain/store/customers.ts'
import type { Grant } from '#domain/verification/verification.ts'
import type { Deps } from '../deps.ts'

export type Submission = {
  values: ApplicationValues
  /** An uploaded file, or null. */
  cvId: string | null
  /**
   * The file came with the form. An upload that the form started earlier may end later and replace it; then the
   * uploaded file is used, which the same person chose.
   */
  isCvSentAlong?: boolean
  /** Must match the grant, if given. */
  email?: string | undefined
  roleId?: string | undefined
  network: Network
  /** Sent from the widget. */
  isEmbedded?: boolean
}

export type Submitted = {
  applicant: ApplicantRow
  /** A confirmation mail is queued. */
  isConfirmed: boolean
}

/** Counts the result of each submit for the operator. */
export async function submitApplication(
  deps: Deps,
  grant: Grant,
  submission: Submission,
): Promise<Submitted> {
  try {
    const submitted = await submit(deps, grant, submission)
    deps.metrics?.countSubmit('accepted')
    return submitted
  } catch (error) {
    const isRefused = error instanceof AppError && error.kind !== 'unavailable'
    deps.metrics?.countSubmit(isRefused ? 'refused' : 'failed')
    throw error
  }
}

async function submit(deps: Deps, grant: Grant, submission: Submission): Promise<Submitted> {
  if (!agrees(grant, submission)) throw new AppError('application.dataMissing')
  const form = readForm(submission.values)
  try {
    return await insert(deps, grant, submission, form)
  } catch (error) {
    if (!(submission.isCvSentAlong && error instanceof FileGone)) throw error
    // Replaced while the statement waited for its row: it sees only what was there when it began.
    return insert(deps, grant, submission, form)
  }
}

function insert(
  deps: Deps,
  grant: Grant,
  submission: Submission,
  form: ApplicationInput,
): Promise<Submitted> {
  const organizationId = grant.organization_id
  const { email, job_post_id: jobId, verification_id: verificationId } = grant

  return deps.db
    .forOrganizationAtOnce(organizationId, async (tx) => {
      // Uses only what is already stored: a slow or unreachable store must not delay the application.
      const encrypted =
        deps.stores && (await findKnownForUpdate(tx, organizationId, verificationId))
      const snapshot = encrypted
        ? snapshotOf(JSON.parse(deps.secrets.decrypt(encrypted)) as KnownLookup)
        : undefined
      const inserted = await insertApplication(tx, organizationId, {
        email,
        jobId,
        verificationId,
        cvId: submission.cvId,
        isAnyCvTaken: submission.isCvSentAlong ?? false,
        form,
        isExistingCustomer:
          snapshot?.customer_status === 'customer' &&
          // A rule of the widget: a person without a phone number does not count as a customer.
          (!submission.isEmbedded || form.phone !== null),
        language: currentLocale(),
        now: deps.clock.now(),
        uses: applicationUses(submission.network, organizationId),
      })
      if (inserted.applicant) {
        if (inserted.noContactKey) {
          const hash = openInvitationKey(deps.secrets, inserted.noContactKey).hashOf(email)
          const since = await findNoContact(tx, organizationId, hash)
          // Of an application that is gone by now.
          if (since) await updateNoContact(tx, organizationId, email, new Date(since))
        }
        if (snapshot) {
          await upsertApplicantCustomer(tx, organizationId, inserted.applicant.id, snapshot)
        }
        return { applicant: inserted.applicant, isConfirmed: inserted.isConfirmed }
      }
      const over = inserted.refused === 'too many' ? longestWait(inserted.full) : undefined
      if (over) throw rateLimited(over, deps.clock.now())
      if (inserted.refused === 'job closed') throw new AppError('application.jobUnavailable')
      // Erased since the form was accepted, with the consent.
      if (inserted.refused === 'proof gone') throw new AppError('application.dataMissing')
      // After a double submit, report the duplicate rather than the file, which the first submit has used.
      const before = await findAppliedAt(tx, organizationId, jobId, email)
      throw before ? new AppError('application.duplicate') : new FileGone()
    })
    .catch((error: unknown) => {
      if (isDuplicate(error, APPLICANT_DUPLICATE)) {
        throw new AppError('application.duplicate', { cause: error })
      }
      throw error
    })
}

function agrees(grant: Grant, { email, roleId }: Submission): boolean {
  const sameAddress = !email || readEmailAddress(email) === grant.email
  return sameAddress && (!roleId || roleId === grant.job_post_id)
}

/** Shown at the file field: the applicant must choose the file again. */
class FileGone extends AppError<'application.invalid'> {
  constructor() {
    const message = t('application.cvAgain')
    super('application.invalid', { values: { message }, fields: { cvFile: message } })
  }
}

/** Throws one AppError that names every field with its text. */
function readForm(values: ApplicationValues): ApplicationInput {
  const parsed = applicationInput.safeParse(withOneName(values))
  if (parsed.success) return parsed.data
  const fields: ApplicationErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as keyof ApplicationErrors
    fields[field] ??= issue.message
  }
  const message = parsed.error.issues[0]?.message ?? ''
  throw new AppError('application.invalid', { values: { message }, fields })
}
