// The invitation of the link that was opened: kept for this tab while the person signs in, and removed from the address
// immediately.
import { createHeldValue } from '../../ui/hooks/value-store.ts'

export const {
  hold: holdInvitation,
  held: heldInvitation,
  drop: dropInvitation,
} = createHeldValue('storehand.invitation')
