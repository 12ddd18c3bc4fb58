// Says that a deletion waits for an owner, and asks for the confirmation.
import { useState } from 'react'
import type { RetentionView } from '#domain/retention/retention.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { Button } from '../ui/button.tsx'
import { longDate } from '../ui/dates.ts'
import { ConfirmDeletion } from './confirm-deletion.tsx'

export function StoppedDeletion({ view }: { view: RetentionView }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section
      aria-label={t('retention.bannerLabel')}
      className="mb-6 flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken px-4 py-2.5"
    >
      <p className="me-auto min-w-0">
        {t('retention.stopped', {
          count: view.due,
          total: numberText(view.total),
        })}
        {view.goes_on !== null &&
          ` ${t('retention.goesOn', { date: longDate(`${view.goes_on}T12:00:00`) })}`}
      </p>
      <Button onClick={() => setAsking(true)}>{t('retention.lookAndConfirm')}</Button>
      {isAsking && <ConfirmDeletion view={view} onClose={() => setAsking(false)} />}
    </section>
  )
}
