// Below the forms: ways to sign in without a password.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../../api.ts'
import { canUsePasskeys } from '../passkey-device.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { providersQuery, usePasskey, useProvider } from './accounts-api.ts'

/** A passkey creates no account; a provider does not replace the second factor. */
export function OtherWays({ at }: { at: 'sign-in' | 'sign-up' | 'second-factor' }) {
  const { data } = useQuery(providersQuery)
  const [problem, setProblem] = useState<string | null>(null)
  const leave = useProvider()
  const show = usePasskey()
  const providers = at === 'second-factor' ? [] : (data?.providers ?? [])
  const offersPasskey = at !== 'sign-up' && canUsePasskeys()
  const busy = leave.isPending || show.isPending
  if (providers.length === 0 && !offersPasskey) return null
  const handlers = { onError: (error: Error) => setProblem(reasonOf(error)) }
  return (
    <section aria-label={t('auth.otherWays')} className="mt-7 grid gap-3">
      <p className="flex items-center gap-3 text-label text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.or')}
      </p>
      {problem && <Problem text={problem} />}
      {offersPasskey && (
        <Button
          className="h-11 text-panel"
          inactive={busy}
          onClick={() => {
            setProblem(null)
            show.mutate(undefined, handlers)
          }}
        >
          <KeyRound size={18} />
          {t('passkey.signIn')}
        </Button>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className="h-11 min-w-0 text-panel"
          inactive={busy}
          onClick={() => {
            setProblem(null)
            leave.mutate(id, handlers)
          }}
        >
          <span className="truncate">{t('provider.continueWith', { provider: name })}</span>
        </Button>
      ))}
    </section>
  )
}
