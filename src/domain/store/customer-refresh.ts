// Customer Data Refresh: every applicant of an organization is looked up in its store again, one after the other.

/** Between two applicants: a bulk refresh must not use up what the store allows for everything else. */
export const REFRESH_PAUSE_MS = 200

/** 'failed' and 'stopped' can be gone on with from where they stand. */
export type RefreshStatus = 'running' | 'stopped' | 'failed' | 'finished'

export type CustomerRefresh = {
  status: RefreshStatus
  /** Applicants there were at the beginning, and those that are done. */
  total: number
  done: number
  /** Of those that are done. */
  customers: number
  /** Why it failed, in a sentence. */
  problem: string | null
  updated_at: string
}

export type CustomerRefreshView = {
  is_connected: boolean
  /** Null before the first run. */
  refresh: CustomerRefresh | null
  applicants: number
}

export const canGoOn = (refresh: CustomerRefresh | null): boolean =>
  refresh?.status === 'stopped' || refresh?.status === 'failed'
