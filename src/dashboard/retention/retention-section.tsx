// Retention: how long applications are kept, the next deletions, and an owner's confirmation if required. Shown in
// Settings.
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { RETENTION, type RetentionPreview } from '#domain/retention/retention.ts'
import { fullName } from '#domain/full-name.ts'
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
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import {
  extendedRetentionQuery,
  retentionPreviewQuery,
  useChooseExtendedRetention,
} from './retention-api.ts'

/** A calendar day is the same in every time zone. */
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
        {t('retention.title')}
      </h2>
      <p className="mb-4 max-w-[68ch] text-ink-2">
        {t('retention.hint', {
          months: RETENTION.applicantMonths,
          days: RETENTION.warningDays,
          least: RETENTION.stopLeast,
          waited: RETENTION.stopDays,
        })}
      </p>
      {view.isPending && <SkeletonRows rows={2} label={t('retention.loading')} />}
      {view.error && !view.data && (
        <Problem text={reasonOf(view.error)} onRetry={() => void view.refetch()} />
      )}
      {view.data && (
        <div className="ledger">
          <div className="px-4 py-3">
            <p>
              {view.data.due > 0 && `${t('retention.due', { count: view.data.due })} `}
              {view.data.soon > 0 && view.data.first_on
                ? t('retention.soon', {
                    count: view.data.soon,
                    date: longDate(asDate(view.data.first_on)),
                  })
                : view.data.due === 0 && t('retention.none')}
            </p>
            {view.data.is_stopped && isOwner && (
              <Button className="mt-3" onClick={() => setAsking(true)}>
                {t('retention.lookAndConfirm')}
              </Button>
            )}
            {preview.data && <Expiring preview={preview.data} />}
          </div>
          <AskToKeep isOwner={isOwner} />
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
      <summary className="cursor-pointer text-link">{t('retention.names')}</summary>
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
        {more > 0 && (
          <li className="text-ink-2">{t('list.andMore', { count: numberText(more) })}</li>
        )}
      </ul>
    </details>
  )
}

/** Owners choose the general setting; in a profile staff choose for one person. */
function AskToKeep({ isOwner }: { isOwner: boolean }) {
  const asks = useQuery(extendedRetentionQuery).data?.asks_to_keep
  const choose = useChooseExtendedRetention()
  if (asks === undefined || !isOwner) return null
  return (
    <LabelledSwitch
      className="border-t border-line px-4 py-3"
      label={t('retention.askToKeep')}
      hint={t('retention.askToKeepHint')}
      checked={choose.isPending ? choose.variables : asks}
      onChange={(next) => choose.mutate(next)}
    />
  )
}
