// A short cache of the data behind public pages: the jobs of one shop are rendered in many languages, colours and
// sources.
import { LRUCache } from 'lru-cache'
import type { EventName } from '#domain/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '../deps.ts'

/**
 * Changes by other server processes arrive within moments; this limit is for a broken connection between them. A page
 * is rendered from data of at most this age, and then cached itself (page-cache.ts).
 */
const CACHED_MS = 2000
const READS_MAX = 200

/** The events that change public pages: jobs, the connected store, and the organization's colour. */
const SHOWN: ReadonlySet<EventName> = new Set([
  'jobs.changed',
  'store.changed',
  'organization.changed',
])

/** Calls `drop` with the organization whose jobs, store or name have changed. */
export const listenForChanges = (deps: Deps, drop: (organizationId: OrganizationId) => void) =>
  deps.events.listen(({ name, organization_id }) => {
    if (SHOWN.has(name)) drop(organization_id)
  })

/**
 * The organization whose changes a page or a read shows; null for all organizations, and for a shop that does not exist
 * yet.
 */
export type Owner = OrganizationId | null

export const isShownBy = (of: Owner, changed: OrganizationId): boolean =>
  of === null || of === changed

/** `owner`: as far as it is known by now. */
type Read<Answer> = { answer: Promise<Answer>; owner: Owner }

export class CachedReads<Answer> {
  readonly #reads: LRUCache<string, Read<Answer>>

  constructor(deps: Deps, max = READS_MAX) {
    // Old ones go by themselves: the list of a large shop takes megabytes.
    this.#reads = new LRUCache({ max, ttl: CACHED_MS, ttlAutopurge: true })
    listenForChanges(deps, (changed) => {
      for (const [key, { owner }] of this.#reads.entries()) {
        if (isShownBy(owner, changed)) this.#reads.delete(key)
      }
    })
  }

  /** Missing data is not cached, and a failed read is repeated by the next visitor. */
  get(
    key: string,
    read: () => Promise<Answer>,
    ownerOf: (answer: NonNullable<Answer>) => Owner,
  ): Promise<Answer> {
    const cached = this.#reads.get(key)
    if (cached) return cached.answer
    const fresh: Read<Answer> = { answer: read(), owner: null }
    this.#reads.set(key, fresh)
    fresh.answer.then(
      (answer) => {
        if (answer) fresh.owner = ownerOf(answer)
        else this.#reads.delete(key)
      },
      () => this.#reads.delete(key),
    )
    return fresh.answer
  }
}
