// The signed link from a store's admin: kept for this tab while its owner signs in, and removed from the address
// immediately.

const KEY = 'storehand.store-claim'

// A browser can block storage: the link still works for people who are signed in.
let unstored: string | null = null

export function holdClaim(claim: string): void {
  unstored = claim
  try {
    sessionStorage.setItem(KEY, claim)
  } catch {
    // Kept in memory above.
  }
}

export function heldClaim(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? unstored
  } catch {
    return unstored
  }
}

export function dropClaim(): void {
  unstored = null
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // It was never stored.
  }
}
