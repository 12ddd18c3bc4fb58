// The question before signing out while the server does not have everything.
import { fill, messages } from '#domain/messages.ts'
import { counted } from '../../ui/dates.ts'
import { LateConfirmDialog } from '../../ui/popups/popups.ts'
import { useLeaveQuestion } from './may-leave.ts'

export function LeaveQuestion() {
  const asked = useLeaveQuestion()
  return (
    asked && (
      <LateConfirmDialog
        title={messages['unsent.leaveTitle']}
        question={fill('unsent.leaveQuestion', { changes: counted(asked.count, 'change') })}
        confirm="Sign out"
        busy={false}
        onCancel={() => asked.answer(false)}
        onConfirm={() => asked.answer(true)}
      />
    )
  )
}
