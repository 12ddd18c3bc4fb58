// The current person's email notifications: how soon about applications, for all jobs and for some, and about owners'
// decisions.
import { useId, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { rich, t } from '#domain/texts/text.ts'
import {
  DIGEST_HOUR,
  paces,
  paceLabel,
  type NotificationsView,
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

const options = () => paces.map((pace) => ({ value: pace, label: paceLabel(pace) }))

export function NotificationsSection() {
  const heading = useId()
  const { data, isPending, error, refetch } = useQuery(notificationsQuery)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-section font-semibold">
        {t('notification.listTitle')}
      </h2>
      <p className="mb-4 max-w-[68ch] text-ink-2">
        {data?.email_confirmed
          ? rich('notification.listHintTo', {
              email: data.email,
              part: (text) => (
                <span key="part" className="wrap-anywhere">
                  {text}
                </span>
              ),
            })
          : t('notification.listHint')}
      </p>
      {isPending && <SkeletonRows rows={3} label={t('notification.loading')} />}
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
          {t('notification.unconfirmed')}
        </p>
      )}
      <div className="px-6 pt-5 pb-5 max-md:px-4">
        <div className="max-w-[440px]">
          <ChoiceField
            label={t('notification.applications')}
            hint={hintOf(view)}
            options={options()}
            value={view.applications}
            onChange={(applications) => edit.mutate({ applications })}
          />
        </div>
      </div>
      <Jobs view={view} />
      {view.waiting !== null && view.undelivered !== null && (
        <div className="grid gap-4 border-t border-line px-6 py-5 max-md:px-4">
          <LabelledSwitch
            label={t('notification.waiting')}
            hint={t('notification.waitingHint')}
            checked={view.waiting}
            onChange={(waiting) => edit.mutate({ waiting })}
          />
          <LabelledSwitch
            label={t('notification.undelivered')}
            hint={t('notification.undeliveredHint')}
            checked={view.undelivered}
            onChange={(undelivered) => edit.mutate({ undelivered })}
          />
        </div>
      )}
    </div>
  )
}

function hintOf({ applications, time_zone }: NotificationsView): string {
  if (applications !== 'daily') return t(`notification.paceHint.${applications}`)
  const zone = time_zone?.replaceAll('_', ' ') ?? 'UTC'
  return t('notification.paceHint.daily', { time: `${DIGEST_HOUR}:00`, zone })
}

/** Jobs with a different setting. */
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
    // The most likely choice: one job more urgent than the rest, or a quiet one.
    const applications = view.applications === 'at-once' ? 'never' : 'at-once'
    edit.mutate({ job_id: job.id, title: job.title, applications })
  }
  return (
    <div className="border-t border-line px-6 py-5 max-md:px-4">
      <h3 ref={heading} id={title} tabIndex={-1} className="mb-1.5 text-label font-medium">
        {t('notification.jobsTitle')}
      </h3>
      {view.jobs.length > 0 && (
        <ul aria-labelledby={title} className="divide-y divide-line">
          {view.jobs.map((job) => (
            <li key={job.job_id} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
              <span className="me-auto min-w-0 flex-[1_1_200px] wrap-anywhere">{job.title}</span>
              <SmallChoice
                label={t('notification.applicationsFor', { job: job.title })}
                options={options()}
                value={job.applications}
                onChange={(applications) => edit.mutate({ ...job, applications })}
              />
              <IconButton
                size="small"
                name={t('notification.sameAsOthers', { job: job.title })}
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
            label={t('notification.addJob')}
            options={others.map((job) => ({ value: job.id, label: job.title }))}
            value={null}
            onChange={add}
          />
        </div>
      )}
    </div>
  )
}
