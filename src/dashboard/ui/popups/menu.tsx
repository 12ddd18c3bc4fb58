// Menus: a button and the list of actions it opens. The list is loaded lazily: a page has many buttons, and few are
// clicked.
import {
  cloneElement,
  useDeferredValue,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { LucideIcon } from 'lucide-react'
import { usePieces, type OpenedAt } from './menu-pieces.ts'
import { MenuPopup } from './popups.ts'
import { keysWaitForClose, keysWaitForLayer } from '../hooks/waiting-keys.ts'

const item =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 text-body text-ink no-underline outline-none data-highlighted:bg-brand-tint data-highlighted:text-brand-text max-md:min-h-11'

export function ActionMenu({
  trigger,
  children,
  sheet = false,
}: {
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
  /** Rises from the lower edge of a phone instead of hanging from its button. */
  sheet?: boolean
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // Once opened, the list stays mounted to fade out and to restore the focus.
  const [list, setList] = useState<{ isOpen: boolean; at: OpenedAt }>()
  const isOpen = list?.isOpen === true
  // The clicked button is rendered first; keys after the opening one already belong to the list.
  const later = useDeferredValue(list)
  const rendered = list?.at === 'none' ? later : list
  const open = (at: OpenedAt) => {
    if (at !== 'none') keysWaitForLayer()
    setList({ isOpen: true, at })
  }
  const close = () => {
    keysWaitForClose()
    setList((before) => before && { ...before, isOpen: false })
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onPointerEnter: () => void MenuPopup.preload(),
        // A click by key, or by a shortcut, has detail 0.
        onClick: ({ detail }: MouseEvent) => {
          if (isOpen) close()
          else open(detail === 0 ? 'first' : 'none')
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          open(event.key === 'ArrowDown' ? 'first' : 'last')
        },
      })}
      {rendered && (
        <MenuPopup
          id={id}
          button={button}
          isOpen={isOpen && rendered.isOpen}
          openedAt={rendered.at}
          sheet={sheet}
          onClose={close}
        >
          {children}
        </MenuPopup>
      )}
    </>
  )
}

export function MenuAction({
  icon: Icon,
  color,
  onChoose,
  children,
}: {
  icon?: LucideIcon
  /** Of the icon; a status keeps its own. */
  color?: string
  onChoose: () => void
  children: ReactNode
}) {
  const { Item } = usePieces()
  const style: CSSProperties | undefined = color ? { color } : undefined
  return (
    <Item className={item} onClick={onChoose}>
      {Icon && <Icon size={16} className="flex-none text-ink-2" style={style} />}
      {children}
    </Item>
  )
}

/** A navigation item: `link` is the router's link element. */
export function MenuLink({ link, children }: { link: ReactElement; children: ReactNode }) {
  const { Item } = usePieces()
  return (
    <Item className={item} nativeButton={false} render={link}>
      {children}
    </Item>
  )
}

/** Text that cannot be chosen. */
export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <p className="border-b border-line px-2.5 pt-2 pb-3 text-label wrap-anywhere text-ink-2">
      {children}
    </p>
  )
}

export function MenuLine() {
  const { Separator } = usePieces()
  return <Separator className="my-1 border-t border-line" />
}

/** One of several: the chosen one is ticked. */
export function MenuChoices<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}) {
  const { RadioGroup, GroupLabel, RadioItem, RadioItemIndicator } = usePieces()
  return (
    <RadioGroup value={value} onValueChange={(next: Value) => onChoose(next)}>
      <GroupLabel className="px-2.5 pt-1.5 pb-1 text-meta text-ink-3">{label}</GroupLabel>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} closeOnClick className={item}>
          <span className="grid size-4 flex-none place-items-center" aria-hidden="true">
            <RadioItemIndicator className="size-2 bg-brand-500" />
          </span>
          {option.label}
        </RadioItem>
      ))}
    </RadioGroup>
  )
}
