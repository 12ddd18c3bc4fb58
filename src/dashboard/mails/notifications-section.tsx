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
  type Pace,
} from '#domain/mails/notifications.ts'
import { jobsQuery } from '../queries.ts'
import { IconButton } from '../ui/button.tsx'
import { ChoiceField, SmallChoice } from '../ui/forms/choice.tsx'
import { moveFocus } from '../ui/hooks/focus.ts'
import { FieldError } from '../ui/forms/field.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { SettingsSection, StoredSettings } from '../ui/settings/settings-section.tsx'
import { useSettings, type Settings } from '../ui/settings/use-settings.tsx'
import { notificationsQuery, useEditNotifications, type JobPaces } from './notifications-api.ts'

const options = () => paces.map((pace) => ({ value: pace, label: paceLabel(pace) }))

export function NotificationsSection() {
  const query = useQuery(notificationsQuery)
  return (
    <SettingsSection
      title={t('notification.listTitle')}
      text={
        query.data?.email_confirmed
          ? rich('notification.listHintTo', {
              email: query.data.email,
              part: (text) => (
                <span key="part" className="wrap-anywhere">
                  {text}
                </span>
              ),
            })
          : t('notification.listHint')
      }
    >
      <StoredSettings
        query={query}
        rows={3}
        loading={t('notification.loading')}
        failed={() => t('notification.fetchFailed')}
      >
        {(view) => <Choices view={view} />}
      </StoredSettings>
    </SettingsSection>
  )
}

type Values = { applications: Pace; jobs: JobPaces; waiting: boolean; undelivered: boolean }

function Choices({ view }: { view: NotificationsView }) {
  const { edit, editJobs } = useEditNotifications()
  const { applications, jobs, waiting, undelivered } = view
  const isOwner = waiting !== null && undelivered !== null
  const values: Values = {
    applications,
    jobs,
    waiting: waiting === true,
    undelivered: undelivered === true,
  }
  const settings = useSettings({
    values,
    save: ({ jobs: chosen, ...choice }) => (chosen ? editJobs(chosen) : edit(choice)),
  })
  const { choice, onOff, shown } = settings
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
            {...choice('applications', t('notification.applications'))}
            hint={hintOf(shown.applications, view.time_zone)}
            options={options()}
          />
        </div>
      </div>
      <Jobs settings={settings} />
      {isOwner && (
        <div className="grid gap-4 border-t border-line px-6 py-5 max-md:px-4">
          <LabelledSwitch
            {...onOff('waiting', t('notification.waiting'))}
            hint={t('notification.waitingHint')}
          />
          <LabelledSwitch
            {...onOff('undelivered', t('notification.undelivered'))}
            hint={t('notification.undeliveredHint')}
          />
        </div>
      )}
    </div>
  )
}

function hintOf(pace: Pace, timeZone: string | null): string {
  if (pace !== 'daily') return t(`notification.paceHint.${pace}`)
  const zone = timeZone?.replaceAll('_', ' ') ?? 'UTC'
  return t('notification.paceHint.daily', { time: `${DIGEST_HOUR}:00`, zone })
}

/** Jobs with a different setting. */
function Jobs({ settings: { shown, choose, beside, errors } }: { settings: Settings<Values> }) {
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const jobs = useQuery(jobsQuery).data ?? []
  const chosen = new Set(shown.jobs.map(({ job_id }) => job_id))
  const others = jobs.filter(({ id }) => !chosen.has(id))
  if (jobs.length === 0 && shown.jobs.length === 0) return null
  const add = (id: string) => {
    const job = others.find((other) => other.id === id)
    if (!job) return
    // The most likely choice: one job more urgent than the rest, or a quiet one.
    const applications = shown.applications === 'at-once' ? 'never' : 'at-once'
    choose('jobs', [...shown.jobs, { job_id: job.id, title: job.title, applications }])
  }
  return (
    <div data-setting="" className="border-t border-line px-6 py-5 max-md:px-4">
      <div className="mb-1.5 flex justify-between gap-2">
        <h3 ref={heading} id={title} tabIndex={-1} className="text-label font-medium">
          {t('notification.jobsTitle')}
        </h3>
        {beside('jobs', t('notification.jobsTitle'))}
      </div>
      {errors.jobs && <FieldError text={errors.jobs} />}
      {shown.jobs.length > 0 && (
        <ul aria-labelledby={title} className="divide-y divide-line">
          {shown.jobs.map((job) => (
            <li key={job.job_id} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
              <span className="me-auto min-w-0 flex-[1_1_200px] wrap-anywhere">{job.title}</span>
              <SmallChoice
                label={t('notification.applicationsFor', { job: job.title })}
                options={options()}
                value={job.applications}
                onChange={(applications) =>
                  choose(
                    'jobs',
                    shown.jobs.map((one) => (one === job ? { ...one, applications } : one)),
                  )
                }
              />
              <IconButton
                size="small"
                name={t('notification.sameAsOthers', { job: job.title })}
                onClick={() => {
                  choose(
                    'jobs',
                    shown.jobs.filter((one) => one !== job),
                  )
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
