// The first step: open jobs in the three styles a shop can choose.
import { WIDGET_MODE_JOBS, widgetHref, type WidgetOptions } from '#domain/careers/widget.ts'
import type { JobView } from '#domain/jobs/jobs.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { QueryFields } from '../steps/query-fields.tsx'
import { Problem } from '../steps/problem.tsx'
import { JobCard, SmallJobCard } from './job-card.tsx'
import { DoorSign } from './door-sign.tsx'

type Props = {
  options: WidgetOptions
  jobs: JobView[]
  /** Whose jobs they are; null where they are of several shops. */
  shopName: string | null
  alert: string | null
  unread: boolean
}

function Empty({ options, unread }: Pick<Props, 'options' | 'unread'>) {
  return (
    <>
      <DoorSign />
      <p className="secondary">Currently no open positions available.</p>
      {unread && <ButtonTo href={widgetHref(options)}>Try again</ButtonTo>}
    </>
  )
}

function FullList({ options, jobs, shopName, alert, unread }: Props) {
  return (
    <>
      <h1 tabIndex={-1}>Career Opportunities</h1>
      {jobs.length > 0 && (
        <p className="secondary">Join our team and help us create amazing experiences!</p>
      )}
      <Problem alert={alert} />
      {jobs.length === 0 ? (
        <Empty options={options} unread={unread} />
      ) : (
        <form action="/embed" data-shop={shopName}>
          <QueryFields href={widgetHref(options, 'consent')} />
          {jobs.map((job) => (
            <JobCard key={job.id} job={job} lang={options.lang} />
          ))}
        </form>
      )}
    </>
  )
}

function SmallList({ options, jobs, shopName, alert, unread }: Props) {
  return (
    <div className="small">
      <h1 tabIndex={-1}>Join Our Team</h1>
      {jobs.length > 0 && <p className="secondary">We're hiring for multiple positions!</p>}
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
            View All Opportunities
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
          <h1 className="visually-hidden">Career Opportunities</h1>
          <ButtonTo href={widgetHref({ ...props.options, style: 'full' })} filled>
            View Career Opportunities
          </ButtonTo>
        </div>
      )
  }
}
