// Shown when another person saved or deleted the job post while it was being edited.
import { useEffect, useRef, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { asText, fieldLabel, type Clash, type JobDraft } from './job-draft.ts'

export type News = { taken: string[]; clashes: Clash[] }

/** Scrolls into view by itself: a person must see it before saving. */
function Notice({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In newer browsers it returns a promise, which must not become the effect's cleanup.
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={box}
      role="alert"
      className="mx-6 mb-5 flex items-start gap-3 rounded-control bg-alert px-4 py-3 text-alert-text max-md:mx-4"
    >
      <CircleAlert size={16} className="mt-0.5 flex-none" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
      {action}
    </div>
  )
}

/** Both texts are kept: theirs where only they wrote, mine in the form, and theirs beside it where both wrote. */
export function EditConflict({ news, onTake }: { news: News; onTake: (clash: Clash) => void }) {
  return (
    <Notice title={t('job.editedMeanwhile')}>
      {news.taken.length > 0 && <p>{t('job.takenOver', { fields: news.taken.join(', ') })}</p>}
      {news.clashes.length > 0 && (
        <>
          <p>{t('job.bothChanged')}</p>
          <dl className="mt-2 grid gap-2 text-ink">
            {news.clashes.map((clash) => (
              <div key={clash.field} className="rounded-control bg-surface px-3 py-2">
                <dt className="flex items-center justify-between gap-2 text-label font-medium">
                  {t('job.theirs', { field: fieldLabel(clash.field) })}
                  <Button
                    size="small"
                    aria-label={t('job.useTheirsFor', { field: fieldLabel(clash.field) })}
                    onClick={() => onTake(clash)}
                  >
                    {t('job.useTheirs')}
                  </Button>
                </dt>
                <dd className="max-h-28 overflow-auto break-words whitespace-pre-line text-ink-2">
                  {clash.theirs || t('job.nothing')}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Notice>
  )
}

export function GoneMeanwhile({ draft, canCreate }: { draft: JobDraft; canCreate: boolean }) {
  return (
    <Notice
      title={t('job.missing')}
      action={<CopyButton name={t('job.copyDraft')} text={asText(draft)} />}
    >
      <p>{canCreate ? t('job.deletedMeanwhile') : t('job.deletedMeanwhileCopy')}</p>
    </Notice>
  )
}
