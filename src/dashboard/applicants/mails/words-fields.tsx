// Subject and text of a mail, and the placeholders that can be in them.
import {
  TEMPLATE_LIMITS,
  listedVariables,
  type TemplateText,
} from '#domain/mails/mail-templates.ts'
import { t } from '#domain/texts/text.ts'
import { TextArea, TextInput } from '../../ui/forms/field.tsx'

export function WordsFields({
  text,
  fields,
  rows = 10,
  onChange,
}: {
  text: TemplateText
  /** The problem of each field, in the server's words. */
  fields: Readonly<Record<string, string>>
  rows?: number
  onChange: (text: TemplateText) => void
}) {
  return (
    <>
      <TextInput
        label={t('field.subject')}
        maxLength={TEMPLATE_LIMITS.subject}
        value={text.subject}
        error={fields.subject ?? fields['words.subject']}
        onChange={(event) => onChange({ ...text, subject: event.target.value })}
      />
      <TextArea
        label={t('field.text')}
        rows={rows}
        maxLength={TEMPLATE_LIMITS.body}
        value={text.body}
        error={fields.body ?? fields['words.body']}
        hint={t('mail.variablesHint', {
          variables: listedVariables,
        })}
        onChange={(event) => onChange({ ...text, body: event.target.value })}
      />
    </>
  )
}
