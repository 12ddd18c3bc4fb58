// A person agrees that their application is kept for another six months, or takes that back.
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { requestDueAt } from '#domain/rights/rights.ts'
import type { WholeTx } from '#data/database.ts'
import { updateOwnApplication } from '#data/rights/own-application.ts'
import { updateCopiesDue } from '#data/rights/rights-requests.ts'
import type { Deps } from '../deps.ts'
import { runRightsAction, type Asked } from './record-rights-action.ts'

/** Only somebody who was asked can agree. */
export const extendRetention = (deps: Deps, asked: Asked): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: null,
    action: 'applicant.kept',
    outcome: null,
    screens: 'update',
    work: async (tx, { id, keep_asked_at, withdrawn_at, kept_at }, now) => {
      if (!keep_asked_at || withdrawn_at) throw new AppError('rights.notAsked')
      if (kept_at) throw new AppError('rights.alreadyKept')
      await updateOwnApplication(tx, asked.organizationId, id, { kept_at: now })
    },
  })

/** After its extended retention has ended: what was asked for and is not sent yet is due before the earlier deletion. */
export const bringCopiesForward = (
  tx: WholeTx,
  organizationId: OrganizationId,
  { id, created_at }: { id: string; created_at: string },
  now: Date,
): Promise<void> =>
  updateCopiesDue(
    tx,
    organizationId,
    id,
    requestDueAt('access', now, { created_at, kept_at: null }),
  )

/** At any time. An application older than six months goes with the next deletion. */
export const endExtendedRetention = (deps: Deps, asked: Asked): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: null,
    action: 'applicant.keeping_ended',
    outcome: null,
    screens: 'update',
    work: async (tx, { id, kept_at, created_at }, now) => {
      if (!kept_at) throw new AppError('rights.notKept')
      await updateOwnApplication(tx, asked.organizationId, id, { kept_at: null })
      await bringCopiesForward(tx, asked.organizationId, { id, created_at }, now)
    },
  })
