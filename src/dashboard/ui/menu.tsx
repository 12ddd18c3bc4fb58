// Menus: a button and the list of actions it opens.
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { Menu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { classNames } from './class-names.ts'

const item =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 text-body text-ink no-underline outline-none data-highlighted:bg-brand-tint data-highlighted:text-brand-text max-md:min-h-11'

export function ActionMenu({
  trigger,
  children,
  sheet = false,
}: {
  trigger: ReactElement
  children: ReactNode
  /** Rises from the lower edge of a phone instead of hanging from its button. */
  sheet?: boolean
}) {
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        {sheet && <Menu.Backdrop className="fixed inset-0 z-40 bg-scrim" />}
        <Menu.Positioner
          className={classNames(
            'z-50 outline-none',
            sheet && 'fixed! inset-x-0! top-auto! bottom-0! transform-none!',
          )}
          align="end"
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup
            className={classNames(
              'bg-raised transition-opacity duration-120 outline-none data-starting-style:opacity-0',
              sheet
                ? 'max-h-[85dvh] overflow-y-auto rounded-t-sheet p-2 pb-6 shadow-lift'
                : 'w-56 max-w-[calc(100vw-16px)] rounded-panel p-1 shadow-float',
            )}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
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
  const style: CSSProperties | undefined = color ? { color } : undefined
  return (
    <Menu.Item className={item} onClick={onChoose}>
      {Icon && (
        <Icon
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="flex-none text-ink-2"
          style={style}
        />
      )}
      {children}
    </Menu.Item>
  )
}

/** A place to go: `link` is the router's link element. */
export function MenuLink({ link, children }: { link: ReactElement; children: ReactNode }) {
  return (
    <Menu.Item className={item} nativeButton={false} render={link}>
      {children}
    </Menu.Item>
  )
}

/** Something to read, not to choose. */
export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <p className="border-b border-line px-2.5 pt-2 pb-3 text-label wrap-anywhere text-ink-2">
      {children}
    </p>
  )
}

export function MenuLine() {
  return <Menu.Separator className="my-1 border-t border-line" />
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
  return (
    <Menu.RadioGroup value={value} onValueChange={(next: Value) => onChoose(next)}>
      <Menu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-meta text-ink-3">{label}</Menu.GroupLabel>
      {options.map((option) => (
        <Menu.RadioItem key={option.value} value={option.value} closeOnClick className={item}>
          <span className="grid size-4 flex-none place-items-center" aria-hidden="true">
            <Menu.RadioItemIndicator className="size-2 bg-brand-500" />
          </span>
          {option.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
