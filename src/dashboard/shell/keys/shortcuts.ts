// Every key of the dashboard in one list, and the hook by which a screen takes one while it is shown.
import { useEffectEvent, useLayoutEffect } from 'react'
import { createKeybindingsHandler } from 'tinykeys'
import { t, type NamesIn } from '#domain/texts/text.ts'
import { createDeviceStore, useStored } from '../../ui/hooks/value-store.ts'
import { isLayerOpen } from '../../ui/popups/layers.ts'

export const shortcutGroups = ['everywhere', 'board', 'applicants'] as const
type ShortcutGroup = (typeof shortcutGroups)[number]

export type Shortcut = {
  /** In tinykeys' words, any of them: 'j', 'Shift+ArrowDown', '$mod+z' (Ctrl or Cmd), 'g o' one after the other. */
  keys: readonly string[]
  /** Its text is `shortcut.${does}`. */
  does: NamesIn<'shortcut'>
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
    does: 'palette',
    group: 'everywhere',
    inFields: true,
  },
  // With shift on most keyboards, without it on some.
  help: { keys: ['Shift+?', '?'], does: 'help', group: 'everywhere' },
  'go.overview': { keys: ['g o'], does: 'goOverview', group: 'everywhere' },
  'go.applicants': { keys: ['g a'], does: 'goApplicants', group: 'everywhere' },
  'go.jobs': { keys: ['g j'], does: 'goJobs', group: 'everywhere' },
  'go.incidents': { keys: ['g i'], does: 'goIncidents', group: 'everywhere' },
  'go.pages': { keys: ['g p'], does: 'goPages', group: 'everywhere' },
  undo: { keys: ['$mod+z'], does: 'undo', group: 'everywhere' },
  'applicants.search': { keys: ['/'], does: 'search', group: 'applicants' },
  'applicants.next': { keys: ['j'], does: 'next', group: 'applicants', repeats: true },
  'applicants.previous': { keys: ['k'], does: 'previous', group: 'applicants', repeats: true },
  'applicants.select': { keys: ['x'], does: 'select', group: 'applicants' },
  'applicants.status': { keys: ['s'], does: 'status', group: 'applicants' },
  'applicants.reject': { keys: ['r'], does: 'reject', group: 'applicants' },
  'applicants.contacted': {
    keys: ['c'],
    does: 'contacted',
    group: 'applicants',
  },
  'applicants.star': { keys: ['f'], does: 'star', group: 'applicants' },
  'applicants.compare': { keys: ['m'], does: 'compare', group: 'applicants' },
  'applicants.nextProfile': { keys: [']'], does: 'nextProfile', group: 'applicants' },
  'applicants.previousProfile': { keys: ['['], does: 'previousProfile', group: 'applicants' },
  'applicants.note': { keys: ['n'], does: 'note', group: 'applicants' },
  'applicants.cv': { keys: ['v'], does: 'cv', group: 'applicants' },
  'applicants.email': { keys: ['e'], does: 'email', group: 'applicants' },
  'applicants.view': { keys: ['b'], does: 'view', group: 'applicants' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/**
 * Keys that a widget with the focus answers itself, in the words of a list of keys: they cannot be switched off, because they
 * do nothing elsewhere.
 */
export const focusedKeys: readonly {
  keys: readonly string[]
  does: NamesIn<'shortcut'>
  group: ShortcutGroup
}[] = [
  { keys: ['ArrowDown', 'ArrowUp'], does: 'nextOrPrevious', group: 'applicants' },
  { keys: ['Enter'], does: 'openProfile', group: 'applicants' },
  {
    keys: ['Shift+ArrowDown', 'Shift+ArrowUp'],
    does: 'selectRange',
    group: 'applicants',
  },
  { keys: ['Escape'], does: 'closeOrClear', group: 'applicants' },
  { keys: ['Space'], does: 'pickUp', group: 'board' },
  { keys: ['ArrowLeft', 'ArrowRight'], does: 'moveCard', group: 'board' },
  { keys: ['Escape'], does: 'putBack', group: 'board' },
]

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
