// Moves the focus when the focused element is removed, so that keyboard users never lose their place.
import { useEffect, useRef } from 'react'

type Find = () => HTMLElement | null | undefined

/** The heading of the page; the page itself if it has none yet. */
export function pageStart(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (!heading) return document.getElementById('main')
  // Not a Tab stop, but a place to continue from.
  heading.tabIndex = -1
  return heading
}

const isLost = (): boolean => {
  const { activeElement } = document
  return [null, document.body, document.getElementById('main'), pageStart()].includes(
    activeElement as HTMLElement | null,
  )
}

let stopKeeping = () => {}
let led: Find | undefined

/**
 * Until the next key or pointer event: whenever the focus falls to the page, moves it to the result of `find`, or to
 * the start of the page. A dialog or menu that fades out restores the focus only when it is removed, and to its
 * trigger, which may also be removed.
 */
export function keepFocus(find: Find, isStill = false): void {
  stopKeeping()
  const give = () => {
    if (isLost()) (find() ?? pageStart())?.focus({ preventScroll: isStill })
  }
  const observer = new MutationObserver(give)
  const over = new AbortController()
  stopKeeping = () => {
    led = undefined
    observer.disconnect()
    over.abort()
  }
  const options = { capture: true, signal: over.signal }
  observer.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('focusout', () => requestAnimationFrame(give), options)
  window.addEventListener('keydown', stopKeeping, options)
  window.addEventListener('pointerdown', stopKeeping, options)
  requestAnimationFrame(give)
}

/**
 * Focuses the result of `find` now, and keeps the focus there. `isStill`: the page does not scroll to it, because the person is
 * looking elsewhere.
 */
export function moveFocus(find: Find, isStill = false): void {
  requestAnimationFrame(() => find()?.focus({ preventScroll: isStill }))
  keepFocus(find, isStill)
}

/** The same after a menu or a dialog that closes now: it gives the focus there instead of to its trigger, which is about to leave. */
export function leadFocus(find: Find): void {
  keepFocus(find)
  led = find
}

/** For the layer that closes. */
export const ledFocus = (): HTMLElement | null => led?.() ?? null

/**
 * When a panel beside a list closes, the focus returns to the row that it was opened from: `data-person`,
 * `data-incident`.
 */
export function useReturnOfFocus(kind: 'person' | 'incident', open: string | undefined): void {
  const last = useRef(open)
  useEffect(() => {
    const closed = open === undefined ? last.current : undefined
    last.current = open
    if (closed === undefined) return
    const row = `[data-${kind}="${CSS.escape(closed)}"]`
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>(row)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [kind, open])
}
