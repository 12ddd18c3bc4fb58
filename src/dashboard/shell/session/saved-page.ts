// The requested page of the dashboard, from a mail's link or after the session had ended: kept for this tab while the
// person signs in.
import { createSavedValue } from '../../ui/hooks/value-store.ts'

const { save, saved, drop } = createSavedValue('storehand.page')

/** Only pages of the dashboard, so that a link cannot redirect anywhere else. */
const isOfDashboard = (path: string): boolean => /^\/admin(?:[/?]|$)/.test(path)

export function savePage(path: string): void {
  if (isOfDashboard(path)) save(path)
}

export function savedPage(): string | null {
  const path = saved()
  return path !== null && isOfDashboard(path) ? path : null
}

export const dropPage = drop
