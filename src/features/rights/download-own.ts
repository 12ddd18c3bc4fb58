// Everything that is kept about an application, as a zip for the person who sent it: JSON, and the file as it was sent.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { answersOf } from '#domain/applicants/application-fields.ts'
import { cvNameFor } from '#domain/cvs/cv-names.ts'
import { AppError } from '#domain/errors.ts'
import { pageDownloadUses, rateLimited } from '#domain/limits.ts'
import { deletionDay } from '#domain/retention/retention.ts'
import type { PageLink } from '#domain/rights/applicant-page.ts'
import { statusText } from '#domain/rights/status-words.ts'
import { t } from '#domain/texts/text.ts'
import { consentWording } from '#domain/verification/consent-wordings.ts'
import { findApplicantCustomer } from '#data/applicants/applicant-customers.ts'
import { findCvOfApplicant, type CheckedCv } from '#data/cvs/cvs.ts'
import { insertUses } from '#data/rate-limits.ts'
import {
  findApplicantPage,
  findConsent,
  listOwnMails,
  type FoundPage,
} from '#data/rights/applicant-pages.ts'
import { listRequestsOf } from '#data/rights/rights-requests.ts'
import type { Deps } from '../deps.ts'
import { askedOnPage, runRightsAction } from './record-rights-action.ts'

/**
 * Only this application, because the link opens no other. Leaves out what the page does not show either: a decision that has not been
 * mailed, and notes of staff. The person gets those by asking for a copy (copy-personal-data.ts).
 */
export async function downloadOwn(deps: Deps, link: PageLink): Promise<Readable> {
  const { organizationId, applicantId } = link
  const over = await insertUses(deps.db.queries, pageDownloadUses(applicantId))
  if (over) throw rateLimited(over, deps.clock.now())
  const { data, cv } = await runRightsAction(deps, askedOnPage(organizationId, applicantId), {
    kind: 'portability',
    action: 'applicant.copied',
    outcome: 'done',
    screens: 'nothing',
    work: async (tx) => {
      const found = await findApplicantPage(tx, organizationId, applicantId)
      if (!found) throw new AppError('applicant.missing')
      const cv = await findCvOfApplicant(tx, organizationId, applicantId)
      const more = {
        cv: cv ? { name: cv.original_name, bytes: cv.byte_size } : null,
        consent: withWording(await findConsent(tx, organizationId, applicantId)),
        store_customer: (await findApplicantCustomer(tx, organizationId, applicantId)) ?? null,
        emails: await listOwnMails(tx, organizationId, applicantId),
        requests: await listRequestsOf(tx, organizationId, applicantId),
      }
      return { cv, data: { ...dataOf(found), ...more } }
    },
  })
  return zipOf(deps, data, cv)
}

type Consent = Awaited<ReturnType<typeof findConsent>>
const withWording = (consent: Consent) =>
  consent
    ? { ...consent, wording: consentWording(consent.consent_version, consent.language) }
    : null

/** The names are those of docs/specification.md §3. */
const dataOf = (found: FoundPage) => ({
  organization: found.name,
  role_title: found.role_title,
  created_at: found.created_at,
  deleted_on: deletionDay(found.created_at, { isKept: found.is_kept }),
  status: statusText(found.shown_status, found.status_words),
  first_name: found.first_name,
  last_name: found.last_name,
  email: shownEmailAddress(found.email),
  ...answersOf(found),
  came_by: found.came_by,
  source: found.source,
  language: found.language,
})

async function zipOf(deps: Deps, data: object, cv: CheckedCv | undefined): Promise<Readable> {
  const zip = new ZipFile()
  // yazl types its stream as a ReadableStream; it is a PassThrough of Node.
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const options = { mtime: deps.clock.now(), mode: 0o100600 }
  zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), 'application.json', options)
  if (cv?.scan_state === 'infected') {
    const reason = t('dashboard.cvInfected', { name: cv.scan_name ?? '' })
    zip.addBuffer(Buffer.from(`${reason}\r\n`), t('cv.leftOutFileName'), options)
  } else if (cv) {
    const file = await deps.files.read(cv.storage_key, cv.key_sealed)
    file.on('error', (error) => output.destroy(error))
    output.once('close', () => file.destroy())
    // PDF and DOCX are compressed already.
    zip.addReadStream(file, cvNameFor(cv.original_name, cv.kind), { ...options, compress: false })
  }
  zip.end()
  return output
}
