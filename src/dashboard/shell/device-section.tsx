// What a person chooses for the device in front of them: colours, how close rows stand, and keys.
import { useId } from 'react'
import { chooseDensity, useDensity, type Density } from './density.ts'
import { switchSingleKeys, useSingleKeys } from './keys/shortcuts.ts'
import { chooseTheme, themeChoices, useTheme } from './theme.ts'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'

const rows: readonly { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

export function DeviceSection() {
  const heading = useId()
  const theme = useTheme()
  const density = useDensity()
  const singleKeys = useSingleKeys()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-section font-semibold">
        This device
      </h2>
      <p className="mb-4 text-ink-2">Yours alone, and remembered in this browser.</p>
      <div className="ledger grid gap-5 px-6 pt-5 pb-6 max-md:px-4">
        <div className="grid max-w-[440px] gap-5">
          <ChoiceField label="Theme" options={themeChoices} value={theme} onChange={chooseTheme} />
          <ChoiceField label="Rows" options={rows} value={density} onChange={chooseDensity} />
        </div>
        <LabelledSwitch
          label="Single-key shortcuts"
          hint="Without them, letters alone do nothing; keys held with Ctrl or Cmd still work."
          checked={singleKeys}
          onChange={switchSingleKeys}
        />
      </div>
    </section>
  )
}
