// Forgets what stores told long ago.
import { NOTICE_DAYS } from '#domain/store-notices.ts'
import { deleteOldStoreNotices } from '#data/store-notices.ts'
import type { Deps } from '../../deps.ts'

export const sweepNotices = (deps: Deps): Promise<void> =>
  deleteOldStoreNotices(
    deps.db.queries,
    new Date(deps.clock.now().getTime() - NOTICE_DAYS * 86_400_000),
  )
