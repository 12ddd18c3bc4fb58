// A CV on paper: its text, because pictures of pages do not fit on other pages.
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import { cvTextQuery } from './cv-api.ts'

/** Only when printed, and only text that is already cached: printing loads it, rendering this does not. */
export function PrintedCv({ applicant }: { applicant: Applicant }) {
  const { data } = useQuery({ ...cvTextQuery(applicant.id), enabled: false })
  if (data?.state !== 'done') return null
  return (
    <p data-cv-text="" className="hidden py-3 break-words whitespace-pre-wrap print:block">
      {data.text}
    </p>
  )
}

/** Loads the text of the CV first, if there is one; without it the rest is printed anyway. */
export async function printProfile(client: QueryClient, applicant: Applicant): Promise<void> {
  if (applicant.cv_url)
    await client.ensureQueryData(cvTextQuery(applicant.id)).catch(() => undefined)
  // After the text is rendered and the menu is closed.
  requestAnimationFrame(() => setTimeout(() => window.print()))
}
