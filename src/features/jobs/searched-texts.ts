// The long texts of jobs as they are searched by words, kept as normalised bytes: to normalise those of a thousand jobs
// takes a second or two, and anybody can make up searches without end.
import { LRUCache } from 'lru-cache'
import { searchedText, type SearchedText } from '#domain/careers/job-choices.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { listLongTexts } from '#data/jobs/job-texts.ts'
import { fewAtOnce } from '#gateways/few-at-once.ts'
import type { Deps } from '../deps.ts'

/** Those of five thousand jobs whose texts are as long as allowed. */
const BYTES_MAX = 64 * 1024 * 1024
/** Around the bytes: the key, and the entry. */
const ENTRY_BYTES = 200
/** Of one list; the jobs after it are found by their title and their facts alone. */
const LIST_BYTES_MAX = BYTES_MAX / 4
/** Other requests are answered between two of them. */
const JOBS_AT_ONCE = 20
/** Further visitors of the same list share its place. */
const LISTS_AT_ONCE = { most: 1, waiting: 8 }

/** Which of a job's texts a reader gets; `key` names its content, so that no change has to be noticed here. */
export type TextOfJob = { id: string; text: { key: string; language: string | null } }

/** By the job's id. */
type TextsOfList = ReadonlyMap<string, SearchedText>

export class SearchedTexts {
  #texts = new LRUCache<string, Buffer>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  })
  #reading = new Map<readonly TextOfJob[], Promise<TextsOfList>>()
  #inTurn = fewAtOnce(LISTS_AT_ONCE)
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Throws `server.unavailable` when too many lists are read at once. */
  read(organizationId: OrganizationId, jobs: readonly TextOfJob[]): Promise<TextsOfList> {
    const begun = this.#reading.get(jobs)
    if (begun) return begun
    const reading = this.#read(organizationId, jobs).finally(() => this.#reading.delete(jobs))
    this.#reading.set(jobs, reading)
    return reading
  }

  async #read(organizationId: OrganizationId, jobs: readonly TextOfJob[]): Promise<TextsOfList> {
    const texts = new Map<string, SearchedText>()
    let bytes = 0
    const take = (id: string, text: Buffer) => {
      if (!texts.has(id)) bytes += text.length
      texts.set(id, text)
    }
    const takeKept = (): TextOfJob[] =>
      jobs.filter(({ id, text }) => {
        const kept = this.#texts.get(text.key)
        if (kept) take(id, kept)
        return !kept
      })
    if (takeKept().length === 0 || bytes >= LIST_BYTES_MAX) return texts
    await this.#inTurn(async () => {
      const missing = takeKept()
      for (let at = 0; at < missing.length && bytes < LIST_BYTES_MAX; at += JOBS_AT_ONCE) {
        const some = missing.slice(at, at + JOBS_AT_ONCE)
        const keys = new Map(some.map(({ id, text }) => [id, text.key]))
        const wanted = some.map(({ id, text }) => ({ id, language: text.language }))
        const rows = await listLongTexts(this.#deps.db.queries, organizationId, wanted)
        for (const { id, ...long } of rows) {
          const text = Buffer.from(searchedText(long))
          this.#texts.set(keys.get(id) ?? id, text)
          take(id, text)
        }
      }
    })
    return texts
  }
}
