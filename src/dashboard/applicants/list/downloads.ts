// Files of many applicants: what is said when they come, and when they do not.
import type { ApplicantFilter } from '#domain/applicants/applicants.ts'
import { messages } from '#domain/messages.ts'
import { download, queryOf, reasonOf } from '../../api.ts'
import { sayDone, sayProblem } from '../../ui/popups/toast.tsx'

/** Everybody the filter finds. The zip may be refused, and the reason is shown here. */
export const downloadCvs = (filter: ApplicantFilter): Promise<void> =>
  saying(() => download('GET', `/api/applicants/export.zip${queryOf(filter)}`))

export async function saying(take: () => Promise<void>): Promise<void> {
  try {
    await take()
    sayDone(messages['success.exported'])
  } catch (error) {
    sayProblem(messages['dashboard.exportFailed'], reasonOf(error))
  }
}
