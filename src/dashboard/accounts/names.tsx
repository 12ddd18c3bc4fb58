// The part of the account page for the person's name.
import { PERSON_NAME_MAX } from '#domain/accounts/accounts.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import { t } from '#domain/texts/text.ts'
import { TextInput } from '../ui/forms/field.tsx'
import { SettingsSection } from '../ui/settings/settings-section.tsx'
import { useSettings } from '../ui/settings/use-settings.tsx'
import { useChangeNames } from './details-api.ts'

type Names = { first_name: string; last_name: string }

export function OwnNames({ names: { first_name, last_name } }: { names: Names }) {
  const { mutateAsync: change } = useChangeNames()
  const { text } = useSettings({
    values: { first_name, last_name },
    save: (_, names) => change(names),
    check: (changed) => (Object.values(changed).includes('') ? t('auth.nameRequired') : undefined),
  })
  return (
    <SettingsSection title={t('account.nameTitle')} text={t('account.nameText')}>
      <div className="ledger grid gap-4 px-6 pt-5 pb-6 max-md:px-4 md:grid-cols-2">
        {inNameOrder(
          <TextInput
            key="first"
            {...text('first_name', t('account.firstName'))}
            autoComplete="given-name"
            maxLength={PERSON_NAME_MAX}
          />,
          <TextInput
            key="last"
            {...text('last_name', t('account.lastName'))}
            autoComplete="family-name"
            maxLength={PERSON_NAME_MAX}
          />,
        )}
      </div>
    </SettingsSection>
  )
}
