// Everything that happened to one application, newest first.
import { useState } from 'react'
import { statusLabel } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { timelineLabel, type TimelineEntry } from '#domain/applicants/timeline.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { fullDate, logDate } from '../../ui/dates.ts'
import { Part } from './profile-part.tsx'

/** So that a CV that was opened fifty times does not hide the rest. */
const FIRST_ENTRIES = 8

export function TimelinePart({ profile: { applicant, timeline } }: { profile: ApplicantProfile }) {
  const [isWhole, setWhole] = useState(false)
  // The application has its own entry, the same for every source.
  const entries = timeline.filter((entry) => entry.act !== 'status' || entry.from !== null)
  const shown = isWhole ? entries : entries.slice(0, FIRST_ENTRIES)
  return (
    <Part title={t('timeline.title')} anchor="timeline" className="print:hidden">
      <ol className="timeline">
        {shown.map((entry) => (
          <li key={entry.id}>
            <Moment iso={entry.at} />
            <div className="min-w-0">
              <p>
                {entry.by_name && (
                  <>
                    <b className="font-semibold">{entry.by_name}</b> ·{' '}
                  </>
                )}
                {timelineLabel(entry, applicant.role_title, statusLabel)}
              </p>
              <Words entry={entry} />
            </div>
          </li>
        ))}
        {shown.length === entries.length && (
          <li>
            <Moment iso={applicant.created_at} />
            <p>{t('timeline.applied', { job: applicant.role_title })}</p>
          </li>
        )}
      </ol>
      {shown.length < entries.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('timeline.showAll', { count: numberText(entries.length + 1) })}
        </Button>
      )}
    </Part>
  )
}

/** The text of a mail to the applicant. */
function Words({ entry }: { entry: TimelineEntry }) {
  if (entry.act !== 'mail' || !entry.body) return null
  return (
    <details className="mt-0.5">
      <summary className="cursor-pointer text-label break-words text-ink-2">
        {entry.subject}
      </summary>
      <p className="mt-1.5 max-w-[68ch] rounded-control bg-sunken px-3 py-2 text-label break-words whitespace-pre-line">
        {entry.body}
      </p>
    </details>
  )
}

function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={fullDate(iso)} className="text-meta/5 text-ink-3">
      {logDate(iso)}
    </time>
  )
}
