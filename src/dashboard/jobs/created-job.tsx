// Shown after a job was created: it is open, and these are the ways to bring people to it.
import { useEffect, useRef } from 'react'
import { QrCode, X } from 'lucide-react'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CopyTextButton } from '../ui/copy-button.tsx'
import { usePublicLinks, widgetCode } from '../shell/careers/public-link.ts'

export function CreatedJob({
  job,
  organization,
  onQrCode,
  onClose,
}: {
  job: Pick<JobPost, 'slug' | 'title'>
  organization: { name: string; slug: string }
  onQrCode: () => void
  onClose: () => void
}) {
  const link = usePublicLinks(organization).job(job)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView?.({ block: 'nearest' })
  }, [job])
  return (
    <section
      ref={panel}
      aria-label={t('job.share', { title: job.title })}
      className="ledger relative mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 py-3 ps-4 pe-2 max-md:pe-4"
    >
      <div className="min-w-0 flex-1 basis-72 max-md:pe-10">
        <p className="font-semibold break-words">{t('job.openNowShare', { title: job.title })}</p>
        <a href={link} target="_blank" rel="noopener" className="break-all text-link">
          {link.replace(/^https?:\/\//, '')}
          <span className="sr-only">{t('link.newTab')}</span>
        </a>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CopyTextButton text={link}>{t('action.copyLink')}</CopyTextButton>
        <CopyTextButton text={widgetCode(organization)}>{t('action.copyCode')}</CopyTextButton>
        <Button onClick={onQrCode}>
          <QrCode size={16} />
          {t('job.qrCode')}
        </Button>
        <IconButton
          name={t('action.close')}
          className="max-md:absolute max-md:end-1 max-md:top-1"
          onClick={onClose}
        >
          <X size={16} />
        </IconButton>
      </div>
    </section>
  )
}
