// The signed link from a store's admin: kept for this tab while its owner signs in, and removed from the address
// immediately.
import { createSavedValue } from '../../ui/hooks/value-store.ts'

export const {
  save: saveClaim,
  saved: savedClaim,
  drop: dropClaim,
} = createSavedValue('storehand.store-claim')
