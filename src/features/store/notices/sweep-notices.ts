// Deletes old notices, and the addresses of requests for data that are over.
import { DATA_REQUEST_KEPT_DAYS, NOTICE_DAYS } from '#domain/store/store-notices.ts'
import { clearOldAddresses } from '#data/rights/rights-requests.ts'
import { deleteOldStoreNotices } from '#data/store/store-notices.ts'
import type { Deps } from '../../deps.ts'

const DAY_MS = 86_400_000

export async function sweepNotices({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteOldStoreNotices(db.queries, before(NOTICE_DAYS))
  await clearOldAddresses(db.queries, { now, forgotten: before(DATA_REQUEST_KEPT_DAYS) })
}
