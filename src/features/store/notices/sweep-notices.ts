// Deletes old notices, and the addresses of requests for data that are over.
import { DATA_REQUEST_KEPT_DAYS, NOTICE_DAYS } from '#domain/store/store-notices.ts'
import { clearOldAddresses } from '#data/rights/rights-requests.ts'
import { deleteOldStoreNotices } from '#data/store/store-notices.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../../deps.ts'

const DAY = 86_400

export async function sweepNotices(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  if (!time) return
  await deleteOldStoreNotices(deps.db.queries, time.ago(NOTICE_DAYS * DAY))
  const forgotten = time.ago(DATA_REQUEST_KEPT_DAYS * DAY)
  await clearOldAddresses(deps.db.queries, { now: time.now, forgotten })
}
