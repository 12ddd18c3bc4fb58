// Staff export the CVs of applicants as one zip file.
import { exportUses, rateLimited } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Readable } from 'node:stream'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { EXPORTED_CVS, type ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import { namesInZip } from '#domain/cvs/cv-names.ts'
import { cvCheckOf, fileSize, warningsOf, type CvCheck } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import {
  countCvsToExport,
  listCvsToExport,
  type ExportedCv,
} from '#data/applicants/applicant-export.ts'
import { insertAuditEvent, insertAuditEvents } from '#data/audit/audit.ts'
import { createZipStream } from '#gateways/zip-stream.ts'
import type { Deps } from '../deps.ts'

/** Each file is read only when it is written into the zip, so the zip is never whole in memory. */
export async function exportCvs(
  deps: Deps,
  actor: Actor | undefined,
  selection: ApplicantSelection,
): Promise<Readable> {
  const { organizationId, userId: actor_id } = approvedMember(actor)
  const over = await insertUses(deps.db.queries, exportUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  const cvs = await deps.db.forOrganization(organizationId, async (tx) => {
    refuseTooMany(await countCvsToExport(tx, organizationId, selection))
    const listed = await listCvsToExport(tx, organizationId, selection)
    const names = namesInZip(listed)
    const found = listed.map((cv, index) => ({
      ...cv,
      name: names[index] ?? cv.applicant_id,
      problem: problemOf(cvCheckOf(cv, deps.scanner !== undefined)),
    }))
    const given = found.filter(({ problem }) => !problem)
    await insertAuditEvents(
      tx,
      organizationId,
      given.map(({ applicant_id }) => ({
        actor_id,
        action: 'applicant.exported',
        resource_type: 'applicant',
        resource_id: applicant_id,
        details: { format: 'zip' },
      })),
    )
    await insertAuditEvent(tx, organizationId, {
      actor_id,
      action: 'applicants.exported',
      resource_type: 'applicants',
      resource_id: null,
      details: { format: 'zip', count: given.length },
    })
    return found
  })
  return zipOf(deps, cvs)
}

function refuseTooMany({ count, bytes }: { count: number; bytes: number }): void {
  if (count === 0) throw new AppError('applicant.noCvs')
  if (count <= EXPORTED_CVS.count && bytes <= EXPORTED_CVS.bytes) return
  throw new AppError('applicant.tooManyCvs', {
    values: {
      max: EXPORTED_CVS.count,
      size: fileSize(EXPORTED_CVS.bytes),
      count: numberText(count),
      sum: fileSize(bytes),
    },
  })
}

type NamedCv = ExportedCv & { name: string; problem: string | undefined }

/** Why a file is left out: a zip shows no warning beside a file with active content. */
function problemOf({ state, active_content, malware }: CvCheck): string | undefined {
  if (state === 'infected') return t('dashboard.cvInfected', { name: malware ?? '' })
  if (state === 'waiting') return t('dashboard.cvUnchecked')
  return warningsOf(active_content).join(' ') || undefined
}

function noticeOf(left: readonly NamedCv[]): Buffer {
  const lines = left.map(({ name, problem }) => `${name}: ${problem}`)
  // CRLF, for the plainest editor of every system.
  return Buffer.from(`\uFEFF${[t('cv.leftOut'), '', ...lines, ''].join('\r\n')}`)
}

function zipOf(deps: Deps, cvs: readonly NamedCv[]): Readable {
  const { zip, output, addFile } = createZipStream()
  const left = cvs.filter(({ problem }) => problem)
  if (left.length > 0) {
    zip.addBuffer(noticeOf(left), t('cv.leftOutFileName'), { mode: 0o100600 })
  }
  for (const cv of cvs) {
    if (cv.problem) continue
    // PDF and DOCX are compressed already.
    const options = { mtime: new Date(cv.created_at), mode: 0o100600, compress: false }
    addFile(cv.name, options, () => deps.files.read(cv.storage_key, cv.key_sealed))
  }
  zip.end()
  return output
}
