// Retention: how long applications are kept, who goes next, and an owner's word where it is needed. Settings mount it.
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { RETENTION, type RetentionPreview } from '#domain/retention/retention.ts'
import { fullName } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { reasonOf } from '../api.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { longDate, shortDate } from '../ui/dates.ts'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { ConfirmDeletion } from './confirm-deletion.tsx'
import { retentionQuery } from '../queries.ts'
import { retentionPreviewQuery } from './retention-api.ts'

/** A day of the calendar is the same day everywhere. */
const asDate = (day: string) => `${day}T12:00:00`

export function RetentionSection() {
  const heading = useId()
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const view = useQuery(retentionQuery)
  const preview = useQuery({ ...retentionPreviewQuery, enabled: isOwner })
  const [isAsking, setAsking] = useState(false)
  return (
    <section id="retention" aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-section font-semibold">
        Retention
      </h2>
      <p className="mb-4 max-w-[68ch] text-ink-2">
        Applications are deleted {RETENTION.applicantMonths} months after they came in, with CV,
        notes and history. Owners get an email {RETENTION.warningDays} days before. When more than a
        fifth of all would go at once, nothing is deleted until an owner agrees.
      </p>
      {view.isPending && <SkeletonRows rows={2} label="Loading retention" />}
      {view.error && !view.data && (
        <Problem text={reasonOf(view.error)} onRetry={() => void view.refetch()} />
      )}
      {view.data && (
        <div className="ledger px-4 py-3">
          <p>
            {view.data.due > 0 && `${t('count.application', { count: view.data.due })} due now. `}
            {view.data.soon > 0 && view.data.first_on
              ? `${t('count.application', { count: view.data.soon })} will be deleted within two weeks, from ${longDate(asDate(view.data.first_on))} on.`
              : view.data.due === 0 && 'Nobody’s application is deleted within the next two weeks.'}
          </p>
          {view.data.is_stopped && isOwner && (
            <Button className="mt-3" onClick={() => setAsking(true)}>
              Look and confirm
            </Button>
          )}
          {preview.data && <Expiring preview={preview.data} />}
        </div>
      )}
      {isAsking && view.data && (
        <ConfirmDeletion view={view.data} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}

function Expiring({ preview: { applicants, more } }: { preview: RetentionPreview }) {
  if (applicants.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="cursor-pointer text-link">Who they are</summary>
      <ul className="mt-2 grid gap-1">
        {applicants.map((applicant) => (
          <li key={applicant.id} className="flex gap-3">
            <span className="me-auto min-w-0 break-words">
              {fullName(applicant)} <span className="text-ink-2">· {applicant.role_title}</span>
            </span>
            <time dateTime={applicant.expires_on} className="text-ink-2 tabular-nums">
              {shortDate(asDate(applicant.expires_on))}
            </time>
          </li>
        ))}
        {more > 0 && <li className="text-ink-2">and {numberText(more)} more</li>}
      </ul>
    </details>
  )
}
