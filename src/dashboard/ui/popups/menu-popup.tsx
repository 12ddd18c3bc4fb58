// The list of actions that a menu's button opens.
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { Menu } from '@base-ui/react/menu'
import { classNames } from '../class-names.ts'
import { ledFocus } from '../hooks/focus.ts'
import { MenuPieces, type OpenedMenu } from './menu-pieces.ts'

export function MenuPopup({ button, isOpen, openedAt, sheet, id, onClose, children }: OpenedMenu) {
  const popup = useRef<HTMLDivElement>(null)
  const isPassed = useRef(false)
  const leave = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return
    // Continues after the button, as if the list had not been there.
    button.current?.focus()
    isPassed.current = true
    onClose()
  }
  const wayBack = () => {
    const led = ledFocus()
    if (led) return led
    const now = document.activeElement
    // An action may have opened a dialog, which on a slow machine has the focus before the list is removed: it keeps
    // it.
    const isElsewhere = now && now !== document.body && !popup.current?.contains(now)
    const back = isPassed.current || isElsewhere ? false : button.current
    isPassed.current = false
    return back
  }
  return (
    <Menu.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        {sheet && <Menu.Backdrop className="fixed inset-0 z-40 bg-scrim" />}
        <Menu.Positioner
          anchor={button}
          className={classNames(
            'z-50 outline-none',
            sheet && 'fixed! inset-x-0! top-auto! bottom-0! transform-none!',
          )}
          align="end"
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup
            ref={popup}
            id={id}
            aria-label={nameOf(button.current)}
            finalFocus={wayBack}
            onKeyDown={leave}
            className={classNames(
              'bg-raised transition-opacity duration-120 outline-none data-starting-style:opacity-0',
              sheet
                ? 'max-h-[85dvh] overflow-y-auto rounded-t-sheet p-2 pb-6 shadow-lift'
                : 'w-56 max-w-[calc(100vw-16px)] rounded-panel p-1 shadow-float',
            )}
          >
            <MenuPieces value={Menu}>{children}</MenuPieces>
            {openedAt !== 'none' && <FocusAt end={openedAt} list={popup} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Rendered inside the list: reports that its items exist. */
function FocusAt({ end, list }: { end: 'first' | 'last'; list: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const actions = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    actions.at(end === 'first' ? 0 : -1)?.focus({ preventScroll: true })
  }, [end, list])
  return null
}

const nameOf = (button: HTMLElement | null): string | undefined =>
  button?.getAttribute('aria-label') ?? button?.textContent?.trim() ?? undefined
