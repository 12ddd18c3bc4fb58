// The requested page of the dashboard, from a mail's link or after the session had ended: kept for this tab while the
// person signs in.

const KEY = 'storehand.page'

// A browser can block storage: then signing in leads to the overview.
let unstored: string | null = null

/** Only pages of the dashboard, so that a link cannot redirect anywhere else. */
const isOfDashboard = (path: string): boolean => /^\/admin(?:[/?]|$)/.test(path)

export function holdPage(path: string): void {
  if (!isOfDashboard(path)) return
  unstored = path
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Kept in memory above.
  }
}

export function heldPage(): string | null {
  try {
    const path = sessionStorage.getItem(KEY) ?? unstored
    return path !== null && isOfDashboard(path) ? path : null
  } catch {
    return unstored
  }
}

export function dropPage(): void {
  unstored = null
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // It was never stored.
  }
}
