// What stands around every section of the dashboard, read at once when it opens.
import type { SessionView } from './accounts/accounts.ts'
import type { WaitingMails } from './applicants/applicant-mails.ts'
import type { ApplicantCounts } from './applicants/applicants.ts'
import type { IncidentCounts, IncidentRow } from './incidents/incidents.ts'
import type { JobTitle } from './jobs/jobs.ts'
import type { RetentionView } from './retention/retention.ts'
import type { StoreView } from './store/store.ts'

/** One answer instead of eight: on a slow line each of them would cost a round trip before the screen stands still. */
export type FrameView = {
  session: SessionView
  /** Absent for people whom no organization has approved. */
  sections?: {
    applicants: ApplicantCounts
    jobs: JobTitle[]
    incidents: IncidentCounts
    store: StoreView
    waiting_mails: WaitingMails[]
  }
  /** For owners: what the bars above every section say. */
  notices?: { incidents: IncidentRow[]; retention: RetentionView }
}
