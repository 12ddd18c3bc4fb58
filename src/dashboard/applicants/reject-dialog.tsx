// The question before many are rejected, and whether they are told by e-mail.
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { wordsForNotMailed, type RejectionPreview } from '#domain/applicant-mails.ts'
import { messages } from '#domain/messages.ts'
import { reasonOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { count, counted } from '../ui/dates.ts'
import { DialogFoot, FormDialog } from '../ui/dialog.tsx'
import { MailPreview } from '../ui/mail-preview.tsx'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { rejectionQuery } from './mails-api.ts'
import { TextsLink } from './status-mail.tsx'

export function RejectDialog({
  people,
  bodies,
  busy,
  onReject,
  onCancel,
}: {
  people: number
  /** What names them to the server. */
  bodies: readonly Record<string, unknown>[]
  busy: boolean
  onReject: (mail: boolean) => void
  onCancel: () => void
}) {
  const [isMailed, setMailed] = useState(false)
  const box = useId()
  const preview = useQuery({ ...rejectionQuery(bodies), enabled: isMailed })
  return (
    <FormDialog
      title={`Reject ${counted(people, 'applicant')}?`}
      description={messages['applicant.rejectMany']}
      onClose={onCancel}
      wide={isMailed}
    >
      <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
        <div className="flex min-h-9 items-center gap-2.5 font-medium max-md:min-h-11">
          <Checkbox
            id={box}
            name="Send rejection e-mail"
            checked={isMailed}
            onChange={(checked) => setMailed(checked)}
          />
          <label htmlFor={box}>Send rejection e-mail</label>
        </div>
        {isMailed && preview.isPending && <SkeletonRows rows={4} label="Loading the preview" />}
        {isMailed && preview.error && !preview.data && (
          <Problem text={reasonOf(preview.error)} onRetry={() => void preview.refetch()} />
        )}
        {isMailed && preview.data && <WhoIsTold preview={preview.data} />}
      </div>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind="primary"
          inactive={busy || (isMailed && !preview.data)}
          onClick={() => onReject(isMailed && (preview.data?.mails ?? 0) > 0)}
        >
          Reject
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}

function WhoIsTold({ preview: { mails, not_mailed, sample } }: { preview: RejectionPreview }) {
  return (
    <div>
      <p>
        {mails === 0
          ? 'Nobody of them gets an e-mail.'
          : `${counted(mails, 'person gets', 'people get')} an e-mail. It waits ten minutes, and you can take it back until then.`}
      </p>
      {not_mailed.length > 0 && (
        <ul className="mt-1 text-ink-2" aria-label="Who gets none">
          {not_mailed.map(({ reason, count: number }) => (
            <li key={reason}>
              No e-mail to {count(number)}: {wordsForNotMailed[reason]}.
            </li>
          ))}
        </ul>
      )}
      {sample && (
        <div className="mt-4">
          <MailPreview mail={sample} />
          <TextsLink />
        </div>
      )}
    </div>
  )
}
