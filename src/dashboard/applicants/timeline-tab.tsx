// Everything that happened to one application, newest first.
import { wordForStatus, type ApplicantProfile } from '#domain/applicants.ts'
import { timelineWords } from '#domain/timeline.ts'
import { fullDate, logDate } from '../ui/dates.ts'
import { Part } from './profile-part.tsx'

export function TimelineTab({ profile: { applicant, timeline } }: { profile: ApplicantProfile }) {
  // The application has a row of its own, which every way of arriving has in common.
  const entries = timeline.filter((entry) => entry.act !== 'status' || entry.from !== null)
  return (
    <Part title="Timeline">
      <ol className="timeline">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Moment iso={entry.at} />
            <p>
              {entry.by_name && (
                <>
                  <b className="font-semibold">{entry.by_name}</b> ·{' '}
                </>
              )}
              {timelineWords(entry, applicant.role_title, wordForStatus)}
            </p>
          </li>
        ))}
        <li>
          <Moment iso={applicant.created_at} />
          <p>Applied for {applicant.role_title}</p>
        </li>
      </ol>
    </Part>
  )
}

function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={fullDate(iso)} className="text-meta/5 text-ink-3">
      {logDate(iso)}
    </time>
  )
}
