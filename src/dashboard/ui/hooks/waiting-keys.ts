// Keys that are pressed while a menu or a dialog opens or closes wait until it has, and are then delivered in their order. Fast
// hands are quicker than a list that takes the focus a frame later, and no key may go nowhere, or to somebody else.
import { isFocusSettled, isLayerFocused } from '../popups/layers.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** A key waits no longer for what never comes. On a slow line the code of a menu has to be loaded first. */
const MOST_MS = 5000

let wanted: { isThere: () => boolean; since: number } | undefined
let pressed: Pressed[] = []
let isKeyLast = false

/** Whether the last act was a key, not a pointer. */
export const isByKeys = (): boolean => isKeyLast

function keysWaitFor(isThere: () => boolean): void {
  wanted = { isThere, since: performance.now() }
}

/** Until the focus is in the menu or dialog that opens now. */
export const keysWaitForLayer = (): void => keysWaitFor(isLayerFocused)

/** Until what closes now has handed the focus on. */
export const keysWaitForClose = (): void => keysWaitFor(isFocusSettled)

/** Until a panel shows this object, not only its frame: a key would act on the one before, or on nothing. */
export const keysWaitForSubject = (subject: string): void =>
  keysWaitFor(
    () =>
      isFocusSettled() &&
      document.querySelector(`[data-subject="${CSS.escape(subject)}"]`) !== null,
  )

function isWaiting(): boolean {
  if (wanted && (wanted.isThere() || performance.now() - wanted.since > MOST_MS)) wanted = undefined
  return wanted !== undefined
}

function keep(event: KeyboardEvent): void {
  isKeyLast = true
  // Those that are delivered below, and those of a program or an input method.
  if (!event.isTrusted || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return
  if (pressed.length === 0 && !isWaiting()) return
  if (event.key === 'Tab' || ['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.repeat) return
  if (pressed.length === 0) requestAnimationFrame(deliver)
  const { key, code, shiftKey } = event
  pressed.push({ key, code, shiftKey })
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
  wanted = undefined
}

// Before every other listener.
window.addEventListener('keydown', keep, true)
// A hand on the pointer waits for nothing.
window.addEventListener('pointerdown', forget, true)
