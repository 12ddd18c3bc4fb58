// Light or dark: follows the system unless a person has chosen, and remembers the choice on this device.
import { t } from '#domain/texts/text.ts'
import { createDeviceStore, useStored } from '../ui/hooks/value-store.ts'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeChoices = (): { value: Theme; label: string }[] =>
  themes.map((value) => ({ value, label: t(`theme.${value}`) }))

const theme = createDeviceStore('storehand-theme', themes)

export function applyTheme(): void {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  applyTheme()
}

export const useTheme = (): Theme => useStored(theme)

/** The effective theme, chosen or from the system. */
export const isDark = (): boolean =>
  theme.get() === 'dark' ||
  (theme.get() === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
