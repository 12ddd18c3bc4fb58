// Shown to owners on every page of the dashboard while a deletion waits for their confirmation.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { memberOf } from '../shell/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { longDate } from '../ui/dates.ts'

import { late } from '../ui/lazy-part.tsx'
import { retentionQuery } from '../queries.ts'

const ConfirmDeletion = late(async () => (await import('./confirm-deletion.tsx')).ConfirmDeletion)

export function RetentionBanner({ session }: { session: SessionView }) {
  const isOwner = memberOf(session)?.profile.role === 'organization_owner'
  const { data } = useQuery({ ...retentionQuery, enabled: isOwner })
  const [isAsking, setAsking] = useState(false)
  if (!isOwner || !data?.is_stopped) return null
  return (
    <section
      aria-label={t('retention.bannerLabel')}
      className="mb-6 flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken px-4 py-2.5"
    >
      <p className="me-auto min-w-0">
        {t('retention.stopped', {
          count: data.due,
          total: numberText(data.total),
        })}
        {data.goes_on !== null &&
          ` ${t('retention.goesOn', { date: longDate(`${data.goes_on}T12:00:00`) })}`}
      </p>
      <Button onClick={() => setAsking(true)}>{t('retention.lookAndConfirm')}</Button>
      {isAsking && <ConfirmDeletion view={data} onClose={() => setAsking(false)} />}
    </section>
  )
}
