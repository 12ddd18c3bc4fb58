// Emails to the person at the screen: how soon they hear of applications, of all jobs and of some, and of what owners decide.
import { useId, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import {
  DIGEST_HOUR,
  paces,
  paceLabel,
  type NotificationsView,
  type Pace,
} from '#domain/mails/notifications.ts'
import { jobsQuery } from '../queries.ts'
import { IconButton } from '../ui/button.tsx'
import { ChoiceField, SmallChoice } from '../ui/forms/choice.tsx'
import { moveFocus } from '../ui/hooks/focus.ts'
import { Problem } from '../ui/problem.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import {
  notificationsQuery,
  useEditJobNotifications,
  useEditNotifications,
} from './notifications-api.ts'

const options = paces.map((pace) => ({ value: pace, label: paceLabel(pace) }))

export function NotificationsSection() {
  const heading = useId()
  const { data, isPending, error, refetch } = useQuery(notificationsQuery)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-section font-semibold">
        Emails to you
      </h2>
      <p className="mb-4 max-w-[68ch] text-ink-2">
        Yours alone: your colleagues choose their own.
        {data?.email_confirmed && (
          <>
            {' '}
            They go to <span className="wrap-anywhere">{data.email}</span>.
          </>
        )}
      </p>
      {isPending && <SkeletonRows rows={3} label="Loading your emails" />}
      {error && !data && (
        <Problem text={t('notification.fetchFailed')} onRetry={() => void refetch()} />
      )}
      {data && <Choices view={data} />}
    </section>
  )
}

function Choices({ view }: { view: NotificationsView }) {
  const edit = useEditNotifications()
  return (
    <div className="ledger">
      {!view.email_confirmed && (
        <p className="border-b border-line px-6 py-4 text-ink-2 max-md:px-4">
          Confirm your email address first. Until then we send you none of these emails.
        </p>
      )}
      <div className="px-6 pt-5 pb-5 max-md:px-4">
        <div className="max-w-[440px]">
          <ChoiceField
            label="New applications"
            hint={hintOf(view)}
            options={options}
            value={view.applications}
            onChange={(applications) => edit.mutate({ applications })}
          />
        </div>
      </div>
      <Jobs view={view} />
      {view.waiting !== null && view.undelivered !== null && (
        <div className="grid gap-4 border-t border-line px-6 py-5 max-md:px-4">
          <LabelledSwitch
            label="People who ask to join"
            hint="When somebody asks to join your organization and waits for an owner."
            checked={view.waiting}
            onChange={(waiting) => edit.mutate({ waiting })}
          />
          <LabelledSwitch
            label="Undelivered emails"
            hint="When an email to an applicant could not be delivered. At most one an hour."
            checked={view.undelivered}
            onChange={(undelivered) => edit.mutate({ undelivered })}
          />
        </div>
      )}
    </div>
  )
}

function hintOf({ applications, time_zone }: NotificationsView): string {
  const morning = `${DIGEST_HOUR}:00 (${time_zone?.replaceAll('_', ' ') ?? 'UTC'})`
  const hints: Record<Pace, string> = {
    'at-once': 'A minute after somebody applies. When many apply, at most three emails an hour.',
    hourly: 'One email an hour, when somebody has applied.',
    daily: `One email a day at ${morning}, when somebody has applied.`,
    never: 'No emails. New applications are in Storehand all the same.',
  }
  return hints[applications]
}

/** Jobs for which they want something else. */
function Jobs({ view }: { view: NotificationsView }) {
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const edit = useEditJobNotifications()
  const jobs = useQuery(jobsQuery).data ?? []
  const chosen = new Set(view.jobs.map(({ job_id }) => job_id))
  const others = jobs.filter(({ id }) => !chosen.has(id))
  if (jobs.length === 0 && view.jobs.length === 0) return null
  const add = (id: string) => {
    const job = others.find((other) => other.id === id)
    if (!job) return
    // The usual wish: one job more urgent than the rest, or one that is quiet.
    const applications = view.applications === 'at-once' ? 'never' : 'at-once'
    edit.mutate({ job_id: job.id, title: job.title, applications })
  }
  return (
    <div className="border-t border-line px-6 py-5 max-md:px-4">
      <h3 ref={heading} id={title} tabIndex={-1} className="mb-1.5 text-label font-medium">
        Different for some jobs
      </h3>
      {view.jobs.length > 0 && (
        <ul aria-labelledby={title} className="divide-y divide-line">
          {view.jobs.map((job) => (
            <li key={job.job_id} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
              <span className="me-auto min-w-0 flex-[1_1_200px] wrap-anywhere">{job.title}</span>
              <SmallChoice
                label={`New applications for ${job.title}`}
                options={options}
                value={job.applications}
                onChange={(applications) => edit.mutate({ ...job, applications })}
              />
              <IconButton
                size="small"
                name={`Same as other jobs: ${job.title}`}
                onClick={() => {
                  edit.mutate({ ...job, applications: undefined })
                  moveFocus(() => heading.current)
                }}
              >
                <X size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className="mt-2">
          <SmallChoice
            label="Add a job"
            options={others.map((job) => ({ value: job.id, label: job.title }))}
            value={null}
            onChange={add}
          />
        </div>
      )}
    </div>
  )
}
