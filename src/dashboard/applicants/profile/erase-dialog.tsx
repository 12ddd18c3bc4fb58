// The question before an applicant leaves for good: one application, or everything of the person.
import type { ApplicantProfile } from '#domain/applicants/applicants.ts'

import { ConfirmDialog } from '../../ui/popups/dialog.tsx'
import { useDeleteApplicant, useRemoveData } from '../applicants-api.ts'
import { fullName } from '#domain/applicants/applicants.ts'
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
  const remove = useRemoveData()
  const erase = useDeleteApplicant()
  // Done or refused, the question has had its answer: a refusal is said in a toast.
  const settle = { onSuccess: onGone, onError: onCancel }
  if (how === 'delete') {
    return (
      <ConfirmDialog
        title="Delete applicant"
        question={`Are you sure you want to delete the application of ${fullName(applicant)} for ${applicant.role_title}? This action cannot be undone.`}
        more={
          others.length > 0
            ? `The CV, notes and history go with it. ${t('count.otherApplication', { count: others.length })} of this person ${others.length === 1 ? 'stays' : 'stay'}.`
            : 'The CV, notes and history go with it.'
        }
        confirm="Delete"
        busy={erase.isPending}
        onCancel={onCancel}
        onConfirm={() => erase.mutate(applicant, settle)}
      />
    )
  }
  const all = others.length + 1
  return (
    <ConfirmDialog
      title="Remove Data"
      question={`Are you sure you want to remove everything you have of ${fullName(applicant)} (${applicant.email})? This action cannot be undone.`}
      more={`${t('count.application', { count: all })} with CV, notes and history, and emails that were sent or wait for this address.`}
      confirm="Remove Data"
      busy={remove.isPending}
      onCancel={onCancel}
      onConfirm={() => remove.mutate(applicant, settle)}
    />
  )
}
