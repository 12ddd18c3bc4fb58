// Views of job pages, counted in this process and written together: never a write for a single view.
import { findOrganizationByWord } from '#data/organizations/organizations.ts'
import { upsertJobViews, type CountedViews } from '#data/jobs/job-views.ts'
import type { Deps } from '../deps.ts'

const WRITTEN_EVERY_MS = 2000

export class ViewCounter {
  /** By organization, then by job and day. */
  #counted = new Map<string, Map<string, CountedViews>>()
  #timer: NodeJS.Timeout | undefined
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.closing.addEventListener('abort', () => void this.write())
  }

  /** `organization` and `job` are the path segments of an address that showed an open job. */
  count(organization: string, job: string): void {
    const day = this.#deps.clock.now().toISOString().slice(0, 10)
    const jobs = this.#counted.get(organization) ?? new Map<string, CountedViews>()
    this.#counted.set(organization, jobs)
    const key = `${day} ${job}`
    const counted = jobs.get(key) ?? { job, day, views: 0 }
    counted.views += 1
    jobs.set(key, counted)
    this.#timer ??= setTimeout(() => void this.write(), WRITTEN_EVERY_MS).unref()
  }

  /** Views that cannot be written are lost: no request waits for them. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counted = this.#counted
    this.#counted = new Map()
    for (const [word, jobs] of counted) {
      try {
        const organization = await findOrganizationByWord(this.#deps.db.queries, word)
        if (!organization) continue
        await this.#deps.db.forOrganization(organization.id, (tx) =>
          upsertJobViews(tx, organization.id, [...jobs.values()]),
        )
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'views of job pages cannot be counted')
      }
    }
  }
}
