// What a menu's button and its list, which comes late, know of each other.
import { createContext, use, type ReactNode, type RefObject } from 'react'
import type { Menu } from '@base-ui/react/menu'

/** Where the focus is in a list that has just opened: on an end of it for keys, on no action for a pointer. */
export type OpenedAt = 'first' | 'last' | 'none'

export type OpenedMenu = {
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  openedAt: OpenedAt
  sheet: boolean
  id: string
  onClose: () => void
  children: ReactNode
}

/** The pieces of a list, for what stands in it. */
export const MenuPieces = createContext<typeof Menu | null>(null)

export function usePieces(): typeof Menu {
  const pieces = use(MenuPieces)
  if (!pieces) throw new Error('A part of a menu stands outside of a menu')
  return pieces
}
