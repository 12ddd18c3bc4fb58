// All keys of the dashboard in one list, and the hook that binds one while a screen is shown.
import { useEffectEvent, useLayoutEffect } from 'react'
import { createKeybindingsHandler } from 'tinykeys'
import { t } from '#domain/texts/text.ts'
import { createDeviceStore, useStored } from '../../ui/hooks/value-store.ts'
import { isLayerOpen } from '../../ui/popups/layers.ts'

export type Shortcut = {
  /** In tinykeys' syntax, any of them: 'j', 'Shift+ArrowDown', '$mod+z' (Ctrl or Cmd), 'g o' one after the other. */
  keys: readonly string[]
  /** Repeats while the key is held down. */
  repeats?: true
  /** Also works while a field has the focus. Never for a key that types something there. */
  inFields?: true
}

/** Add a new key here, and its text to the dialog that lists all keys; `useShortcut` binds it. */
export const shortcuts = {
  palette: { keys: ['$mod+k'], inFields: true },
  // With shift on most keyboards, without it on some.
  help: { keys: ['Shift+?', '?'] },
  'go.overview': { keys: ['g o'] },
  'go.applicants': { keys: ['g a'] },
  'go.jobs': { keys: ['g j'] },
  'go.incidents': { keys: ['g i'] },
  'go.pages': { keys: ['g p'] },
  undo: { keys: ['$mod+z'] },
  'applicants.search': { keys: ['/'] },
  'applicants.next': { keys: ['j'], repeats: true },
  'applicants.previous': { keys: ['k'], repeats: true },
  'applicants.select': { keys: ['x'] },
  'applicants.status': { keys: ['s'] },
  'applicants.reject': { keys: ['r'] },
  'applicants.contacted': { keys: ['c'] },
  'applicants.star': { keys: ['f'] },
  'applicants.compare': { keys: ['m'] },
  'applicants.nextProfile': { keys: [']'] },
  'applicants.previousProfile': { keys: ['['] },
  'applicants.note': { keys: ['n'] },
  'applicants.cv': { keys: ['v'] },
  'applicants.email': { keys: ['e'] },
  'applicants.view': { keys: ['b'] },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)
/** The name of `$mod` on this device's keyboard. */
export const modifierKey = (): string => (isApple() ? '⌘' : t('key.ctrl'))

/**
 * Single-character keys can be switched off, for people whose voice input or hand would trigger them by mistake (WCAG
 * 2.1.4).
 */
const singleKeys = createDeviceStore('storehand-single-keys', ['on', 'off'])

export const switchSingleKeys = (on: boolean): void => singleKeys.set(on ? 'on' : 'off')
export const useSingleKeys = (): boolean => useStored(singleKeys) === 'on'

const isCharacter = (binding: string) =>
  binding.split(' ').every((press) => /^(?:Shift\+)?.$/u.test(press))

const fields =
  'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true],[role=combobox]'
/** A panel that shares the keys of its list has `data-keys`. */
const sharing = '[data-docked],[data-keys]'

type Run = (event: KeyboardEvent) => void
type Bound = { name: ShortcutName; run: Run; isFirst: boolean }
/** Newest last: the most recent binding handles the key, and one that comes first before all others. */
const bound: Bound[] = []

function isForAnother(event: KeyboardEvent): boolean {
  return event.isComposing || event.defaultPrevented || isLayerOpen(sharing)
}

function answer(key: string, event: Event): void {
  const isOfKey = ({ name }: Bound) => keysOf(name).includes(key)
  const binding =
    bound.findLast((one) => one.isFirst && isOfKey(one)) ?? bound.findLast((one) => isOfKey(one))
  if (!binding || !(event instanceof KeyboardEvent)) return
  const shortcut: Shortcut = shortcuts[binding.name]
  const inField = event.target instanceof Element && event.target.closest(fields) !== null
  if ((inField && !shortcut.inFields) || (event.repeat && !shortcut.repeats)) return
  if (isCharacter(key) && singleKeys.get() === 'off') return
  event.preventDefault()
  handler = createHandler()
  binding.run(event)
}

const keysOf = (name: ShortcutName): readonly string[] => shortcuts[name].keys

// Of 'g j' and 'j' the longer one is matched first.
const everyKey = [...new Set(Object.values(shortcuts).flatMap(({ keys }) => keys))].toSorted(
  (one, next) => next.split(' ').length - one.split(' ').length,
)

const createHandler = () =>
  createKeybindingsHandler(
    Object.fromEntries(everyKey.map((key) => [key, (event: Event) => answer(key, event)])),
    { ignore: isForAnother },
  )

/**
 * Survives changes of screens: a new handler would have lost the 'g' of 'g a'. Created again after a key was handled:
 * other sequences that begin with the same 'g' would still wait for their second key.
 */
let handler = createHandler()

const listener = (event: KeyboardEvent) => handler(event)

/**
 * Runs `run` on the keys of `name` while the component is shown, and never while a field, a menu or a dialog uses them.
 * Bound in the commit that shows the screen, so that no key is lost. `isFirst`: before other components that bind the same
 * keys, whenever they came.
 */
export function useShortcut(name: ShortcutName, run: Run, isFirst = false): void {
  const press = useEffectEvent(run)
  useLayoutEffect(() => {
    const binding = { name, run: (event: KeyboardEvent) => press(event), isFirst }
    if (bound.length === 0) window.addEventListener('keydown', listener)
    bound.push(binding)
    return () => {
      bound.splice(bound.indexOf(binding), 1)
      if (bound.length === 0) window.removeEventListener('keydown', listener)
    }
  }, [name, isFirst])
}
