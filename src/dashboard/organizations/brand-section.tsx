// Owners' settings of the brand: name, colour and logo, with a preview beside them.
import { accentOf } from '#domain/careers/accent.ts'
import { DEFAULT_COLOR, givenColor } from '#domain/careers/color.ts'
import { colorOf, LOGO_LIMITS, logoSize, type Brand } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'
import { ORGANIZATION_NAME_MAX } from '#domain/organizations/organizations.ts'
import { TextInput } from '../ui/forms/field.tsx'
import { SettingsSection } from '../ui/settings/settings-section.tsx'
import { useSettings } from '../ui/settings/use-settings.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { useEditBrand, useRemoveLogo, useUploadLogo } from './organizations-api.ts'
import { PictureSetting } from './picture-setting.tsx'

/** How the colour is made readable, if it must be. */
function contrastNote(color: string): string {
  const { veil, on } = accentOf(color)
  if (on !== '#FFFFFF') return t('brand.accentDarkWords')
  if (veil > 0) return t('brand.accentDarkened')
  return t('brand.accentReadable')
}

export function BrandSection({ brand }: { brand: Brand }) {
  const { mutateAsync: edit } = useEditBrand()
  const { mutateAsync: upload } = useUploadLogo()
  const { mutateAsync: remove } = useRemoveLogo()
  const settings = useSettings({
    values: { name: brand.name, accent: `#${colorOf(brand)}` },
    save: ({ name, accent }) => {
      if (accent === undefined) return edit({ name })
      const color = givenColor(accent)
      // The product's own is none, so that undoing the first choice leaves nothing behind.
      return edit({ accent: color === DEFAULT_COLOR ? null : color })
    },
    check: ({ name, accent }) => {
      if (name === '') return t('organization.nameRequired')
      return accent === undefined || givenColor(accent) ? undefined : t('brand.accentInvalid')
    },
  })
  const { shown, choose } = settings
  const accent = givenColor(shown.accent.trim()) ?? colorOf(brand)
  return (
    <SettingsSection title={t('brand.title')} text={t('brand.intro')}>
      <div className="ledger grid gap-x-10 gap-y-6 px-6 pt-5 pb-6 max-md:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-4">
          <TextInput
            {...settings.text('name', t('organization.nameLabel'))}
            autoComplete="organization"
            maxLength={ORGANIZATION_NAME_MAX}
            hint={t('brand.nameHint')}
          />
          <div data-setting="" className="flex items-start gap-2">
            <TextInput
              {...settings.text('accent', t('brand.accentLabel'))}
              className="flex-1"
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              hint={contrastNote(accent)}
            />
            <input
              // React tells of each colour on the way, the browser of the chosen one.
              ref={(picker) => {
                const save = () => choose('accent', picker?.value.toUpperCase() ?? '')
                picker?.addEventListener('change', save)
                return () => picker?.removeEventListener('change', save)
              }}
              type="color"
              aria-label={t('brand.accentPicker')}
              value={`#${accent}`.toLowerCase()}
              onChange={({ target }) => settings.edit('accent', target.value.toUpperCase())}
              className="mt-6 h-9 w-12 cursor-pointer rounded-control border border-field bg-surface p-1 max-md:h-11"
            />
          </div>
          <PictureSetting
            settings={settings}
            field="logo"
            title={t('logo.title')}
            hint={t('logo.hint', { pixels: LOGO_LIMITS.side })}
            picture={brand.logo}
            words={{
              choose: t('logo.choose'),
              change: t('logo.change'),
              remove: t('logo.remove'),
              file: t('logo.file'),
            }}
            upload={upload}
            remove={remove}
          >
            {brand.logo && (
              // White in the dark theme too, as in mails and in the widget.
              <span className="justify-self-start rounded-control border border-line bg-white p-3">
                <img
                  src={brand.logo.href}
                  {...logoSize(brand.logo)}
                  alt={t('logo.of', { organization: brand.name })}
                />
              </span>
            )}
          </PictureSetting>
        </div>
        <BrandPreview brand={{ ...brand, name: shown.name.trim() || brand.name, accent }} />
      </div>
    </SettingsSection>
  )
}
