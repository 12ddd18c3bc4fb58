// A person has their data kept and not used, or ends that; and objects to its use, until somebody decides.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import type { WholeTx } from '#data/database.ts'
import { insertMail } from '#data/mails/mails.ts'
import { findApplicantPage } from '#data/rights/applicant-pages.ts'
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import {
  findApplicationOfRequestLocked,
  updateOwnApplication,
  type OwnApplication,
} from '#data/rights/own-application.ts'
import {
  findOpenObjection,
  findRightsRequestLocked,
  updateRequestCompleted,
} from '#data/rights/rights-requests.ts'
import type { Deps } from '../deps.ts'
import { runRightsAction, publishRightsAction, type Asked } from './record-rights-action.ts'

/** Staff no longer see the application; it is still deleted on its day. */
export const restrictApplication = (deps: Deps, asked: Asked): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: 'restriction',
    action: 'applicant.restricted',
    outcome: 'done',
    screens: 'take-off',
    work: async (tx, { id, restricted_at }, now) => {
      if (restricted_at) throw new AppError('rights.alreadyRestricted')
      await updateOwnApplication(tx, asked.organizationId, id, { restricted_at: now })
    },
  })

/**
 * An undecided objection still restricts the application. A restriction by an upheld objection can be ended only by an owner or by the
 * person. When a member ends it, so that staff see the application again, the person gets a mail.
 */
export const liftRestriction = (
  deps: Deps,
  asked: Asked,
  { isOwner = false }: { isOwner?: boolean } = {},
): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: 'restriction',
    action: 'applicant.restriction_lifted',
    outcome: 'lifted',
    screens: 'reload',
    work: async (tx, { id, restricted_at, upheld_at, objected_at }) => {
      if (!restricted_at) throw new AppError('rights.notRestricted')
      if (upheld_at && asked.by !== null && !isOwner) throw new AppError('rights.upheldByOwner')
      const ended = { restricted_at: null, upheld_at: null }
      await updateOwnApplication(tx, asked.organizationId, id, ended)
      if (asked.by !== null && !objected_at) {
        await queueLifted(deps, tx, asked, { wasObjection: upheld_at !== null })
      }
    },
  })

/** The person is told that staff see the application again, also when they want no further contact. */
async function queueLifted(
  { secrets }: Deps,
  tx: WholeTx,
  { organizationId, applicantId }: Pick<Asked, 'organizationId' | 'applicantId'>,
  ended: { wasObjection: boolean; isRefused?: boolean },
): Promise<void> {
  const found = await findApplicantPage(tx, organizationId, applicantId)
  if (!found) return
  const data: MailViews['restriction-lifted'] = {
    shopName: found.name,
    jobTitle: found.role_title,
    ...ended,
    applicantId,
  }
  await insertMail(tx, {
    organization_id: organizationId,
    kind: 'restriction-lifted',
    recipient: found.email,
    sender_name: senderName(found.name),
    data_sealed: secrets.encrypt(JSON.stringify(data)),
    language: found.language,
  })
}

/** Restricts the application until an owner has decided. A second objection before that changes nothing. */
export const objectToUse = (deps: Deps, asked: Asked, words: string | null): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: 'objection',
    action: 'applicant.objected',
    outcome: null,
    words,
    screens: 'take-off',
    work: async (tx, { id, objected_at }, now) => {
      if (objected_at) throw new AppError('rights.alreadyObjected')
      await updateOwnApplication(tx, asked.organizationId, id, { objected_at: now })
    },
  })

/** The person takes the objection back before it was decided. */
export const withdrawObjection = (deps: Deps, asked: Asked): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: null,
    action: 'applicant.objection_withdrawn',
    outcome: null,
    screens: 'reload',
    work: async (tx, { id }, now) => {
      const open = await findOpenObjection(tx, asked.organizationId, id)
      if (!open) throw new AppError('rights.notObjected')
      await updateRequestCompleted(tx, asked.organizationId, open.id, {
        completed_at: now,
        completed_by: asked.by,
        outcome: 'lifted',
      })
      await updateOwnApplication(tx, asked.organizationId, id, { objected_at: null })
    },
  })

/** An objection that was refused no longer restricts the application. Where nothing else does, the person gets a mail. */
export async function endRefusedObjection(
  deps: Deps,
  tx: WholeTx,
  organizationId: OrganizationId,
  { id, restricted_at }: OwnApplication,
): Promise<void> {
  await updateOwnApplication(tx, organizationId, id, { objected_at: null })
  if (restricted_at) return
  const ended = { wasObjection: false, isRefused: true }
  await queueLifted(deps, tx, { organizationId, applicantId: id }, ended)
}

/**
 * An owner decides an objection, with a reason that the person reads on their page. Upheld: the data stays restricted until it is
 * deleted. Throws AppError request.missing, request.completed.
 */
export async function decideObjection(
  deps: Deps,
  actor: Actor | undefined,
  requestId: string,
  { upheld, reason }: { upheld: boolean; reason: string },
): Promise<void> {
  const { organizationId, userId } = approvedOwner(actor)
  const now = deps.clock.now()
  await deps.db.includingRestricted(organizationId, async (tx) => {
    // The application first, as for everything that its person asks for: in another order they would deadlock.
    const application = await findApplicationOfRequestLocked(tx, organizationId, requestId)
    const request = await findRightsRequestLocked(tx, organizationId, requestId)
    if (request?.kind !== 'objection') throw new AppError('request.missing')
    if (request.completed_at || !application) throw new AppError('request.completed')
    const { id } = application
    if (upheld) {
      const restricted = { objected_at: null, restricted_at: now, upheld_at: now }
      await updateOwnApplication(tx, organizationId, id, restricted)
    } else {
      await endRefusedObjection(deps, tx, organizationId, application)
    }
    await updateRequestCompleted(tx, organizationId, requestId, {
      completed_at: now,
      completed_by: userId,
      outcome: upheld ? 'upheld' : 'refused',
      reason,
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: upheld ? 'applicant.objection_upheld' : 'applicant.objection_refused',
      resource_type: 'applicant',
      resource_id: id,
    })
    await publishRightsAction(tx, organizationId, id, upheld ? 'nothing' : 'reload')
  })
}
