// The confirmation before signing out while changes are unsent.
import { t } from '#domain/texts/text.ts'

import { LateConfirmDialog } from '../../ui/popups/popups.ts'
import { useLeaveQuestion } from './may-leave.ts'

export function LeaveQuestion() {
  const asked = useLeaveQuestion()
  return (
    asked && (
      <LateConfirmDialog
        title={t('unsent.leaveTitle')}
        question={t('unsent.leaveQuestion', { count: asked.count })}
        confirm={t('action.signOut')}
        busy={false}
        onCancel={() => asked.answer(false)}
        onConfirm={() => asked.answer(true)}
      />
    )
  )
}
