// Light or dark: follows the system unless a person has chosen, and remembers the choice on this device.
import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeChoices: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Same as the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const KEY = 'storehand-theme'
const watchers = new Set<() => void>()

function stored(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    // Storage can be forbidden: then the system decides.
    return 'system'
  }
}

let current = stored()

export function applyTheme(): void {
  if (current === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = current
}

export function chooseTheme(theme: Theme): void {
  current = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Not remembered, but still applied.
  }
  applyTheme()
  for (const watcher of watchers) watcher()
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => current,
  )

/** What is seen, whether it was chosen or follows the system. */
export const isDark = (): boolean =>
  current === 'dark' ||
  (current === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
