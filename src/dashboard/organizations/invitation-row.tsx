// An open invitation: its address, its expiry, and buttons to send it again or to withdraw it.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { useState } from 'react'
import type { OpenInvitation } from '#domain/organizations/organizations.ts'
import { rich, t } from '#domain/texts/text.ts'
import { Button } from '../ui/button.tsx'
import { shortDate } from '../ui/dates.ts'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { useResendInvitation, useWithdrawInvitation } from './organizations-api.ts'

export function InvitationRow({ invitation }: { invitation: OpenInvitation }) {
  const { id, email, expires_at } = invitation
  const resend = useResendInvitation()
  const withdraw = useWithdrawInvitation()
  const [asked, setAsked] = useState(false)
  return (
    <div
      role="row"
      className="flex min-h-[47px] items-center gap-x-3 border-t border-line py-[5px] ps-4 pe-3 first:border-t-0 hover:bg-hover max-md:grid max-md:gap-y-2 max-md:py-3 max-md:pe-4"
    >
      <b role="cell" className="min-w-0 flex-1 font-semibold wrap-anywhere">
        {shownEmailAddress(email)}
      </b>
      <div role="cell" className="text-ink-2 tabular-nums max-md:text-meta md:w-40">
        {rich('invitation.validUntil', {
          day: shortDate(expires_at),
          date: (text) => (
            <time key="date" dateTime={expires_at}>
              {text}
            </time>
          ),
        })}
      </div>
      <div
        role="cell"
        className="flex items-center justify-end gap-2 max-md:flex-wrap max-md:justify-start md:min-w-[260px]"
      >
        <Button
          size="small"
          aria-label={t('invitation.resendTo', { email })}
          inactive={resend.isPending}
          onClick={() => resend.mutate(email)}
        >
          {resend.isPending ? t('action.sending') : t('action.resend')}
        </Button>
        <Button
          kind="plain"
          size="small"
          aria-label={t('invitation.withdrawFrom', { email })}
          onClick={() => setAsked(true)}
        >
          {t('invitation.withdrawButton')}
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          title={t('invitation.withdrawTitle')}
          question={t('invitation.withdrawQuestion', { email })}
          confirm={t('action.withdraw')}
          busy={withdraw.isPending}
          onCancel={() => setAsked(false)}
          onConfirm={() => withdraw.mutate(id, { onSettled: () => setAsked(false) })}
        />
      )}
    </div>
  )
}
