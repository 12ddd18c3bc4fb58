// A person withdraws their application, and with it their consent: nobody works on it any more, and it is deleted in time.
import { AppError } from '#domain/errors.ts'
import { updateOwnApplication } from '#data/rights/own-application.ts'
import type { Deps } from '../deps.ts'
import { bringCopiesForward } from './extend-retention.ts'
import { runRightsAction, type Asked } from './record-rights-action.ts'

/** Leaves the lists, and no mail about its status is sent. A yes to extended retention ends with it. */
export const withdrawApplication = (deps: Deps, asked: Asked): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: 'consent_withdrawal',
    action: 'applicant.withdrawn',
    outcome: 'done',
    screens: 'reload',
    work: async (tx, { id, withdrawn_at, kept_at, created_at }, now) => {
      if (withdrawn_at) throw new AppError('rights.alreadyWithdrawn')
      await updateOwnApplication(tx, asked.organizationId, id, { withdrawn_at: now, kept_at: null })
      if (kept_at) await bringCopiesForward(tx, asked.organizationId, { id, created_at }, now)
    },
  })
