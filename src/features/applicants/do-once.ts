// A change that is sent again, because its answer was lost, is answered again and not done again.
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '#data/database.ts'
import {
  findSentChange,
  insertSentChange,
  updateSentChangeAnswer,
} from '#data/applicants/sent-changes.ts'
import type { Deps } from '../deps.ts'

/** What a change was sent as: a key that its sender made up, and in `act` who does what to whom. */
export type SentAs = { key: string; act: string }

/**
 * Runs `change` in the transaction that remembers its key, so both happen or neither does. The answer is kept as it is:
 * it may hold ids, and nothing else about a person.
 */
export async function doOnce<Answer>(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  sent: SentAs | undefined,
  change: () => Promise<Answer>,
): Promise<Answer> {
  if (!sent) return change()
  const { key, act } = sent
  const isNew = await insertSentChange(tx, organizationId, {
    key,
    act,
    created_at: deps.clock.now(),
  })
  if (isNew) {
    const answer = await change()
    await updateSentChangeAnswer(tx, organizationId, key, answer)
    return answer
  }
  const earlier = await findSentChange(tx, organizationId, key)
  if (earlier?.act !== act) throw new AppError('server.keyReused')
  return earlier.answer as Answer
}
