// The data around every section of the dashboard, read in one request when it opens, and what the server puts of it into the document.
import { z } from 'zod'
import { sessionView } from './accounts/accounts.ts'
import { waitingMails } from './applicants/applicant-mails.ts'
import { applicantCounts } from './applicants/applicants.ts'
import { incidentCounts, incidentRow } from './incidents/incidents.ts'
import { jobTitle } from './jobs/jobs.ts'
import { retentionView } from './retention/retention.ts'
import { requestCounts } from './rights/register.ts'
import type { JobsPageView } from './store/store-pages.ts'
import { storeView, type AdminFrameSettings, type AdminPageView } from './store/store.ts'

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

/** The element that holds them, as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers'

export type FirstAnswers = {
  layout?: LayoutView
  /** The first requests of the page, by their addresses. */
  reads?: Record<string, unknown>
  /** Of the home in a store's admin alone; `jobsPage` for members. */
  page?: AdminPageView
  jobsPage?: JobsPageView
}

/** Of a page in a store's admin: what the document says of it, and the query that its addresses keep. */
export type ServedFrame = {
  embedding: AdminFrameSettings
  query: Readonly<Record<string, string>>
}

/** The elements of the page at an address of the dashboard, of its first answers. */
export type RenderFirstView = (
  address: string,
  answers: FirstAnswers,
  isPhone: boolean,
  frame?: ServedFrame,
) => Promise<string>

/** Nothing in the answers can end the element. */
export const firstAnswersElement = (answers: FirstAnswers): string => {
  const text = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${FIRST_ANSWERS_ID}">${text}</script>`
}
