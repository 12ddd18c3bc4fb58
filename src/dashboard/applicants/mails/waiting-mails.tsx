// Shown above the list while emails are scheduled: how many, until when, and a button to cancel them.
import { useQuery } from '@tanstack/react-query'
import { MailQuestionMark } from 'lucide-react'
import type { WaitingMails } from '#domain/applicants/applicant-mails.ts'
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'

import { waitingMailsQuery } from '../../queries.ts'
import { scheduledMailsText, useFreshWaitingMails, useCancelMails } from './mails-api.ts'

export function WaitingMailsNotice() {
  useFreshWaitingMails()
  const waiting = useQuery(waitingMailsQuery).data?.waiting ?? []
  return (
    <div role="status">
      {waiting.map((mails) => (
        <Notice key={mails.batch_id} mails={mails} />
      ))}
    </div>
  )
}

function Notice({ mails: { batch_id, kind, count, send_at, by_name } }: { mails: WaitingMails }) {
  const cancelMails = useCancelMails()
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line bg-sunken py-2 ps-4 pe-2">
      <MailQuestionMark size={16} className="flex-none text-ink-2" />
      <p className="me-auto min-w-0">
        {scheduledMailsText(count, send_at)}
        {by_name && (
          <span className="text-ink-2">
            {kind === 'message'
              ? ` ${t('mail.writtenBy', { name: by_name })}`
              : ` ${t('mail.rejectedBy', { name: by_name })}`}
          </span>
        )}
      </p>
      <Button
        size="small"
        inactive={cancelMails.isPending}
        onClick={() => cancelMails.mutate({ batch_id })}
      >
        {t('mail.cancelMany', { count })}
      </Button>
    </div>
  )
}
