// The context that a menu's button shares with its lazily loaded list.
import { createContext, use, type ReactNode, type RefObject } from 'react'
import type { Menu } from '@base-ui/react/menu'

/** The initial focus of an opened list: the first or last item for keys, none for a pointer. */
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

/** The components for the content of a list. */
export const MenuPieces = createContext<typeof Menu | null>(null)

export function usePieces(): typeof Menu {
  const pieces = use(MenuPieces)
  if (!pieces) throw new Error('A part of a menu stands outside of a menu')
  return pieces
}
