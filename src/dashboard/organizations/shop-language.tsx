// Owners set the language of their ads.
import { useQueryClient } from '@tanstack/react-query'
import { languageName } from '#domain/texts/languages.ts'
import { languages, type Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { sessionQuery } from '../queries.ts'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { SettingsSection } from '../ui/settings/settings-section.tsx'
import { useSettings } from '../ui/settings/use-settings.tsx'
import { useEditBrand } from './organizations-api.ts'

export function ShopLanguage({ chosen }: { chosen: Language | null }) {
  const client = useQueryClient()
  const edit = useEditBrand()
  const values: { language: Language | '' } = { language: chosen ?? '' }
  const { choice } = useSettings({
    values,
    save: async ({ language }) => {
      await edit.mutateAsync({ language: language || null })
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
  return (
    <SettingsSection title={t('brand.languageLabel')} text={t('brand.languageHint')}>
      <div className="ledger max-w-[420px] px-6 pt-5 pb-6 max-md:px-4">
        <ChoiceField
          {...choice('language', t('language.label'))}
          options={[
            { value: '', label: t('brand.languageNone') },
            ...languages.map((language) => ({ value: language, label: languageName(language) })),
          ]}
        />
      </div>
    </SettingsSection>
  )
}
