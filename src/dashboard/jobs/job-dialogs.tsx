// The dialogs that the list of jobs opens: delete, share, and write in further languages.
import { Suspense } from 'react'
import { firstLanguage } from '#domain/jobs/job-texts.ts'
import type { JobPost, JobPostRow } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { lazyScreen } from '../shell/lazy-screen.ts'
import type { Member } from '../shell/session/session.tsx'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { useDeleteJob } from './jobs-api.ts'

const JobLanguages = lazyScreen(() => import('./job-languages.tsx'), 'JobLanguages')
const ShareJob = lazyScreen(() => import('./share-job.tsx'), 'ShareJob')

/** What is open about which job. */
export type OpenedJob =
  | { act: 'delete'; job: JobPostRow }
  | { act: 'share' | 'translate'; job: JobPost }

export function JobDialog({
  opened,
  member: { organization, profile },
  onClose,
}: {
  opened: OpenedJob
  member: Member
  onClose: () => void
}) {
  if (opened.act === 'delete') return <DeleteJob job={opened.job} onClose={onClose} />
  const { act, job } = opened
  return (
    <Suspense>
      {act === 'translate' ? (
        <JobLanguages
          job={job}
          first={firstLanguage(job, organization.language ?? null) ?? undefined}
          canTranslate={profile.role === 'organization_owner'}
          onClose={onClose}
        />
      ) : (
        <ShareJob job={job} organization={organization} onClose={onClose} />
      )}
    </Suspense>
  )
}

function DeleteJob({ job, onClose }: { job: JobPostRow; onClose: () => void }) {
  const remove = useDeleteJob()
  return (
    <ConfirmDialog
      title={t('job.deleteTitle')}
      question={t('job.deleteQuestion', { title: job.title })}
      more={
        job.applicants_count > 0 ? t('job.deleteKeeps', { count: job.applicants_count }) : undefined
      }
      confirm={t('action.delete')}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(job.id, { onSettled: onClose })}
    />
  )
}
