// The data around every section of the dashboard, read in one request when it opens.
import { z } from 'zod'
import { sessionView } from './accounts/accounts.ts'
import { waitingMails } from './applicants/applicant-mails.ts'
import { applicantCounts } from './applicants/applicants.ts'
import { incidentCounts, incidentRow } from './incidents/incidents.ts'
import { jobTitle } from './jobs/jobs.ts'
import { retentionView } from './retention/retention.ts'
import { requestCounts } from './rights/register.ts'
import { storeView } from './store/store.ts'

/** One answer instead of nine: on a slow connection each would cost a round trip before the layout is stable. */
export const layoutView = z.object({
  session: sessionView,
  /** Absent for people without an approved membership. */
  sections: z
    .object({
      applicants: applicantCounts,
      jobs: z.array(jobTitle),
      incidents: incidentCounts,
      requests: requestCounts,
      store: storeView,
      waiting_mails: z.array(waitingMails),
    })
    .optional(),
  /** For owners: the content of the bars above every section. */
  notices: z.object({ incidents: z.array(incidentRow), retention: retentionView }).optional(),
})
export type LayoutView = z.output<typeof layoutView>
