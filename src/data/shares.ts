// Limits how many connections of the pool one organization's requests hold at once: a request first waits for its
// organization's turn.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '#domain/errors.ts'
import { CONNECTION_SHARES, CONNECTION_WAIT_MS } from '#domain/organizations/organization-limits.ts'

/** The sharer of a request: the staff of an organization, its visitors, or one person without an organization. */
export type Sharer = { readonly who: keyof typeof CONNECTION_SHARES; readonly id: string }

type Request = {
  sharer: Sharer | undefined
  /**
   * The request has ended; work that it started without waiting no longer counts, because other requests may depend on
   * it.
   */
  isOver: boolean
  /**
   * The number of connections that it holds or waits for. They count as one place, so that no request waits for itself.
   */
  users: number
  place: Promise<void> | undefined
}

type Line = { inUse: number; readonly waiting: Set<() => void> }

export class Shares {
  readonly #requests = new AsyncLocalStorage<Request>()
  readonly #lines = new Map<string, Line>()
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Counts all database work of `work` for the sharer that `name` sets, until it ends. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const request: Request = { sharer: undefined, isOver: false, users: 0, place: undefined }
    try {
      return await this.#requests.run(request, work)
    } finally {
      request.isOver = true
    }
  }

  /** The first name counts: a member who reads a public page is still staff. */
  name(sharer: Sharer): void {
    const request = this.#requests.getStore()
    if (request) request.sharer ??= sharer
  }

  async connect(): Promise<PoolClient> {
    const request = this.#requests.getStore()
    if (!request?.sharer || request.isOver) return this.#pool.connect()
    const leave = await this.#enter(request, request.sharer)
    try {
      const client = await this.#pool.connect()
      const release = client.release.bind(client)
      client.release = (error) => {
        release(error)
        leave()
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  }

  async #enter(request: Request, sharer: Sharer): Promise<() => void> {
    const key = `${sharer.who} ${sharer.id}`
    request.users += 1
    request.place ??= this.#take(key, sharer.who)
    let isOver = false
    const leave = () => {
      if (isOver) return false
      isOver = true
      request.users -= 1
      if (request.users > 0) return false
      request.place = undefined
      return true
    }
    try {
      await request.place
    } catch (error) {
      leave()
      throw error
    }
    return () => {
      if (leave()) this.#releaseShare(key)
    }
  }

  #take(key: string, who: Sharer['who']): Promise<void> {
    const line: Line = this.#lines.get(key) ?? { inUse: 0, waiting: new Set() }
    this.#lines.set(key, line)
    const most = Math.max(1, Math.floor(this.#pool.options.max * CONNECTION_SHARES[who]))
    if (line.inUse < most) {
      line.inUse += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timer)
        line.waiting.delete(proceed)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.delete(proceed)
        reject(
          who === 'staff'
            ? new AppError('organization.busy', { retryAfter: 5 })
            : new AppError('server.unavailable', { retryAfter: 5 }),
        )
      }, CONNECTION_WAIT_MS)
      line.waiting.add(proceed)
    })
  }

  /** Passes the place to the request that has waited longest, or frees it. */
  #releaseShare(key: string): void {
    const line = this.#lines.get(key)
    if (!line) return
    const [next] = line.waiting
    if (next) return next()
    line.inUse -= 1
    if (line.inUse === 0) this.#lines.delete(key)
  }
}
