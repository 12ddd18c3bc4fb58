// For people who wait for an owner's approval: the organization, and how to check for the approval.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { sessionQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { KeyRing } from '../ui/drawings.tsx'
import { useLeave, useWithdrawRequest } from './organizations-api.ts'

/** This screen gets no event of the approval: live events are for members. */
const LOOK_MS = 15_000

/** `canWithdraw`: the name was typed, so it may be wrong, and this page must not reveal that. */
export function Pending({ name, canWithdraw = false }: { name: string; canWithdraw?: boolean }) {
  const session = useQuery({ ...sessionQuery, refetchInterval: LOOK_MS })
  const withdraw = useWithdrawRequest()
  const leave = useLeave()
  const [leaving, setLeaving] = useState(false)
  const [checking, setChecking] = useState(false)
  const [checked, setChecked] = useState(false)
  const check = async () => {
    setChecked(false)
    setChecking(true)
    await session.refetch()
    setChecking(false)
    setChecked(true)
  }
  return (
    <div className="max-w-[560px]">
      <KeyRing />
      <h1 className="mt-6 mb-1 text-page font-semibold">{t('organization.waitingTitle')}</h1>
      <p className="mb-5 wrap-anywhere">{t('organization.waitingText', { organization: name })}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button inactive={checking} onClick={() => void check()}>
          {t('organization.waitingCheck')}
        </Button>
        {canWithdraw && (
          <Button kind="plain" inactive={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t('organization.withdrawRequest')}
          </Button>
        )}
        {!canWithdraw && (
          <Button kind="plain" onClick={() => setLeaving(true)}>
            {t('organization.leaveButton')}
          </Button>
        )}
        <span role="status" className="ms-1 text-ink-2">
          {checked ? t('organization.waitingStill') : ''}
        </span>
      </div>
      {canWithdraw && <p className="mt-5 text-label text-ink-3">{t('organization.waitingHint')}</p>}
      {leaving && (
        <ConfirmDialog
          title={t('organization.leaveTitle', { organization: name })}
          question={t('organization.leaveQuestion', { organization: name })}
          confirm={t('action.leave')}
          busy={leave.isPending}
          onCancel={() => setLeaving(false)}
          onConfirm={() => leave.mutate(undefined, { onSettled: () => setLeaving(false) })}
        />
      )}
    </div>
  )
}
