// The page of the dashboard that somebody asked for, by the link of a mail or after their session had ended: kept for this tab
// while they sign in.

const KEY = 'storehand.page'

// A browser can refuse storage: then signing in leads to the overview.
let unstored: string | null = null

/** Only what lies in the dashboard, so that nothing else can be put in somebody's way. */
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
    // It never was there.
  }
}
