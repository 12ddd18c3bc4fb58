// Setting up an authenticator app: the QR code, the same as text, and the first code as proof.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { SecondFactorOffer } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { QrCode } from './qr-code.tsx'
import { useConfirmSecondFactor } from './second-factor-api.ts'

/** In groups of four, as people read it aloud. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

export function SetUpSecondFactor({
  offer,
  onCodes,
  onCancel,
}: {
  offer: SecondFactorOffer
  onCodes: (codes: string[]) => void
  onCancel: () => void
}) {
  const [code, setCode] = useState('')
  const confirm = useConfirmSecondFactor()
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || confirm.isPending) return
    confirm.mutate(
      { factor_id: offer.factor_id, code: code.trim() },
      {
        onSuccess: ({ codes }) => onCodes(codes),
        onError: () => field.current?.querySelector('input')?.select(),
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <h3 ref={heading} tabIndex={-1} className="text-panel font-semibold">
        {t('factor.setUpTitle')}
      </h3>
      <ol className="mt-3 grid list-decimal gap-5 ps-5 marker:text-ink-3">
        <li>
          <p>{t('factor.scan')}</p>
          <div className="mt-3 flex flex-wrap items-start gap-x-5 gap-y-3">
            <QrCode text={offer.uri} name={t('factor.squareLabel')} />
            <div className="min-w-0 flex-[1_1_180px]">
              <p className="text-label font-medium">{t('factor.key')}</p>
              <div className="flex items-start gap-1">
                <code className="min-w-0 font-mono text-label leading-6 break-words">
                  {grouped(offer.secret)}
                </code>
                <CopyButton name={t('factor.copyKey')} text={offer.secret} />
              </div>
              <a href={offer.uri} className="mt-2 inline-block text-link md:hidden">
                {t('factor.openApp')}
              </a>
            </div>
          </div>
        </li>
        <li>
          <p className="mb-3">{t('factor.enterCode')}</p>
          <div ref={field}>
            <TextInput
              label={t('factor.codeLabel')}
              name="code"
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={20}
              className="max-w-[280px]"
              value={code}
              onChange={(event) => setCode(event.target.value)}
              error={confirm.error ? reasonOf(confirm.error) : undefined}
            />
          </div>
        </li>
      </ol>
      <div className="mt-5 flex gap-2">
        <Button type="submit" kind="primary" inactive={code.trim() === '' || confirm.isPending}>
          {confirm.isPending ? t('action.checking') : t('factor.turnOn')}
        </Button>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
      </div>
    </form>
  )
}
