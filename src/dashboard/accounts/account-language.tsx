// The part of the account page for the language of the dashboard and of the person's mails.
import { languageName } from '#domain/texts/languages.ts'
import { languages, type Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { SettingsSection } from '../ui/settings/settings-section.tsx'
import { useSettings } from '../ui/settings/use-settings.tsx'
import { useChangeLanguage } from './details-api.ts'

/** Without a way back: the page is loaded again in the other language, with the same list at the same place. */
export function AccountLanguage({ chosen }: { chosen: Language | null }) {
  const { mutateAsync: change } = useChangeLanguage()
  const values: { language: Language | '' } = { language: chosen ?? '' }
  const { choice } = useSettings({
    values,
    save: ({ language }) => change({ language: language || null }),
  })
  return (
    <SettingsSection title={t('language.label')} text={t('account.languageText')}>
      <div className="ledger px-6 pt-5 pb-6 max-md:px-4">
        <div className="max-w-[440px]">
          <ChoiceField
            {...choice('language', t('account.languageLabel'))}
            options={[
              { value: '', label: t('account.languageOfBrowser') },
              ...languages.map((language) => ({ value: language, label: languageName(language) })),
            ]}
          />
        </div>
      </div>
    </SettingsSection>
  )
}
