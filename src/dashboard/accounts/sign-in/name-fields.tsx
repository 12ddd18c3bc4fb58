// The first and the last name of a person.
import { useId } from 'react'
import { PERSON_NAME_MAX } from '#domain/accounts/accounts.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import { t } from '#domain/texts/text.ts'
import { FieldError, TextInput } from '../../ui/forms/field.tsx'
import type { FormErrors } from './account-fields.ts'

/** One sentence covers both names, so it is shown once, above them: beside one of them it would move its label. */
export function NameFields({
  errors: { first_name: first, last_name: last },
}: {
  errors: FormErrors
}) {
  const id = useId()
  const texts = new Set([first, last].filter((text) => text !== undefined))
  const errorOf = (text: string | undefined) => (text ? { sharedError: id } : {})
  return (
    <div className="grid gap-2">
      {texts.size > 0 && <FieldError id={id} text={[...texts].join(' ')} />}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        {inNameOrder(
          <TextInput
            key="first"
            label={t('account.firstName')}
            name="first_name"
            autoComplete="given-name"
            maxLength={PERSON_NAME_MAX}
            roomy
            {...errorOf(first)}
          />,
          <TextInput
            key="last"
            label={t('account.lastName')}
            name="last_name"
            autoComplete="family-name"
            maxLength={PERSON_NAME_MAX}
            roomy
            {...errorOf(last)}
          />,
        )}
      </div>
    </div>
  )
}
