// /shopify-guide: the documentation for new merchants, from the connected store to the first applicant.
import type { ReactNode } from 'react'
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../shell/title.ts'
import { StoreFrame } from './store-frame.tsx'

export function GuideScreen() {
  useTitle(t('guide.pageTitle'))
  return (
    <StoreFrame width="max-w-[688px]">
      <h1 className="text-page font-semibold">{t('guide.title')}</h1>
      <ol className="mt-6 grid gap-6">
        <Part title={t('guide.accountTitle')}>{t('guide.account')}</Part>
        <Part title={t('guide.jobTitle')}>{t('guide.job')}</Part>
        <Part title={t('guide.widgetTitle')}>{t('guide.block')}</Part>
        <Part title={t('guide.applicantsTitle')}>{t('guide.applicants')}</Part>
        <Part title={t('guide.dataTitle')}>{t('guide.data')}</Part>
      </ol>
    </StoreFrame>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="text-panel font-semibold">{title}</h2>
      <p className="mt-1 text-ink-2">{children}</p>
    </li>
  )
}
