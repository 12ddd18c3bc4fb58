// An owner downloads everything held about a person who asked by post or by their store, and says when it was sent to them.
import { exportUses, rateLimited } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Readable } from 'node:stream'
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { cvNameFor } from '#domain/cvs/cv-names.ts'
import { AppError } from '#domain/errors.ts'
import { consentWording } from '#domain/verification/consent-wordings.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { WholeTx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findOwnApplication } from '#data/rights/own-application.ts'
import { listCopiedFiles, listPersonalData } from '#data/rights/personal-data.ts'
import {
  findRightsRequestLocked,
  updateRequestCompleted,
  type OpenRequest,
} from '#data/rights/rights-requests.ts'
import { findInvitationKey, listInvitationsOfAddress } from '#data/store/job-invitations.ts'
import { openInvitationKey } from '#gateways/store/invitation-keys.ts'
import { createZipStream } from '#gateways/zip-stream.ts'
import type { Deps } from '../deps.ts'

/** Of every application under the address. Does not complete the request: a download can fail, and the copy is still to be sent. */
export async function copyPersonalData(
  deps: Deps,
  actor: Actor | undefined,
  requestId: string,
): Promise<Readable> {
  const { organizationId, userId } = approvedOwner(actor)
  const over = await insertUses(deps.db.queries, exportUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  const now = deps.clock.now()
  const { data, files } = await deps.db.includingRestricted(organizationId, async (tx) => {
    const request = await findRightsRequestLocked(tx, organizationId, requestId)
    const email = request && (await addressOf(tx, organizationId, request))
    if (!request || !email) throw new AppError('request.missing')
    if (request.kind !== 'access' && request.kind !== 'portability') {
      throw new AppError('request.noCopy')
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      ...(request.applicant_id
        ? {
            action: 'applicant.copied',
            resource_type: 'applicant',
            resource_id: request.applicant_id,
          }
        : {
            action: 'store.data_exported',
            resource_type: 'data_request',
            resource_id: requestId,
          }),
    })
    const organization = await findOrganization(tx, organizationId)
    const held = await listPersonalData(tx, organizationId, email)
    return {
      data: {
        email,
        organization: organization?.name ?? '',
        copied_at: now.toISOString(),
        held: {
          ...held,
          applications: held.applications.map((application) => ({
            ...application,
            consent_wording:
              application.consent_version &&
              consentWording(application.consent_version, application.consent_language),
          })),
          verifications: held.verifications.map((verification) => ({
            ...verification,
            consent_wording: consentWording(verification.consent_version, verification.language),
          })),
          invitations: await listInvitationsTo(deps, tx, organizationId, email),
        },
      },
      files: await listCopiedFiles(tx, organizationId, email),
    }
  })
  return zipOf(deps, data, files)
}

/** Completes the request: the copy was sent to the person. Throws AppError request.missing, request.noCopy, request.completed. */
export async function markCopySent(
  deps: Deps,
  actor: Actor | undefined,
  requestId: string,
): Promise<void> {
  const { organizationId, userId } = approvedOwner(actor)
  await deps.db.includingRestricted(organizationId, async (tx) => {
    const request = await findRightsRequestLocked(tx, organizationId, requestId)
    if (!request) throw new AppError('request.missing')
    if (request.kind !== 'access' && request.kind !== 'portability') {
      throw new AppError('request.noCopy')
    }
    if (request.completed_at) throw new AppError('request.completed')
    await updateRequestCompleted(tx, organizationId, requestId, {
      completed_at: deps.clock.now(),
      completed_by: userId,
      outcome: 'done',
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'request.copy_sent',
      resource_type: 'rights_request',
      resource_id: requestId,
      details: { kind: request.kind },
    })
    await insertLiveEvents(tx, organizationId, 'rights.changed', [organizationId])
  })
}

/** Invitations to apply, which the person got as a customer of the store: stored under a keyed hash of the address. */
async function listInvitationsTo(
  { secrets }: Deps,
  tx: WholeTx,
  organizationId: OrganizationId,
  email: string,
) {
  const encrypted = await findInvitationKey(tx, organizationId)
  if (encrypted === undefined) return []
  const hash = openInvitationKey(secrets, encrypted).hashOf(email)
  return listInvitationsOfAddress(tx, organizationId, hash)
}

const addressOf = async (
  tx: WholeTx,
  organizationId: OrganizationId,
  { applicant_id, email }: OpenRequest,
): Promise<string | null> =>
  applicant_id
    ? ((await findOwnApplication(tx, organizationId, applicant_id))?.email ?? null)
    : email

/** Files are read one after the other as the zip is written. */
function zipOf(
  deps: Deps,
  data: object,
  files: Awaited<ReturnType<typeof listCopiedFiles>>,
): Readable {
  const { zip, output, addFile } = createZipStream()
  const options = { mtime: deps.clock.now(), mode: 0o100600 }
  zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), 'personal-data.json', options)
  for (const [index, file] of files.entries()) {
    // Malware is left out.
    if (file.scan_state === 'infected') continue
    // Two applications can have files of one name.
    const name = `${index + 1} ${cvNameFor(file.original_name, file.kind)}`
    addFile(name, { ...options, compress: false }, () =>
      deps.files.read(file.storage_key, file.key_sealed),
    )
  }
  zip.end()
  return output
}
