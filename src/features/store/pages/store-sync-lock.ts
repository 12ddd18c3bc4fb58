// A lock for writing the pages of a shop: two processes that look before they write would both create a page.
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import {
  leaseStoreSync,
  releaseStoreSync,
  updateStoreSyncLease,
  type ShopPages,
} from '#data/store/store-syncs.ts'
import { findTimesQueued } from '#data/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'

/** Longer than one request to a store may take with its retries. After a crash another process takes over. */
const LEASE_SECONDS = 90
/** The longest time that a person waits for the lock. */
const PATIENCE_MS = 12_000
const LOOK_MS = 150

export type StoreSyncLock = {
  /** How often the pages were queued for writing when the run began; undefined when they are not queued. */
  timesWanted: number | undefined
  /** Extends the lock; call it between two pages. */
  extend: () => Promise<void>
}

/** Throws AppError store.busy when another run does not end in time. */
export async function withStoreSyncLock<Result>(
  deps: Deps,
  pages: ShopPages,
  work: (lock: StoreSyncLock) => Promise<Result>,
): Promise<Result> {
  const inside = <Value>(change: Parameters<typeof deps.db.forOrganization<Value>>[1]) =>
    deps.db.forOrganization(pages.organizationId, change)
  const giveUp = Date.now() + PATIENCE_MS
  for (;;) {
    const isOurs = await inside((tx) => leaseStoreSync(tx, pages, LEASE_SECONDS))
    if (isOurs) {
      try {
        return await work({
          timesWanted: await inside((tx) => findTimesQueued(tx, 'write-store-pages', pages.shop)),
          extend: () => inside((tx) => updateStoreSyncLease(tx, pages, LEASE_SECONDS)),
        })
      } finally {
        await inside((tx) => releaseStoreSync(tx, pages))
      }
    }
    if (Date.now() > giveUp || deps.closing.aborted) throw new AppError('store.busy')
    await wait(LOOK_MS)
  }
}
