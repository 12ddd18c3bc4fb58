// The invitation of the link that was opened: kept for this tab while the person signs in, and removed from the address
// immediately.

const KEY = 'storehand.invitation'

// A browser can block storage: the link in the mail still works for people who are signed in.
let unstored: string | null = null

export function holdInvitation(token: string): void {
  unstored = token
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // Kept in memory above.
  }
}

export function heldInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? unstored
  } catch {
    return unstored
  }
}

export function dropInvitation(): void {
  unstored = null
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // It was never stored.
  }
}
