// The part of the account page for the language of the dashboard and of the person's mails.
import { languageName } from '#domain/texts/languages.ts'
import { languages, type Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../api.ts'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { Problem } from '../ui/problem.tsx'
import { useChangeLanguage } from './details-api.ts'

export function AccountLanguage({ chosen }: { chosen: Language | null }) {
  const change = useChangeLanguage()
  return (
    <section aria-labelledby="language-title" className="mt-8 border-t border-line pt-6">
      <h2 id="language-title" className="text-section font-semibold">
        {t('language.label')}
      </h2>
      <p className="mt-1 mb-4 text-ink-2">{t('account.languageText')}</p>
      {change.error && <Problem text={reasonOf(change.error)} />}
      <ChoiceField
        label={t('account.languageLabel')}
        value={chosen ?? ''}
        options={[
          { value: '', label: t('account.languageOfBrowser') },
          ...languages.map((language) => ({ value: language, label: languageName(language) })),
        ]}
        onChange={(value) => change.mutate({ language: value === '' ? null : value })}
      />
    </section>
  )
}
