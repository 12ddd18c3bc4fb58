// Staff open a CV by a link that is valid for 60 seconds, its applicant from their own page.
import type { Readable } from 'node:stream'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { cvNameFor } from '#domain/cvs/cv-names.ts'
import { contentTypeOf, CV_LINK_SECONDS } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { pageDownloadUses, rateLimited } from '#domain/limits.ts'
import type { PageLink } from '#domain/rights/applicant-page.ts'
import { findApplicant } from '#data/applicants/applicants.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findCvByKey, findCvOfApplicant, type CvFile } from '#data/cvs/cvs.ts'
import type { Deps } from '../deps.ts'
import { refuseInfectedCv, refuseWaitingCv } from './refuse-waiting-cv.ts'

/** Checks membership when the link is made; the link itself needs no session. */
export async function linkCv(
  deps: Deps,
  actor: Actor | undefined,
  applicantId: string,
): Promise<{ url: string; expires_in: number }> {
  const { organizationId, userId } = approvedMember(actor)
  const cv = await deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await findApplicant(tx, organizationId, applicantId))) {
      throw new AppError('applicant.missing')
    }
    const file = await findCvOfApplicant(tx, organizationId, applicantId)
    if (!file) throw new AppError('dashboard.cvMissing')
    refuseWaitingCv(deps, file)
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'cv.opened',
      resource_type: 'applicant',
      resource_id: applicantId,
    })
    return file
  })
  if (!(await deps.files.exists(cv.storage_key))) throw new AppError('dashboard.cvMissing')
  return { url: cvLink(deps, cv.storage_key), expires_in: CV_LINK_SECONDS }
}

const purpose = 'cv link'

/** A URL of this server for every kind of storage: a presigned URL of a bucket would return the encrypted file. */
function cvLink(deps: Deps, storageKey: string): string {
  const expires = Math.floor(deps.clock.now().getTime() / 1000) + CV_LINK_SECONDS
  const signature = deps.secrets.sign(purpose, `${storageKey} ${expires}`).toString('base64url')
  return `${deps.appUrl}/api/cvs/${storageKey.split('/').pop()}?expires=${expires}&signature=${signature}`
}

/** A file as it is sent to a person who may open it. */
export type OpenedCv = { body: Readable; contentType: string; disposition: string; size: number }

/** Follows a link made by `linkCv`; every invalid or expired link gets the same refusal. */
export async function followCvLink(
  deps: Deps,
  link: { name: string; expires: string; signature: string },
): Promise<OpenedCv> {
  const storageKey = `cvs/${link.name}`
  const expires = Number(link.expires)
  const signed = deps.secrets.isSigned(
    purpose,
    `${storageKey} ${link.expires}`,
    Buffer.from(link.signature, 'base64url'),
  )
  if (!signed || !(expires >= deps.clock.now().getTime() / 1000)) {
    throw new AppError('dashboard.cvLinkFailed')
  }
  const cv = await findCvByKey(deps.db.queries, storageKey)
  // The scan may have found malware since the link was made.
  if (cv) refuseWaitingCv(deps, cv)
  return openCv(deps, cv)
}

/** For the person who sent it, from their own page: no request about data, and nothing for the register. */
export async function openOwnCv(
  deps: Deps,
  { organizationId, applicantId }: PageLink,
): Promise<OpenedCv> {
  const over = await insertUses(deps.db.queries, pageDownloadUses(applicantId))
  if (over) throw rateLimited(over, deps.clock.now())
  const cv = await deps.db.includingRestricted(organizationId, (tx) =>
    findCvOfApplicant(tx, organizationId, applicantId),
  )
  if (cv) refuseInfectedCv(cv)
  return openCv(deps, cv)
}

async function openCv(deps: Deps, cv: CvFile | undefined): Promise<OpenedCv> {
  if (!cv || !(await deps.files.exists(cv.storage_key))) throw new AppError('dashboard.cvMissing')
  return {
    body: await deps.files.read(cv.storage_key, cv.key_sealed),
    contentType: contentTypeOf[cv.kind],
    disposition: dispositionOf(cv),
    size: cv.byte_size,
  }
}

/**
 * Always an attachment with a file extension of its kind, so that an uploaded file is never shown as our page. RFC 6266, with
 * an ASCII name for old browsers.
 */
export function dispositionOf(cv: Pick<CvFile, 'original_name' | 'kind'>): string {
  const name = cvNameFor(cv.original_name, cv.kind)
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
