// Counts requests in this process, without a query, in windows of a minute that begin with the first request of each.
import { LRUCache } from 'lru-cache'
import { nearLimit } from '#domain/organizations/organization-limits.ts'

const MINUTE_MS = 60_000
/** The entries that were unused longest are evicted first. */
const COUNTED_AT_ONCE = 10_000

type Minute = { used: number }

export type RateCount = {
  /** Seconds after which a retry makes sense; undefined when the request is admitted. */
  retryAfter: number | undefined
  /** Set when this request came near the limit, or used the last of it. */
  peak: number | undefined
}

export type RequestRates = {
  count(key: string, most: number): RateCount
  /** In this minute. */
  used(key: string): number
}

export function createRequestRates(): RequestRates {
  const minutes = new LRUCache<string, Minute>({ max: COUNTED_AT_ONCE, ttl: MINUTE_MS })
  return {
    used: (key) => minutes.get(key)?.used ?? 0,
    count(key, most) {
      let minute = minutes.get(key)
      if (!minute) {
        minute = { used: 0 }
        minutes.set(key, minute)
      }
      if (minute.used >= most) {
        const retryAfter = Math.max(1, Math.ceil(minutes.getRemainingTTL(key) / 1000))
        return { retryAfter, peak: undefined }
      }
      minute.used += 1
      const isPeak = minute.used === nearLimit(most) || minute.used === most
      return { retryAfter: undefined, peak: isPeak ? minute.used : undefined }
    },
  }
}
