// The store that this tab works on, where an organization has several: the one that it shows. Every request names it, so that nothing
// happens in another store than the one on the screen.
import { createSavedValue } from '../hooks/value-store.ts'

const chosen = createSavedValue('storehand-store')

export const chosenStore = (): string | null => chosen.saved()
export const chooseStore = (shop: string): void => chosen.save(shop)

/** Of what the server has answered. Not where the server renders a first view: it is one program for everybody. */
export function keepShownStore<View extends { store: { shop: string } | null }>(view: View): View {
  if (typeof window === 'undefined') return view
  if (view.store) chosen.save(view.store.shop)
  else chosen.drop()
  return view
}
