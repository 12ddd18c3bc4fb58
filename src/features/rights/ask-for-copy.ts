// A person asks on their own page for everything that is held about them: an owner answers with a copy, within 30 days.
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { hasOpenRequest } from '#data/rights/rights-requests.ts'
import type { Deps } from '../deps.ts'
import { runRightsAction, type Asked } from './record-rights-action.ts'

/** Waits in the register until an owner has downloaded the copy and sent it (copy-personal-data.ts). */
export const askForCopy = (deps: Deps, asked: Asked): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: 'access',
    action: null,
    outcome: null,
    screens: 'nothing',
    work: async (tx, { id }, _now, requestId) => {
      const { organizationId } = asked
      if (requestId === null) throw new Error('A request for a copy has no row in the register')
      if (await hasOpenRequest(tx, organizationId, id, { kind: 'access', besides: requestId })) {
        throw new AppError('rights.alreadyAsked')
      }
      await insertAuditEvent(tx, organizationId, {
        actor_id: asked.by,
        action: 'request.recorded',
        resource_type: 'rights_request',
        resource_id: requestId,
        details: { kind: 'access', came_by: asked.cameBy },
      })
    },
  })
