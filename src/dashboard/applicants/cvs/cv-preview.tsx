// A CV in the page: the rendered pages of a PDF, the text of any other file.
import { useQuery } from '@tanstack/react-query'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import { kindOfCv, type CvTextReason, type MissingText } from '#domain/cvs/cvs.ts'
import { t } from '#domain/texts/text.ts'
import { Problem } from '../../ui/problem.tsx'
import { cvFileQuery, cvProblem, cvTextQuery } from './cv-api.ts'
import { PdfPages, Waiting } from './pdf-pages.tsx'

type Shown = Pick<Applicant, 'id' | 'cv_url' | 'cv_name'>

/** Loads when it is shown, because showing a CV is recorded as opening it. */
export function CvPreview({ applicant, asText }: { applicant: Shown; asText: boolean }) {
  if (!applicant.cv_url) return <p className="text-ink-2">{t('cv.none')}</p>
  const isPdf = kindOfCv(applicant.cv_url) === 'pdf'
  return isPdf && !asText ? <PdfCv applicant={applicant} /> : <WrittenCv id={applicant.id} />
}

function PdfCv({ applicant }: { applicant: Shown }) {
  const file = useQuery(cvFileQuery(applicant.id))
  if (file.error) {
    return <Problem text={cvProblem(file.error)} onRetry={() => void file.refetch()} />
  }
  if (!file.data) return <Waiting text={t('cv.loading')} />
  return <PdfPages content={file.data} name={applicant.cv_name} />
}

const whyNoText: Record<CvTextReason, () => string> = {
  encrypted: () => t('dashboard.cvLocked'),
  'no-text': () => t('dashboard.cvTextNone'),
  damaged: () => t('dashboard.cvTextDamaged'),
  'too-heavy': () => t('dashboard.cvTextTooHeavy'),
  gone: () => t('dashboard.cvMissing'),
}

const whatIsMissing: Record<MissingText, () => string> = {
  parts: () => t('dashboard.cvPartMissing'),
  pages: () => t('dashboard.cvPageMissing'),
  pictures: () => t('dashboard.cvPictureMissing'),
}

function WrittenCv({ id }: { id: string }) {
  const read = useQuery(cvTextQuery(id))
  if (read.error) {
    return <Problem text={cvProblem(read.error)} onRetry={() => void read.refetch()} />
  }
  if (!read.data) return <Waiting text={t('cv.loading')} />
  if (read.data.state === 'waiting') return <Waiting text={t('cv.textWaiting')} />
  if (read.data.state === 'unreadable') {
    return <p className="text-ink-2">{whyNoText[read.data.reason]()}</p>
  }
  const { text, is_cut: isCut, missing } = read.data
  const unread = [
    ...(isCut ? [t('dashboard.cvTextCut')] : []),
    ...missing.map((each) => whatIsMissing[each]()),
  ]
  return (
    <>
      <div
        role="group"
        aria-label={t('cv.textLabel')}
        className="rounded-control border border-line bg-sunken px-5 py-4 break-words whitespace-pre-wrap max-md:px-4"
      >
        {text}
      </div>
      {unread.length > 0 && <p className="mt-2 text-meta text-ink-2">{unread.join(' ')}</p>}
    </>
  )
}
