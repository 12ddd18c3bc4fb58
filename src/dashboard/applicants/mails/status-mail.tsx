// Whether an applicant got an email about their status, and the dialog that sends it.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isMailed, mailStateLabel } from '#domain/applicants/applicant-mails.ts'
import { fullName } from '#domain/full-name.ts'
import { statusLabel } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { t, rich } from '#domain/texts/text.ts'
import { reasonOf } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { logDate, timeOfDay } from '../../ui/dates.ts'
import { DialogFoot, FormDialog } from '../../ui/popups/dialog.tsx'
import { MailPreview } from '../../ui/mail-preview.tsx'
import { Problem } from '../../ui/problem.tsx'
import { leadFocus } from '../../ui/hooks/focus.ts'
import { SkeletonRows } from '../../ui/waiting.tsx'
import { statusMailQuery, useSendStatusMail, useCancelMails } from './mails-api.ts'

/** A mail that waits longer than this was scheduled; any other only waits for the worker. */
const SCHEDULED_MS = 60_000

export function StatusMailLine({ profile }: { profile: ApplicantProfile }) {
  const [isWriting, setWriting] = useState(false)
  const cancelMails = useCancelMails()
  const line = useRef<HTMLParagraphElement>(null)
  const { applicant, history, timeline } = profile
  const [change] = history
  // While a move is being sent the history is older than the status.
  if (!isMailed(applicant.status) || change?.to_status !== applicant.status) return null
  const mail = timeline.find(
    (entry) =>
      entry.act === 'mail' &&
      entry.change_id === change.id &&
      ['waiting', 'sent', 'failed'].includes(entry.state),
  )
  const known = mail?.act === 'mail' ? mail : undefined
  const isScheduled =
    known?.state === 'waiting' && Date.parse(known.send_at) - Date.parse(known.at) > SCHEDULED_MS
  return (
    <>
      <div className="mx-6 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-label text-ink-2 max-md:mx-4">
        {/* Gets the focus from the button that disappears: it shows the result of the click. */}
        <p ref={line} tabIndex={-1} className="me-auto min-w-0 break-words">
          {!known && t('mail.statusNotSent', { status: statusLabel(applicant.status) })}
          {isScheduled && t('mail.rejectionGoesOut', { time: timeOfDay(known.send_at) })}
          {known &&
            !isScheduled &&
            t('mail.stateAt', { state: mailStateLabel(known), date: logDate(known.at) })}
        </p>
        {(!known || known.state === 'failed') && (
          <Button size="small" onClick={() => setWriting(true)}>
            {known ? t('mail.sendAgain') : t('mail.sendAsk')}
          </Button>
        )}
        {isScheduled && (
          <Button
            size="small"
            inactive={cancelMails.isPending}
            onClick={() =>
              cancelMails.mutate({ mail_id: known.id }, { onSuccess: () => line.current?.focus() })
            }
          >
            {t('mail.cancelOne')}
          </Button>
        )}
      </div>
      {isWriting && (
        <StatusMailDialog
          profile={profile}
          onClose={() => setWriting(false)}
          lineOf={() => line.current}
        />
      )}
    </>
  )
}

function StatusMailDialog({
  profile: { applicant },
  onClose,
  lineOf,
}: {
  profile: ApplicantProfile
  onClose: () => void
  /** The mail's state in words. */
  lineOf: () => HTMLElement | null
}) {
  const preview = useQuery(statusMailQuery(applicant.id))
  const send = useSendStatusMail(applicant.id)
  return (
    <FormDialog
      title={t('mail.sendTitle', { name: fullName(applicant) })}
      description={shownEmailAddress(applicant.email)}
      onClose={onClose}
      wide
    >
      <div className="px-6 pt-4 pb-5 max-md:px-4">
        {preview.isPending && <SkeletonRows rows={4} label={t('mail.previewLoading')} />}
        {preview.error && !preview.data && <Problem text={reasonOf(preview.error)} />}
        {preview.data && <MailPreview mail={preview.data} />}
        <TextsLink />
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button
          kind="primary"
          inactive={!preview.data || send.isPending}
          onClick={() =>
            preview.data &&
            send.mutate(preview.data.change_id, {
              onSuccess: () => leadFocus(lineOf),
              onSettled: onClose,
            })
          }
        >
          {send.isPending ? t('action.sending') : t('mail.send')}
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}

export function TextsLink({ className = 'mt-3' }: { className?: string }) {
  return (
    <p className={`text-label text-ink-2 ${className}`}>
      {rich('mail.ownersChange', {
        link: (text) => (
          <Link key="link" to="/admin/settings/emails" className="text-link">
            {text}
          </Link>
        ),
      })}
    </p>
  )
}
