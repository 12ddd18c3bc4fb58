// The invitation of the link that was opened: kept for this tab while the person signs in, and removed from the address
// immediately.
import { createSavedValue } from '../../ui/hooks/value-store.ts'

export const {
  save: saveInvitation,
  saved: savedInvitation,
  drop: dropInvitation,
} = createSavedValue('storehand.invitation')
