// Two applicants side by side, part by part on the same lines; on a phone one of them, and a switch to the other.
import { useEffect, useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { useShortcut } from '../../shell/keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { isEscapeTaken } from '../../ui/popups/layers.ts'
import { PHONE, useMediaQuery } from '../../ui/hooks/media-query.ts'
import { Problem } from '../../ui/problem.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { SkeletonPanel } from '../../ui/waiting.tsx'
import { ProfileHead } from './applicant-profile.tsx'
import { profileQuery } from '../applicants-api.ts'
import { rowOf } from '../applicants-cache.ts'
import { fullName } from '#domain/full-name.ts'
import { t } from '#domain/texts/text.ts'
import type { ApplicantsUrl } from '../applicants-url.ts'
import { ApplicationPart } from './application-part.tsx'
import { ContactInformation } from './contact-information.tsx'
import { CvPart } from '../cvs/cv-part.tsx'
import { NotesPart } from './notes-part.tsx'
import { PartsOf } from './profile-part.tsx'
import { useReject } from '../mails/rejecting.tsx'
import { useShownProfile } from '../changes/unsent-people.ts'

export function CompareView({ ids, url }: { ids: readonly [string, string]; url: ApplicantsUrl }) {
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const phone = useMediaQuery(PHONE)
  const [one, other] = [useQuery(profileQuery(ids[0])), useQuery(profileQuery(ids[1]))]
  const [shownAt, setShownAt] = useState<'0' | '1'>('0')
  // It was opened by a key, or by a button that no longer exists.
  useEffect(() => title.current?.focus(), [])
  useShortcut('applicants.compare', url.endComparison)
  const { endComparison } = url
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isEscapeTaken(event)) endComparison()
    }
    // In the capture phase: when the event bubbles, a menu has already closed and could not be detected.
    document.addEventListener('keydown', close, true)
    return () => document.removeEventListener('keydown', close, true)
  }, [endComparison])

  const nameOf = (query: typeof one, place: string) =>
    query.data ? fullName(query.data.applicant) : place
  return (
    <section aria-labelledby={heading}>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2
          ref={title}
          id={heading}
          tabIndex={-1}
          className="me-auto text-section font-semibold outline-none"
        >
          {t('applicant.compare')}
        </h2>
        {phone && (
          <Segments
            label={t('applicant.comparedShown')}
            segments={[
              { value: '0', label: nameOf(one, t('applicant.comparedFirst')) },
              { value: '1', label: nameOf(other, t('applicant.comparedSecond')) },
            ]}
            value={shownAt}
            onChange={setShownAt}
          />
        )}
        <Button onClick={url.endComparison}>
          <ArrowLeft size={16} className="text-ink-2 rtl:-scale-x-100" />
          {t('action.backToList')}
        </Button>
      </div>
      <div className="grid rounded-b-panel border border-t-[1.5px] border-line border-t-rule bg-surface md:grid-cols-2 md:grid-rows-[repeat(5,auto)] md:divide-x md:divide-line">
        {ids.map((id, at) => (
          <Column key={id} id={id} isHidden={phone && shownAt !== String(at)} onOpen={url.open} />
        ))}
      </div>
    </section>
  )
}

/** Its five parts align with those of the other column. */
function Column({
  id,
  isHidden,
  onOpen,
}: {
  id: string
  isHidden: boolean
  onOpen: (id: string) => void
}) {
  const { data: read, error, isPending, refetch } = useQuery(profileQuery(id))
  const data = useShownProfile(read)
  const [isWholeCv, setWholeCv] = useState(false)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const lines = 'min-w-0 md:row-span-5'
  if (isHidden) return null
  if (!data) {
    return (
      <div className={lines}>
        {isPending && <SkeletonPanel label={t('applicant.profileLoading')} />}
        {error && (
          <Problem
            className="m-6"
            text={reasonOf(error)}
            onRetry={
              error instanceof ApiError && error.status === 404 ? undefined : () => void refetch()
            }
          />
        )}
      </div>
    )
  }
  const { applicant, notes, cv } = data
  const name = fullName(applicant)
  return (
    <PartsOf value={name}>
      <article
        aria-label={name}
        data-printed=""
        className={classNames(lines, 'md:grid md:grid-rows-subgrid')}
      >
        <div className="border-b border-line">
          <ProfileHead applicant={applicant} level="h3" />
          <Acts applicant={applicant} onOpen={onOpen} />
        </div>
        <ContactInformation applicant={applicant} />
        <ApplicationPart applicant={applicant} />
        <CvPart
          applicant={applicant}
          check={cv}
          isWhole={isWholeCv}
          onWhole={() => setWholeCv(true)}
        />
        <NotesPart applicantId={id} notes={notes} field={noteField} />
      </article>
    </PartsOf>
  )
}

function Acts({ applicant, onOpen }: { applicant: Applicant; onOpen: (id: string) => void }) {
  const row = rowOf(applicant)
  const name = fullName(applicant)
  const reject = useReject()
  return (
    <div className="flex flex-wrap gap-2 px-6 pb-4 max-md:px-4 print:hidden">
      <Button
        size="small"
        onClick={() => onOpen(applicant.id)}
        aria-label={t('applicant.viewProfileOf', { name })}
      >
        {t('applicant.viewProfile')}
      </Button>
      {applicant.status !== 'rejected' && (
        <Button
          size="small"
          onClick={() => reject(row)}
          aria-label={t('applicant.reject', { name })}
        >
          {t('action.reject')}
        </Button>
      )}
    </div>
  )
}
