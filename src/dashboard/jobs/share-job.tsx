// Sharing one job: the link to its public page, its QR code to print, and the widget for the shop's own pages.
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Download, Mail } from 'lucide-react'
import { encode } from 'uqr'
import { posterSizes } from '#domain/careers/job-picture.ts'
import { firstLanguage, isSameLanguage } from '#domain/jobs/job-texts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { languageName } from '#domain/texts/languages.ts'
import type { Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { linkTo, save } from '../api.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyTextButton } from '../ui/copy-button.tsx'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { DialogFoot, FormDialog } from '../ui/popups/dialog.tsx'
import { inputClass } from '../ui/forms/field.tsx'
import { jobTextsQuery } from './jobs-api.ts'
import { usePublicLinks, widgetCode } from '../shell/careers/public-link.ts'

/** A white margin, because scanners need it, in the dark theme too. */
const QUIET_ZONE = 4

function drawingOf(link: string): { size: number; path: string } {
  const { size, data } = encode(link, { ecc: 'M', border: QUIET_ZONE })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { size, path }
}

type Shared = {
  job: Pick<JobPost, 'id' | 'slug' | 'title' | 'is_active' | 'language'>
  organization: { name: string; slug: string; language?: Language | undefined }
}

export function ShareJob({ job, organization, onClose }: Shared & { onClose: () => void }) {
  const link = usePublicLinks(organization).job(job)
  const { size, path } = useMemo(() => drawingOf(link), [link])
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return (
    <FormDialog title={t('job.shareTitle')} description={job.title} onClose={onClose}>
      <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
        {!job.is_active && (
          <p className="rounded-control bg-sunken px-3 py-2 text-ink-2">{t('job.shareInactive')}</p>
        )}
        <PublicLink job={job} organization={organization} link={link} />
        <Posters job={job} organization={organization} />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <p className="min-w-0 flex-1 basis-56 text-label">
            <span className="block font-medium">{t('job.websiteTitle')}</span>
            <span className="text-ink-2">{t('job.websiteHint')}</span>
          </p>
          <CopyTextButton text={widgetCode(organization)}>{t('action.copyCode')}</CopyTextButton>
        </div>
        <svg
          role="img"
          aria-label={t('job.qrCodeLabel')}
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          className="size-56 justify-self-center border border-line bg-white"
        >
          <path d={path} fill="#000" />
        </svg>
      </div>
      <DialogFoot>
        <a
          href={`data:image/svg+xml,${encodeURIComponent(picture)}`}
          download="job-qr-code.svg"
          className={buttonClass()}
        >
          <Download size={16} />
          {t('job.qrCodeDownload')}
        </a>
        <Button kind="primary" onClick={onClose}>
          {t('action.done')}
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}

function PublicLink({ job, organization, link }: Shared & { link: string }) {
  const subject = t('job.mailSubject', { title: job.title, organization: organization.name })
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${link}?src=mail`)}`
  return (
    <div className="flex flex-wrap items-end gap-2">
      <label className="grid min-w-0 flex-[1_1_100%] gap-1.5 text-label font-medium">
        {t('job.publicLink')}
        <input
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          className={`${inputClass} h-9 font-normal max-md:h-11`}
        />
      </label>
      <CopyTextButton text={`${link}?src=link`}>{t('action.copyLink')}</CopyTextButton>
      <a href={mail} className={buttonClass()}>
        <Mail size={16} />
        {t('job.mailLink')}
      </a>
    </div>
  )
}

/** Posters to print, in the languages that the job has. */
function Posters({ job, organization }: Shared) {
  const texts = useQuery(jobTextsQuery(job.id)).data ?? []
  const first = firstLanguage(job, organization.language ?? null)
  const read = texts.filter(
    ({ language, is_machine_made }) =>
      // A poster cannot mark a machine translation.
      !is_machine_made && !(first && isSameLanguage(first, language)),
  )
  const [lang, setLang] = useState('')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-label">
          <span className="block font-medium">{t('poster.title')}</span>
          <span className="text-ink-2">{t('poster.hint')}</span>
        </p>
        <span className="flex gap-2">
          {posterSizes.map((paper) => (
            <Button
              key={paper}
              aria-label={t('poster.download', { size: t(`poster.${paper}`) })}
              onClick={() =>
                save(
                  linkTo('GET /api/jobs/:jobId/poster', {
                    params: { jobId: job.id },
                    query: { size: paper, lang },
                  }),
                )
              }
            >
              <Download size={16} />
              {t(`poster.${paper}`)}
            </Button>
          ))}
        </span>
      </div>
      {read.length > 0 && (
        <ChoiceField
          label={t('poster.language')}
          options={[
            { value: '', label: t('job.languages.first') },
            ...read.map(({ language }) => ({ value: language, label: languageName(language) })),
          ]}
          value={lang}
          onChange={setLang}
        />
      )}
    </>
  )
}
