// Customer Data Refresh: every applicant of an organization is looked up in its store again, one after the other.
import { z } from 'zod'

/** Between two applicants: a bulk refresh must not use up what the store allows for everything else. */
export const REFRESH_PAUSE_MS = 200

/** 'failed' and 'stopped' can be continued where they ended. */
export type RefreshStatus = 'running' | 'stopped' | 'failed' | 'finished'

export const customerRefresh = z.object({
  status: z.enum(['running', 'stopped', 'failed', 'finished']),
  /** Applicants there were at the beginning, and those that are done. */
  total: z.number(),
  done: z.number(),
  /** Of those that are done. */
  customers: z.number(),
  /** Why it failed, in a sentence. */
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
