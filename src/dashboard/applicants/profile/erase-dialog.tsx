// Confirms a permanent deletion: of one application, or of everything of the person.
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'

import { ConfirmDialog } from '../../ui/popups/dialog.tsx'
import { useDeleteApplicant, useRemoveData } from '../applicants-api.ts'
import { fullName } from '#domain/full-name.ts'
import { t } from '#domain/texts/text.ts'

export type Leave = 'delete' | 'remove'

export function LeaveDialog({
  how,
  profile: { applicant, others },
  onGone,
  onCancel,
}: {
  how: Leave
  profile: ApplicantProfile
  onGone: () => void
  onCancel: () => void
}) {
  const remove = useRemoveData(onGone)
  const erase = useDeleteApplicant(onGone)
  // The dialog closes after a failure too: a toast shows it.
  const settle = { onError: onCancel }
  if (how === 'delete') {
    return (
      <ConfirmDialog
        title={t('applicant.deleteTitle')}
        question={t('applicant.deleteQuestion', {
          name: fullName(applicant),
          job: applicant.role_title,
        })}
        more={
          others.length > 0
            ? t('applicant.deleteMoreOthers', { count: others.length })
            : t('applicant.deleteMore')
        }
        confirm={t('action.delete')}
        busy={erase.isPending}
        onCancel={onCancel}
        onConfirm={() => erase.mutate(applicant, settle)}
      />
    )
  }
  return (
    <ConfirmDialog
      title={t('applicant.removeData')}
      question={t('applicant.removeQuestion', {
        name: fullName(applicant),
        email: applicant.email,
      })}
      more={t('applicant.removeMore', { count: others.length + 1 })}
      confirm={t('applicant.removeData')}
      busy={remove.isPending}
      onCancel={onCancel}
      onConfirm={() => remove.mutate(applicant, settle)}
    />
  )
}
