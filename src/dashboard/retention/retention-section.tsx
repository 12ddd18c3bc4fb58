// Retention: how long applications are kept, the next deletions, and an owner's confirmation if required. Shown in
// Settings.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  RETENTION,
  type RetentionPreview,
  type RetentionView,
} from '#domain/retention/retention.ts'
import { fullName } from '#domain/full-name.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { longDate, shortDate } from '../ui/dates.ts'
import { SettingsSection, StoredSettings } from '../ui/settings/settings-section.tsx'
import { useSettings } from '../ui/settings/use-settings.tsx'
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
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const query = useQuery(retentionQuery)
  return (
    <SettingsSection
      id="retention"
      title={t('retention.title')}
      text={t('retention.hint', {
        months: RETENTION.applicantMonths,
        days: RETENTION.warningDays,
        least: RETENTION.stopLeast,
        waited: RETENTION.stopDays,
      })}
    >
      <StoredSettings
        query={query}
        rows={2}
        loading={t('retention.loading')}
        failed={(reason) => reason}
      >
        {(view) => (
          <div className="ledger">
            <Due view={view} isOwner={isOwner} />
            <AskToKeep isOwner={isOwner} />
          </div>
        )}
      </StoredSettings>
    </SettingsSection>
  )
}

function Due({ view, isOwner }: { view: RetentionView; isOwner: boolean }) {
  const preview = useQuery({ ...retentionPreviewQuery, enabled: isOwner })
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="px-4 py-3">
      <p>
        {view.due > 0 && `${t('retention.due', { count: view.due })} `}
        {view.soon > 0 && view.first_on
          ? t('retention.soon', { count: view.soon, date: longDate(asDate(view.first_on)) })
          : view.due === 0 && t('retention.none')}
      </p>
      {view.is_stopped && isOwner && (
        <Button className="mt-3" onClick={() => setAsking(true)}>
          {t('retention.lookAndConfirm')}
        </Button>
      )}
      {preview.data && <Expiring preview={preview.data} />}
      {isAsking && <ConfirmDeletion view={view} onClose={() => setAsking(false)} />}
    </div>
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
  const stored = useQuery(extendedRetentionQuery).data
  return stored && isOwner && <KeepSwitch stored={stored} />
}

function KeepSwitch({ stored }: { stored: { asks_to_keep: boolean } }) {
  const { mutateAsync: choose } = useChooseExtendedRetention()
  const { onOff } = useSettings({
    values: stored,
    save: ({ asks_to_keep = stored.asks_to_keep }) => choose(asks_to_keep),
  })
  return (
    <LabelledSwitch
      {...onOff('asks_to_keep', t('retention.askToKeep'))}
      className="border-t border-line px-4 py-3"
      hint={t('retention.askToKeepHint')}
    />
  )
}
