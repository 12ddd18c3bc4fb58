// Owners set the language of their ads.
import { useQueryClient } from '@tanstack/react-query'
import { languageName } from '#domain/texts/languages.ts'
import { languages, type Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { sessionQuery } from '../queries.ts'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { useEditBrand } from './organizations-api.ts'

export function ShopLanguage({ chosen }: { chosen: Language | null }) {
  const client = useQueryClient()
  const edit = useEditBrand()
  return (
    <section aria-labelledby="shop-language-title">
      <h2 id="shop-language-title" className="text-section font-semibold">
        {t('brand.languageLabel')}
      </h2>
      <p className="mt-1 mb-2 text-ink-2">{t('brand.languageHint')}</p>
      <div className="ledger max-w-[420px] px-6 pt-5 pb-6 max-md:px-4">
        <ChoiceField
          label={t('language.label')}
          value={chosen ?? ''}
          options={[
            { value: '', label: t('brand.languageNone') },
            ...languages.map((language) => ({ value: language, label: languageName(language) })),
          ]}
          onChange={(value) =>
            edit.mutate(
              { language: value === '' ? null : value },
              { onSuccess: () => void client.fetchQuery({ ...sessionQuery, staleTime: 0 }) },
            )
          }
        />
      </div>
    </section>
  )
}
