// Downloads of many applicants, with a toast for success and for failure.
import type { ApplicantFilter } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { download, reasonOf } from '../../api.ts'
import { toastSuccess, toastError } from '../../ui/popups/toast.tsx'

/** All applicants of the filter. The zip may be refused, and the reason is shown here. */
export const downloadCvs = (filter: ApplicantFilter): Promise<void> =>
  toastDownload(() => download('GET /api/applicants/export.zip', { query: filter }))

export async function toastDownload(take: () => Promise<void>): Promise<void> {
  try {
    await take()
    toastSuccess(t('success.exported'))
  } catch (error) {
    toastError(t('dashboard.exportFailed'), reasonOf(error))
  }
}
