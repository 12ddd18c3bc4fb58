// The last change of the status, with the button that takes it back for as long as the server allows that.
import { statusBefore, statusLabel } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { t } from '#domain/texts/text.ts'
import { make } from '../../shell/unsent/queue.ts'
import { Button } from '../../ui/button.tsx'
import { Since, useNow } from '../../ui/time.tsx'

export function UndoLine({ profile: { applicant, history } }: { profile: ApplicantProfile }) {
  const now = useNow()
  const [change] = history
  // While a move is being sent the history is older than the status.
  if (!change || change.to_status !== applicant.status) return null
  const before = statusBefore(change, change, new Date(now))
  if (!before) return null
  return (
    <div className="mx-6 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-label text-ink-2 max-md:mx-4 print:hidden">
      <p className="me-auto min-w-0 break-words">
        {statusLabel(applicant.status)} · <Since iso={change.changed_at} />
      </p>
      <Button
        size="small"
        onClick={() =>
          make({
            act: 'undo',
            which: { change_id: change.id },
            back: { [applicant.id]: before },
          })
        }
      >
        {t(applicant.status === 'rejected' ? 'applicant.undoRejection' : 'applicant.undoMove')}
      </Button>
    </div>
  )
}
