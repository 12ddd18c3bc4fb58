// The person's settings for this device: theme, height of rows, and keys.
import { t } from '#domain/texts/text.ts'
import { chooseAdvance, useAdvance } from './advance.ts'
import { chooseDensity, densities, useDensity } from './density.ts'
import { switchSingleKeys, useSingleKeys } from './keys/shortcuts.ts'
import { chooseTheme, themeChoices, useTheme } from './theme.ts'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { SettingsSection } from '../ui/settings/settings-section.tsx'
import { isInAdmin } from '../ui/store-admin/admin-frame.ts'
import { useSettings } from '../ui/settings/use-settings.tsx'

const rows = () => densities.map((value) => ({ value, label: t(`density.${value}`) }))

export function DeviceSection() {
  const { choice, onOff } = useSettings({
    values: {
      theme: useTheme(),
      density: useDensity(),
      advance: useAdvance(),
      singleKeys: useSingleKeys(),
    },
    save: ({ theme, density, advance, singleKeys }) => {
      if (theme !== undefined) chooseTheme(theme)
      if (density !== undefined) chooseDensity(density)
      if (advance !== undefined) chooseAdvance(advance)
      if (singleKeys !== undefined) switchSingleKeys(singleKeys)
    },
  })
  return (
    <SettingsSection title={t('device.title')} text={t('device.text')}>
      <div className="ledger grid gap-5 px-6 pt-5 pb-6 max-md:px-4">
        <div className="grid max-w-[440px] gap-5">
          {/* The admin around it is light, whatever is chosen. */}
          {!isInAdmin() && (
            <ChoiceField {...choice('theme', t('device.theme'))} options={themeChoices()} />
          )}
          <ChoiceField {...choice('density', t('device.rows'))} options={rows()} />
        </div>
        <LabelledSwitch {...onOff('advance', t('device.advance'))} hint={t('device.advanceHint')} />
        <LabelledSwitch {...onOff('singleKeys', t('keys.single'))} hint={t('keys.singleHint')} />
      </div>
    </SettingsSection>
  )
}
