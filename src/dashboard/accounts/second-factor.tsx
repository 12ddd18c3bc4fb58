// The part of the account page for the authenticator app: its state and its actions.
import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SecondFactorOffer, SecondFactorView } from '#domain/accounts/accounts.ts'
import { t, rich } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { longDate } from '../ui/dates.ts'
import { Problem } from '../ui/problem.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodeList } from './recovery-codes.tsx'
import {
  secondFactorQuery,
  useBeginSecondFactor,
  useRemoveSecondFactor,
  useRenewCodes,
} from './second-factor-api.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

type Step =
  | { name: 'state' }
  | { name: 'set-up'; offer: SecondFactorOffer }
  | { name: 'codes'; codes: string[] }

export function SecondFactor() {
  const state = useQuery(secondFactorQuery)
  const [step, setStep] = useState<Step>({ name: 'state' })
  const heading = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()

  const back = async () => {
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    setStep({ name: 'state' })
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="factor-title" className="mt-8 border-t border-line pt-6">
      <div className="flex flex-wrap items-center gap-2.5">
        <h2 ref={heading} id="factor-title" tabIndex={-1} className="text-section font-semibold">
          {t('factor.title')}
        </h2>
        {state.data?.since && step.name === 'state' && (
          <Badge kind="active">{t('factor.isOn')}</Badge>
        )}
      </div>
      {step.name === 'set-up' && (
        <div className="mt-4">
          <SetUpSecondFactor
            offer={step.offer}
            onCodes={(codes) => setStep({ name: 'codes', codes })}
            onCancel={() => void back()}
          />
        </div>
      )}
      {step.name === 'codes' && (
        <div className="mt-4">
          <RecoveryCodeList codes={step.codes} onStored={() => void back()} />
        </div>
      )}
      {step.name === 'state' && state.error && (
        <Problem
          className="mt-3"
          text={reasonOf(state.error)}
          onRetry={() => void state.refetch()}
        />
      )}
      {step.name === 'state' && state.data && (
        <State
          state={state.data}
          onOffer={(offer) => setStep({ name: 'set-up', offer })}
          onCodes={(codes) => setStep({ name: 'codes', codes })}
        />
      )}
    </section>
  )
}

type StateProps = {
  onOffer: (offer: SecondFactorOffer) => void
  onCodes: (codes: string[]) => void
}

function State({ state, ...more }: StateProps & { state: SecondFactorView }) {
  return state.since ? (
    <On since={state.since} codes={state.recovery_codes} onCodes={more.onCodes} />
  ) : (
    <Off onOffer={more.onOffer} />
  )
}

function Off({ onOffer }: Pick<StateProps, 'onOffer'>) {
  const begin = useBeginSecondFactor()
  const [isAsked, setAsked] = useState(false)
  const needsProof = begin.error instanceof ApiError && begin.error.code === 'passkey.proofNeeded'
  if (needsProof && !isAsked) setAsked(true)
  const go = (proof?: string) => begin.mutate(proof, { onSuccess: onOffer })
  return (
    <>
      <p className="mt-1 mb-4 text-ink-2">{t('factor.intro')}</p>
      {begin.error && !isAsked && <Problem className="mb-4" text={reasonOf(begin.error)} />}
      <Button inactive={begin.isPending} onClick={() => go()}>
        {t('factor.setUp')}
      </Button>
      {isAsked && (
        <ProofDialog
          title={t('factor.setUp')}
          description={t('factor.proofText')}
          confirm={t('action.continue')}
          busy={begin.isPending}
          error={needsProof ? null : begin.error}
          onConfirm={go}
          onClose={() => {
            setAsked(false)
            begin.reset()
          }}
        />
      )}
    </>
  )
}

function On({
  since,
  codes,
  onCodes,
}: Pick<StateProps, 'onCodes'> & { since: string; codes: SecondFactorView['recovery_codes'] }) {
  const [asked, setAsked] = useState<'codes' | 'remove' | null>(null)
  const renew = useRenewCodes()
  const remove = useRemoveSecondFactor()
  const close = () => {
    setAsked(null)
    renew.reset()
    remove.reset()
  }
  const left = codes?.remaining ?? 0
  return (
    <>
      <p className="mt-1 text-ink-2">
        {rich('factor.since', {
          day: longDate(since),
          date: (text) => (
            <time key="time" dateTime={since}>
              {text}
            </time>
          ),
        })}
      </p>
      <p className={left < 3 ? 'mt-1 font-medium' : 'mt-1 text-ink-2'}>
        {codes ? t('recovery.left', { left, total: codes.total }) : t('recovery.none')}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setAsked('codes')}>{t('recovery.renewButton')}</Button>
        <Button kind="plain" onClick={() => setAsked('remove')}>
          {t('action.removeAsks')}
        </Button>
      </div>
      {asked === 'codes' && (
        <ProofDialog
          title={t('recovery.renewTitle')}
          description={t('recovery.renewText')}
          confirm={t('recovery.renewConfirm')}
          busy={renew.isPending}
          error={renew.error}
          onConfirm={(proof) => renew.mutate(proof, { onSuccess: (made) => onCodes(made.codes) })}
          onClose={close}
        />
      )}
      {asked === 'remove' && (
        <ProofDialog
          title={t('factor.removeTitle')}
          description={t('factor.removeText')}
          confirm={t('action.remove')}
          isDanger
          busy={remove.isPending}
          error={remove.error}
          onConfirm={(proof) => remove.mutate(proof, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  )
}
