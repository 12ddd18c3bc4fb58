// For people without an organization: create one, or request to join one.
import { useState, type FormEvent, type ReactNode } from 'react'
import { ORGANIZATION_NAME_MAX } from '#domain/organizations/organizations.ts'
import { t } from '#domain/texts/text.ts'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { KeyRing } from '../ui/drawings.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { useAskToJoin, useCreateOrganization } from './organizations-api.ts'

/** `children`: the words of the button. */
export function NameShop({ children }: { children: string }) {
  const create = useCreateOrganization()
  return (
    <NameForm
      label={t('organization.nameLabel')}
      autoComplete="organization"
      hint={t('organization.nameHint')}
      kind="primary"
      busy={create.isPending ? t('organization.creating') : null}
      onSubmit={(name) => create.mutate({ name })}
    >
      {children}
    </NameForm>
  )
}

export function Welcome() {
  const ask = useAskToJoin()
  return (
    <div className="max-w-[560px]">
      <KeyRing />
      <h1 className="mt-6 mb-1 text-page font-semibold">{t('organization.welcomeTitle')}</h1>
      <p className="text-ink-2">{t('organization.welcomeText')}</p>
      <NameShop>{t('organization.create')}</NameShop>
      <h2 className="mt-10 mb-1 border-t border-line pt-8 text-section font-semibold">
        {t('organization.joinTitle')}
      </h2>
      <p className="text-ink-2">{t('organization.joinText')}</p>
      <NameForm
        label={t('organization.joinNameLabel')}
        autoComplete="off"
        hint={t('organization.joinNameHint')}
        kind="outline"
        busy={ask.isPending ? t('organization.joining') : null}
        onSubmit={(name) => ask.mutate({ name })}
      >
        {t('organization.join')}
      </NameForm>
    </div>
  )
}

function NameForm({
  label,
  autoComplete,
  hint,
  kind,
  busy,
  onSubmit,
  children,
}: {
  label: string
  autoComplete: string
  hint: string
  kind: ButtonKind
  /** The button's label during the request. */
  busy: string | null
  onSubmit: (name: string) => void
  children: ReactNode
}) {
  const [name, setName] = useState('')
  const blank = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!blank && busy === null) onSubmit(name.trim())
  }
  return (
    <form onSubmit={submit} className="mt-6 grid gap-4">
      <TextInput
        label={label}
        name="organization"
        autoComplete={autoComplete}
        maxLength={ORGANIZATION_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint={hint}
      />
      <Button
        type="submit"
        kind={kind}
        className="justify-self-start"
        inactive={blank || busy !== null}
      >
        {busy ?? children}
      </Button>
    </form>
  )
}
