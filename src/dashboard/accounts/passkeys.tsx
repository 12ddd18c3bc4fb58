// The part of the account page for passkeys: list, add, remove.
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { rich, t } from '#domain/texts/text.ts'
import { PASSKEY_NAME_MAX, type PasskeyView } from '#domain/accounts/passkeys.ts'
import { ApiError, reasonOf } from '../api.ts'
import { canUsePasskeys } from './passkey-device.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { longDate } from '../ui/dates.ts'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { PasswordInput, TextInput } from '../ui/forms/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { Since } from '../ui/time.tsx'
import { passkeysQuery, useAddPasskey, useRemovePasskey } from './passkeys-api.ts'

export function Passkeys() {
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [asked, setAsked] = useState<'add' | PasskeyView | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const passkeys = data?.passkeys ?? []
  const removed = () => {
    setAsked(null)
    // Its button disappears, and the focus with it.
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="passkeys-title" className="mt-8 border-t border-line pt-6">
      <h2 ref={heading} id="passkeys-title" tabIndex={-1} className="text-section font-semibold">
        {t('passkey.title')}
      </h2>
      <p className="mt-1 mb-4 text-ink-2">{t('passkey.intro')}</p>
      {error && <Problem className="mb-4" text={reasonOf(error)} onRetry={() => void refetch()} />}
      {passkeys.length > 0 && (
        <ul
          aria-label={t('passkey.listLabel')}
          className="mb-4 divide-y divide-line border-y border-line"
        >
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button onClick={() => setAsked('add')}>{t('passkey.addButton')}</Button>
      ) : (
        <p className="text-ink-3">{t('passkey.unsupported')}</p>
      )}
      {asked === 'add' && <AddDialog onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'add' && (
        <RemoveDialog passkey={asked} onClose={() => setAsked(null)} onRemoved={removed} />
      )}
    </section>
  )
}

function Row({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const { name, created_at, last_used_at, is_factor } = passkey
  const added = {
    day: longDate(created_at),
    date: (text: string[]) => (
      <time key="date" dateTime={created_at}>
        {text}
      </time>
    ),
  }
  return (
    <li className="flex items-center gap-3 py-3">
      <KeyRound size={18} className="flex-none text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {is_factor && <Badge kind="active">{t('factor.title')}</Badge>}
        </p>
        <p className="text-label text-ink-3">
          {last_used_at
            ? rich('passkey.used', {
                ...added,
                when: () => <Since key="when" iso={last_used_at} />,
              })
            : rich('passkey.unused', added)}
        </p>
      </div>
      <Button
        kind="plain"
        size="small"
        onClick={onRemove}
        aria-label={t('passkey.removeName', { name })}
      >
        {t('action.removeAsks')}
      </Button>
    </li>
  )
}

/** A guess that saves typing; the person can change it. */
function deviceName(): string {
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux']
  const found = known.find((name) => navigator.userAgent.includes(name))
  return found === 'Android' ? t('passkey.androidPhone') : (found ?? '')
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(deviceName)
  const add = useAddPasskey()
  return (
    <ProvenDialog
      title={t('passkey.addTitle')}
      description={t('passkey.addText')}
      confirm={t('passkey.addConfirm')}
      busy={add.isPending}
      error={add.error}
      isReady={name.trim() !== ''}
      onConfirm={(proof) => add.mutate({ name, proof }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label={t('field.name')}
        name="passkey-name"
        hint={t('passkey.nameHint')}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={add.error instanceof ApiError ? add.error.fields.name : undefined}
      />
    </ProvenDialog>
  )
}

function RemoveDialog({
  passkey,
  onClose,
  onRemoved,
}: {
  passkey: PasskeyView
  onClose: () => void
  onRemoved: () => void
}) {
  const remove = useRemovePasskey()
  return (
    <ProvenDialog
      title={t('passkey.removeTitle')}
      description={t('passkey.removeText', { name: passkey.name })}
      confirm={t('action.remove')}
      isDanger
      busy={remove.isPending}
      error={remove.error}
      isReady
      onConfirm={(proof) => remove.mutate({ id: passkey.id, proof }, { onSuccess: onRemoved })}
      onClose={onClose}
    />
  )
}

/** People who signed in a while ago must prove their identity again, in the same dialog. */
function ProvenDialog({
  title,
  description,
  confirm,
  isDanger = false,
  busy,
  error,
  isReady,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  description: string
  confirm: string
  isDanger?: boolean
  busy: boolean
  error: Error | null
  isReady: boolean
  onConfirm: (proof: string | undefined) => void
  onClose: () => void
  children?: ReactNode
}) {
  const [proof, setProof] = useState('')
  const code = error instanceof ApiError ? error.code : undefined
  const [isAsked, setAsked] = useState(false)
  if (code === 'passkey.proofNeeded' && !isAsked) setAsked(true)
  const ofProof = code === 'passkey.proofNeeded' || code === 'factor.proofWrong'
  const ready = isReady && !busy && (!isAsked || proof.trim() !== '')
  const hasFields = error instanceof ApiError && Object.keys(error.fields).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onConfirm(isAsked ? proof : undefined)
  }
  return (
    <FormDialog title={title} description={description} onClose={onClose}>
      <DialogForm
        problem={error && !ofProof && !hasFields ? reasonOf(error) : undefined}
        confirm={confirm}
        kind={isDanger ? 'danger' : 'primary'}
        inactive={!ready}
        onSubmit={submit}
        onCancel={onClose}
      >
        {children}
        {isAsked && (
          <PasswordInput
            label={t('proof.label')}
            name="proof"
            autoComplete="current-password"
            hint={t('proof.hint')}
            value={proof}
            onChange={(event) => setProof(event.target.value)}
            error={error && ofProof ? reasonOf(error) : undefined}
          />
        )}
      </DialogForm>
    </FormDialog>
  )
}
