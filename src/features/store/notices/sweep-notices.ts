// Deletes old notices and finished data requests.
import { DATA_REQUEST_KEPT_DAYS, NOTICE_DAYS } from '#domain/store/store-notices.ts'
import { deleteOldDataRequests } from '#data/store/data-requests.ts'
import { deleteOldStoreNotices } from '#data/store/store-notices.ts'
import type { Deps } from '../../deps.ts'

const DAY_MS = 86_400_000

export async function sweepNotices({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteOldStoreNotices(db.queries, before(NOTICE_DAYS))
  await deleteOldDataRequests(db.queries, { now, forgotten: before(DATA_REQUEST_KEPT_DAYS) })
}
