// One process at a time writes an organization's pages: two that look before they write would both create.
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { leaseStoreSync, releaseStoreSync, updateStoreSyncLease } from '#data/store/store-syncs.ts'
import { findTimesQueued } from '#data/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'

/** Longer than one question to a store may take, with its tries: whoever dies meanwhile leaves it to another. */
const LEASE_SECONDS = 90
/** A person waits this long for their turn. */
const PATIENCE_MS = 12_000
const LOOK_MS = 150

export type StoreSyncLock = {
  /** How often the pages were wanted when the run began; undefined where nobody wants them. */
  timesWanted: number | undefined
  /** To be called between two pages. */
  extend: () => Promise<void>
}

/** Throws AppError store.busy where another run does not end in time. */
export async function withStoreSyncLock<Result>(
  deps: Deps,
  organizationId: OrganizationId,
  work: (lock: StoreSyncLock) => Promise<Result>,
): Promise<Result> {
  const inside = <Value>(change: Parameters<typeof deps.db.forOrganization<Value>>[1]) =>
    deps.db.forOrganization(organizationId, change)
  const giveUp = Date.now() + PATIENCE_MS
  for (;;) {
    const isOurs = await inside((tx) => leaseStoreSync(tx, organizationId, LEASE_SECONDS))
    if (isOurs) {
      try {
        return await work({
          timesWanted: await inside((tx) =>
            findTimesQueued(tx, 'write-store-pages', organizationId),
          ),
          extend: () => inside((tx) => updateStoreSyncLease(tx, organizationId, LEASE_SECONDS)),
        })
      } finally {
        await inside((tx) => releaseStoreSync(tx, organizationId))
      }
    }
    if (Date.now() > giveUp || deps.closing.aborted) throw new AppError('store.busy')
    await wait(LOOK_MS)
  }
}
