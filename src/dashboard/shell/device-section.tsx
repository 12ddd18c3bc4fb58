// The person's settings for this device: theme, height of rows, and keys.
import { useId } from 'react'
import { t } from '#domain/texts/text.ts'
import { chooseAdvance, useAdvance } from './advance.ts'
import { chooseDensity, densities, useDensity, type Density } from './density.ts'
import { switchSingleKeys, useSingleKeys } from './keys/shortcuts.ts'
import { chooseTheme, themeChoices, useTheme } from './theme.ts'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'

const rows = (): { value: Density; label: string }[] =>
  densities.map((value) => ({ value, label: t(`density.${value}`) }))

export function DeviceSection() {
  const heading = useId()
  const theme = useTheme()
  const density = useDensity()
  const singleKeys = useSingleKeys()
  const advances = useAdvance()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-section font-semibold">
        {t('device.title')}
      </h2>
      <p className="mb-4 text-ink-2">{t('device.text')}</p>
      <div className="ledger grid gap-5 px-6 pt-5 pb-6 max-md:px-4">
        <div className="grid max-w-[440px] gap-5">
          <ChoiceField
            label={t('device.theme')}
            options={themeChoices()}
            value={theme}
            onChange={chooseTheme}
          />
          <ChoiceField
            label={t('device.rows')}
            options={rows()}
            value={density}
            onChange={chooseDensity}
          />
        </div>
        <LabelledSwitch
          label={t('device.advance')}
          hint={t('device.advanceHint')}
          checked={advances}
          onChange={chooseAdvance}
        />
        <LabelledSwitch
          label={t('keys.single')}
          hint={t('keys.singleHint')}
          checked={singleKeys}
          onChange={switchSingleKeys}
        />
      </div>
    </section>
  )
}
