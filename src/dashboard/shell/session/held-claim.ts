// The signed link from a store's admin: kept for this tab while its owner signs in, and removed from the address
// immediately.
import { createHeldValue } from '../../ui/hooks/value-store.ts'

export const {
  hold: holdClaim,
  held: heldClaim,
  drop: dropClaim,
} = createHeldValue('storehand.store-claim')
