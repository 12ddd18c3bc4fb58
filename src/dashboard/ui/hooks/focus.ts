// Where the focus goes when what had it leaves the page: people who work by keys are never left nowhere.
import { useEffect, useRef } from 'react'

type Find = () => HTMLElement | null | undefined

/** The heading of the page; the page itself where it has none yet. */
export function pageStart(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (!heading) return document.getElementById('main')
  // Not a Tab stop, but a place to go on from.
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

/**
 * Until the next press of a key or pointer: whenever the focus falls to the page, gives it to what `find` finds, or to the
 * start of the page. A dialog or menu that fades out gives the focus back only when it is gone, and to what opened it, which
 * may be gone as well.
 */
export function keepFocus(find: Find): void {
  stopKeeping()
  const give = () => {
    if (isLost()) (find() ?? pageStart())?.focus()
  }
  const observer = new MutationObserver(give)
  const over = new AbortController()
  stopKeeping = () => {
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

/** Gives the focus to what `find` finds now, and keeps it there. */
export function moveFocus(find: Find): void {
  requestAnimationFrame(() => find()?.focus())
  keepFocus(find)
}

/** When what is open beside a list closes, the focus is back on the row that it was opened from: `data-person`, `data-incident`. */
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
