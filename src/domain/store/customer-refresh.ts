// Customer Data Refresh: looks up every applicant of an organization in its store again, one after the other.
import { z } from 'zod'

/** The pause between two applicants: a bulk refresh must not use up the store's rate limit. */
export const REFRESH_PAUSE_MS = 200

/** 'failed' and 'stopped' can be continued where they ended. */
export type RefreshStatus = 'running' | 'stopped' | 'failed' | 'finished'

const customerRefresh = z.object({
  status: z.enum(['running', 'stopped', 'failed', 'finished']),
  /** The number of applicants at the start, and of the processed ones. */
  total: z.number(),
  done: z.number(),
  /** Among the processed ones. */
  customers: z.number(),
  /** Why it failed, as a sentence. */
  problem: z.string().nullable(),
  updated_at: z.string(),
})
export type CustomerRefresh = z.output<typeof customerRefresh>

export const customerRefreshView = z.object({
  is_connected: z.boolean(),
  /** Null before the first run. */
  refresh: customerRefresh.nullable(),
  applicants: z.number(),
})
export type CustomerRefreshView = z.output<typeof customerRefreshView>

export const canGoOn = (refresh: CustomerRefresh | null): boolean =>
  refresh?.status === 'stopped' || refresh?.status === 'failed'
