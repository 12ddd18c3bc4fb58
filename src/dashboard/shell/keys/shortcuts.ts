// Every key of the dashboard in one list, and the hook by which a screen takes one while it is shown.
import { useEffectEvent, useLayoutEffect } from 'react'
import { createKeybindingsHandler } from 'tinykeys'
import { t } from '#domain/texts/text.ts'
import { createDeviceStore, useStored } from '../../ui/hooks/value-store.ts'
import { isLayerOpen } from '../../ui/popups/layers.ts'

export type Shortcut = {
  /** In tinykeys' words, any of them: 'j', 'Shift+ArrowDown', '$mod+z' (Ctrl or Cmd), 'g o' one after the other. */
  keys: readonly string[]
  /** Goes on while the key is held down. */
  repeats?: true
  /** Works while a field has the focus too. Never for a key that writes something there. */
  inFields?: true
}

/** A new key gets its line here, and its text in the dialog that lists all keys; `useShortcut` binds it where it means something. */
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
/** What `$mod` is called on this device's keyboard. */
export const modifierKey = (): string => (isApple() ? '⌘' : t('key.ctrl'))

/** Keys that are a character alone can be switched off, for those whose voice or hand would press them unasked (WCAG 2.1.4). */
const singleKeys = createDeviceStore('storehand-single-keys', ['on', 'off'])

export const switchSingleKeys = (on: boolean): void => singleKeys.set(on ? 'on' : 'off')
export const useSingleKeys = (): boolean => useStored(singleKeys) === 'on'

const isCharacter = (binding: string) =>
  binding.split(' ').every((press) => /^(?:Shift\+)?.$/u.test(press))

const fields =
  'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true],[role=combobox]'
/** A panel that shares the keys of its list says `data-keys`. */
const sharing = '[data-docked],[data-keys]'

type Run = (event: KeyboardEvent) => void
/** Newest last: what was shown last answers. */
const bound: { name: ShortcutName; run: Run }[] = []

function isForAnother(event: KeyboardEvent): boolean {
  return event.isComposing || event.defaultPrevented || isLayerOpen(sharing)
}

function answer(key: string, event: Event): void {
  const binding = bound.findLast(({ name }) => keysOf(name).includes(key))
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

// Of 'g j' and 'j' the longer one is asked first, and takes the key.
const everyKey = [...new Set(Object.values(shortcuts).flatMap(({ keys }) => keys))].toSorted(
  (one, next) => next.split(' ').length - one.split(' ').length,
)

const createHandler = () =>
  createKeybindingsHandler(
    Object.fromEntries(everyKey.map((key) => [key, (event: Event) => answer(key, event)])),
    { ignore: isForAnother },
  )

/**
 * Kept while screens come and go: a new one has forgotten the 'g' of 'g a'. Made again after a key was answered: the
 * other keys that begin with the same 'g' would still wait for their second one.
 */
let handler = createHandler()

const listener = (event: KeyboardEvent) => handler(event)

/**
 * Runs `run` on the keys of `name` while the component is shown, and never while a field, a menu or a dialog has them.
 * Bound in the same step as the screen is drawn: a key pressed at the first sight of it must not be lost.
 */
export function useShortcut(name: ShortcutName, run: Run): void {
  const press = useEffectEvent(run)
  useLayoutEffect(() => {
    const binding = { name, run: (event: KeyboardEvent) => press(event) }
    if (bound.length === 0) window.addEventListener('keydown', listener)
    bound.push(binding)
    return () => {
      bound.splice(bound.indexOf(binding), 1)
      if (bound.length === 0) window.removeEventListener('keydown', listener)
    }
  }, [name])
}
