// The requested page of the dashboard, from a mail's link or after the session had ended: kept for this tab while the
// person signs in.
import { createHeldValue } from '../../ui/hooks/value-store.ts'

const { hold, held, drop } = createHeldValue('storehand.page')

/** Only pages of the dashboard, so that a link cannot redirect anywhere else. */
const isOfDashboard = (path: string): boolean => /^\/admin(?:[/?]|$)/.test(path)

export function holdPage(path: string): void {
  if (isOfDashboard(path)) hold(path)
}

export function heldPage(): string | null {
  const path = held()
  return path !== null && isOfDashboard(path) ? path : null
}

export const dropPage = drop
