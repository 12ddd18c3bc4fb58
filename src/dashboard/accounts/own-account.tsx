// The person's name, address and language; sign-in methods and sessions; and closing the account.
import { fullName } from '#domain/full-name.ts'
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isWalletEmail } from '#domain/accounts/wallets.ts'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { useSession } from '../shell/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { PasswordInput } from '../ui/forms/field.tsx'
import { ChangeAddress } from './address.tsx'
import { AccountLanguage } from './account-language.tsx'
import { OwnNames } from './names.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function OwnAddress() {
  const { user } = useSession()
  if (!user) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="me-auto min-w-0 break-words text-ink-2">
        {fullName(user)}, {shownEmailAddress(user.email)}
      </p>
      {!isWalletEmail(user.email) && <ChangeAddress />}
    </div>
  )
}

export function OwnDetails() {
  const { user } = useSession()
  if (!user) return null
  return (
    <>
      <OwnNames names={user} />
      <AccountLanguage chosen={user.language ?? null} />
    </>
  )
}

export function SignInMethods() {
  const [asked, setAsked] = useState(false)
  const { user } = useSession()
  if (!user) return null
  return (
    <>
      {/* A wallet's account has no address that a link could be mailed to. */}
      {!isWalletEmail(user.email) && <Password email={user.email} />}
      <SecondFactor />
      <Passkeys />
      <Sessions />
      {!user.closes_at && (
        <section aria-labelledby="close-title" className="mt-8 border-t border-line pt-6">
          <h2 id="close-title" className="text-section font-semibold">
            {t('account.closeTitle')}
          </h2>
          <p className="mt-1 mb-4 text-ink-2">{t('account.closeText')}</p>
          <Button onClick={() => setAsked(true)}>{t('account.closeButton')}</Button>
        </section>
      )}
      {asked && <CloseDialog onClose={() => setAsked(false)} />}
    </>
  )
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const client = useQueryClient()
  const close = useServerMutation({
    call: () => call('POST /api/accounts/close', { body: { password } }),
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !close.isPending) close.mutate()
  }
  return (
    <FormDialog
      title={t('account.closeConfirm')}
      description={t('account.closeQuestion')}
      onClose={onClose}
    >
      <DialogForm
        confirm={t('account.closeConfirm')}
        kind="danger"
        inactive={password === '' || close.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <PasswordInput
          label={t('account.passwordLabel')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={close.error ? reasonOf(close.error) : undefined}
        />
      </DialogForm>
    </FormDialog>
  )
}
