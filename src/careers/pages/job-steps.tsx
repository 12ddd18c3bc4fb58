// A step of an application at the address of the job's own page: the widget's steps below the shop's header.
import { renderToString } from 'react-dom/server'
import type { CareersPage } from '#domain/careers/careers.ts'
import { t } from '#domain/texts/text.ts'
import { WidgetScreen } from '../widget/widget-screen.tsx'
import { ShopFrame } from './shop-frame.tsx'

type Props = { page: Extract<CareersPage, { page: 'steps' }> }

/** React hydrates only the step, so it is rendered separately from its surroundings. */
export function JobStepPage({ page: { shop, job, view } }: Props) {
  return (
    <ShopFrame shop={shop}>
      <aside aria-label={t('careers.step.aboutJob')}>
        <a href={job.href}>{job.title}</a>
        <p className="secondary">{job.facts}</p>
      </aside>
      <div
        id="r"
        dangerouslySetInnerHTML={{ __html: renderToString(<WidgetScreen view={view} />) }}
      />
    </ShopFrame>
  )
}
