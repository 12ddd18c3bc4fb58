// Idempotency keys: a change that is sent again, after its answer was lost, returns the stored answer instead of running twice.
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '#data/database.ts'
import {
  findSentChange,
  insertSentChange,
  updateSentChangeAnswer,
} from '#data/applicants/sent-changes.ts'
import type { Deps } from '../deps.ts'

/**
 * `key`: chosen by the client. `action`: the actor, the action and its target; a key reused for another action is refused.
 */
export type IdempotencyKey = { key: string; action: string }

/**
 * Runs `change` in the transaction that stores the key, so both happen or neither does. The answer is stored unencrypted: it may
 * contain ids but no other personal data. Throws AppError server.keyReused.
 */
export async function runOnce<Answer>(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  sent: IdempotencyKey | undefined,
  change: () => Promise<Answer>,
): Promise<Answer> {
  if (!sent) return change()
  const { key, action } = sent
  const isNew = await insertSentChange(tx, organizationId, {
    key,
    act: action,
    created_at: deps.clock.now(),
  })
  if (isNew) {
    const answer = await change()
    await updateSentChangeAnswer(tx, organizationId, key, answer)
    return answer
  }
  const earlier = await findSentChange(tx, organizationId, key)
  if (earlier?.act !== action) throw new AppError('server.keyReused')
  return earlier.answer as Answer
}
