// Renews the tokens of stores without a request for a month: the platform revokes them after 90 days without a renewal.
import { RENEW_BEFORE_DAYS } from '#domain/store/store.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { listStoresToRenew } from '#data/store/store-tokens.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../deps.ts'

const DAY_MS = 86_400_000

/**
 * One store after the other. A store that refuses for good is shown to its owners as lost; any other failure leaves weeks of
 * attempts. Returns how many were renewed.
 */
export async function renewTokens(deps: Deps): Promise<number> {
  const { stores, clock } = deps
  if (!stores) return 0
  const before = new Date(clock.now().getTime() + RENEW_BEFORE_DAYS * DAY_MS)
  let renewed = 0
  for (const { shop, organization_id: organizationId } of await listStoresToRenew(
    deps.db.queries,
    before,
  )) {
    deps.closing.throwIfAborted()
    try {
      await stores.renew(shop)
      renewed += 1
    } catch (error) {
      const what = 'the connection of a store was not renewed'
      if (!deps.warnOfExternalFailure(error, what, { shop })) {
        deps.log.error({ err: error, shop }, what)
      }
      const isLost = error instanceof AppError && error.code === 'store.unauthorized'
      if (isLost && organizationId) {
        await deps.db.forOrganization(organizationId, (tx) =>
          insertLiveEvents(tx, organizationId, 'store.changed', [organizationId]),
        )
      }
    }
  }
  return renewed
}
