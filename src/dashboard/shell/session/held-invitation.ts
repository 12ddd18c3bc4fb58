// The invitation someone arrived with: kept for this tab while they sign in, and out of the address from the first moment.

const KEY = 'storehand.invitation'

// A browser can refuse storage: the link in the mail still works for people who are signed in.
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
    // It never was there.
  }
}
