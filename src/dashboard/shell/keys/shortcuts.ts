// Every key of the dashboard in one list, and the hook by which a screen says what it does with one while it is shown.
import { useEffectEvent, useLayoutEffect } from 'react'
import { createKeybindingsHandler } from 'tinykeys'
import { createDeviceStore, useStored } from '../../ui/hooks/value-store.ts'
import { isLayerOpen } from '../../ui/popups/layers.ts'

export const shortcutGroups = ['Everywhere', 'Board', 'Applicants'] as const
type ShortcutGroup = (typeof shortcutGroups)[number]

export type Shortcut = {
  /** In tinykeys' words, any of them: 'j', 'Shift+ArrowDown', '$mod+z' (Ctrl or Cmd), 'g o' one after the other. */
  keys: readonly string[]
  does: string
  group: ShortcutGroup
  /** Goes on while the key is held down. */
  repeats?: true
  /** Works while a field has the focus too. Never for a key that writes something there. */
  inFields?: true
}

/** A new key gets its line here; `useShortcut` binds it where it means something. Dialogs that list keys read this. */
export const shortcuts = {
  palette: {
    keys: ['$mod+k'],
    does: 'Search or jump to anything',
    group: 'Everywhere',
    inFields: true,
  },
  // With shift on most keyboards, without it on some.
  help: { keys: ['Shift+?', '?'], does: 'Show these keys', group: 'Everywhere' },
  'go.overview': { keys: ['g o'], does: 'Go to the overview', group: 'Everywhere' },
  'go.applicants': { keys: ['g a'], does: 'Go to the applicants', group: 'Everywhere' },
  'go.jobs': { keys: ['g j'], does: 'Go to the job posts', group: 'Everywhere' },
  'go.incidents': { keys: ['g i'], does: 'Go to the incidents', group: 'Everywhere' },
  'go.pages': { keys: ['g p'], does: 'Go to the store pages', group: 'Everywhere' },
  undo: { keys: ['$mod+z'], does: 'Undo the last change of status', group: 'Everywhere' },
  'applicants.search': { keys: ['/'], does: 'Search applicants', group: 'Applicants' },
  'applicants.next': { keys: ['j'], does: 'Next row', group: 'Applicants', repeats: true },
  'applicants.previous': { keys: ['k'], does: 'Previous row', group: 'Applicants', repeats: true },
  'applicants.select': { keys: ['x'], does: 'Select or deselect the row', group: 'Applicants' },
  'applicants.status': { keys: ['s'], does: 'Change the status', group: 'Applicants' },
  'applicants.reject': { keys: ['r'], does: 'Reject', group: 'Applicants' },
  'applicants.contacted': {
    keys: ['c'],
    does: 'Mark as contacted, or not contacted',
    group: 'Applicants',
  },
  'applicants.star': { keys: ['f'], does: 'Star, or remove the star', group: 'Applicants' },
  'applicants.compare': { keys: ['m'], does: 'Compare the two selected', group: 'Applicants' },
  'applicants.nextProfile': { keys: [']'], does: 'Next profile', group: 'Applicants' },
  'applicants.previousProfile': { keys: ['['], does: 'Previous profile', group: 'Applicants' },
  'applicants.note': { keys: ['n'], does: 'Write a note', group: 'Applicants' },
  'applicants.cv': { keys: ['v'], does: 'Go to the CV', group: 'Applicants' },
  'applicants.email': { keys: ['e'], does: 'Write a message', group: 'Applicants' },
  'applicants.view': { keys: ['b'], does: 'Switch between list and board', group: 'Applicants' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/**
 * Keys that a widget with the focus answers itself, in the words of a list of keys: they cannot be switched off, because they
 * do nothing elsewhere.
 */
export const focusedKeys: readonly {
  keys: readonly string[]
  does: string
  group: ShortcutGroup
}[] = [
  { keys: ['ArrowDown', 'ArrowUp'], does: 'Next or previous row', group: 'Applicants' },
  { keys: ['Enter'], does: 'Open the profile', group: 'Applicants' },
  {
    keys: ['Shift+ArrowDown', 'Shift+ArrowUp'],
    does: 'Select a range of rows',
    group: 'Applicants',
  },
  { keys: ['Escape'], does: 'Close the profile, or clear the selection', group: 'Applicants' },
  { keys: ['Space'], does: 'Pick a card up, and drop it', group: 'Board' },
  { keys: ['ArrowLeft', 'ArrowRight'], does: 'Take it to another column', group: 'Board' },
  { keys: ['Escape'], does: 'Put it back', group: 'Board' },
]

/** What `$mod` is called on this device's keyboard. */
export const modifierKey = (): 'Ctrl' | '⌘' =>
  /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'

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
 * Kept while screens come and go: a new one has forgotten the 'g' of 'g a'. Made anew after a key was answered: the other
 * ways on from the same 'g' would still wait for theirs.
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
