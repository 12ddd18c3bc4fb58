// The first step: open jobs in one of three styles.
import { WIDGET_MODE_JOBS, widgetHref, type WidgetOptions } from '#domain/careers/widget.ts'
import type { JobView } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { QueryFields } from '../steps/query-fields.tsx'
import { Problem } from '../steps/problem.tsx'
import type { JobChoices } from '#domain/careers/job-choices.ts'
import { JobCard, SmallJobCard } from './job-card.tsx'
import { JobSearch } from './job-search.tsx'
import { DoorSign } from './door-sign.tsx'

type Props = {
  options: WidgetOptions
  jobs: JobView[]
  choices: JobChoices | null
  /** The shop of the jobs; null when they are from several shops. */
  shopName: string | null
  alert: string | null
  unread: boolean
}

function Empty({ options, unread }: Pick<Props, 'options' | 'unread'>) {
  return (
    <>
      <DoorSign />
      <p className="secondary">{t('careers.list.empty')}</p>
      {unread && <ButtonTo href={widgetHref(options)}>{t('careers.tryAgain')}</ButtonTo>}
    </>
  )
}

/** Nothing for a short list. */
function Search({ options, jobs, choices }: Pick<Props, 'options' | 'jobs' | 'choices'>) {
  if (!choices) return null
  return (
    <>
      <JobSearch options={options} choices={choices} />
      {options.search && (
        <div className="found">
          <p>
            {jobs.length > 0
              ? t('careers.search.found', { count: jobs.length })
              : t('careers.search.none')}
          </p>
          <ButtonTo href={widgetHref({ ...options, search: null })}>
            {t('careers.search.clear')}
          </ButtonTo>
        </div>
      )}
    </>
  )
}

function FullList({ options, jobs, choices, shopName, alert, unread }: Props) {
  return (
    <>
      <h1 tabIndex={-1}>{t('careers.list.title')}</h1>
      {(jobs.length > 0 || choices) && <p className="secondary">{t('careers.list.intro')}</p>}
      <Problem alert={alert} />
      <Search options={options} jobs={jobs} choices={choices} />
      {jobs.length === 0 && !choices && <Empty options={options} unread={unread} />}
      {jobs.length > 0 && (
        <form action="/embed" data-shop={shopName}>
          <QueryFields href={widgetHref(options, 'consent')} />
          {jobs.map((job) => (
            <JobCard key={job.id} job={job} lang={options.lang} isOfShop={shopName !== null} />
          ))}
        </form>
      )}
    </>
  )
}

function SmallList({ options, jobs, shopName, alert, unread }: Props) {
  return (
    <div className="small">
      <h1 tabIndex={-1}>{t('careers.button.title')}</h1>
      {jobs.length > 0 && <p className="secondary">{t('careers.button.hiring')}</p>}
      <Problem alert={alert} />
      {jobs.length === 0 ? (
        <Empty options={options} unread={unread} />
      ) : (
        <>
          <form action="/embed" data-shop={shopName}>
            <QueryFields href={widgetHref(options, 'consent')} />
            {jobs.slice(0, WIDGET_MODE_JOBS).map((job) => (
              <SmallJobCard key={job.id} job={job} lang={options.lang} />
            ))}
          </form>
          <ButtonTo href={widgetHref({ ...options, style: 'full' })}>
            {t('careers.button.viewAll')}
          </ButtonTo>
        </>
      )}
    </div>
  )
}

export function JobList(props: Props) {
  switch (props.options.style) {
    case 'full':
      return <FullList {...props} />
    case 'widget':
      return <SmallList {...props} />
    case 'button':
      return (
        <div className="narrow just">
          <h1 className="visually-hidden">{t('careers.list.title')}</h1>
          <ButtonTo href={widgetHref({ ...props.options, style: 'full' })} filled>
            {t('careers.button.view')}
          </ButtonTo>
        </div>
      )
  }
}
