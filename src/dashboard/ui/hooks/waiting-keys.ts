// Keys that are pressed while a menu or a dialog opens or closes wait until it has, and are then delivered in their order. Fast
// hands are quicker than a list that takes the focus a frame later, and no key may go nowhere, or to somebody else.
import { isFocusSettled, isLayerFocused } from '../popups/layers.ts'

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>>

/** A key waits no longer for what never comes. On a slow line the code of a menu has to be loaded first. */
const MOST_MS = 5000

type Wanted = { isThere: () => boolean; since: number }

/** What opens or closes last, and the object that a panel was asked for: a decision closes a menu and leads to the next person. */
let layer: Wanted | undefined
let subject: Wanted | undefined
let pressed: Pressed[] = []
let isKeyLast = false

/** Whether the last act was a key, not a pointer. */
export const isByKeys = (): boolean => isKeyLast

const now = (isThere: () => boolean): Wanted => ({ isThere, since: performance.now() })
const isMissing = (one: Wanted | undefined): boolean =>
  one !== undefined && !one.isThere() && performance.now() - one.since < MOST_MS

/** Until the focus is in the menu or dialog that opens now. */
export function keysWaitForLayer(): void {
  layer = now(isLayerFocused)
}

/** Until what closes now has handed the focus on. */
export function keysWaitForClose(): void {
  layer = now(isFocusSettled)
}

/** Until a panel shows this object, not only its frame: a key would act on the one before, or on nothing. */
export function keysWaitForSubject(id: string): void {
  const shown = `[data-subject="${CSS.escape(id)}"]`
  subject = now(() => document.querySelector(shown) !== null)
}

function isWaiting(): boolean {
  if (!isMissing(layer)) layer = undefined
  if (!isMissing(subject)) subject = undefined
  return layer !== undefined || subject !== undefined
}

function keep(event: KeyboardEvent): void {
  isKeyLast = true
  // Those that are delivered below, and those of a program or an input method.
  if (!event.isTrusted || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return
  if (pressed.length === 0 && !isWaiting()) return
  // A panel whose content does not come can be closed.
  if (event.key === 'Escape' && layer === undefined && pressed.length === 0) return
  if (event.key === 'Tab' || ['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.repeat) return
  if (pressed.length === 0) requestAnimationFrame(deliver)
  const { key, code, shiftKey } = event
  pressed.push({ key, code, shiftKey })
}

/** Those that were pressed before the page could answer. */
export function pressEarlyKeys(keys: readonly Pressed[]): void {
  if (keys.length === 0) return
  if (pressed.length === 0) requestAnimationFrame(deliver)
  pressed.push(...keys)
}

/** One in a frame: what a key does is drawn before the next one asks where it belongs. */
function deliver(): void {
  const next = isWaiting() ? undefined : pressed.shift()
  if (next) press(next)
  if (pressed.length > 0) requestAnimationFrame(deliver)
}

/** A key that a program presses has no effect of the browser's own: buttons and fields get theirs here. */
function press(init: Pressed): void {
  const target = document.activeElement ?? document.body
  const event = (type: string) =>
    new KeyboardEvent(type, { ...init, bubbles: true, cancelable: true, composed: true })
  // A library's own button may answer one of the two with a click.
  let isClicked = false
  const note = () => {
    isClicked = true
  }
  window.addEventListener('click', note, true)
  const isLeft = target.dispatchEvent(event('keydown'))
  target.dispatchEvent(event('keyup'))
  window.removeEventListener('click', note, true)
  if (!isLeft || isClicked) return
  if (target.matches('input:not([type=checkbox],[type=radio]), textarea')) {
    if (init.key.length === 1) document.execCommand('insertText', false, init.key)
    else if (init.key === 'Enter' && target.matches('input'))
      target.closest('form')?.requestSubmit()
  } else if (init.key === 'Enter' || init.key === ' ') {
    if (target instanceof HTMLElement && target.matches('button, a[href], input')) target.click()
  }
}

const forget = (): void => {
  isKeyLast = false
  layer = undefined
  subject = undefined
}

// The server renders the first view of some pages with these modules.
if (typeof window !== 'undefined') {
  // Before every other listener.
  window.addEventListener('keydown', keep, true)
  // A hand on the pointer waits for nothing.
  window.addEventListener('pointerdown', forget, true)
}
