// The names of icon buttons, shown beside them on hover and on keyboard focus: one tooltip for the page.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const DELAY_MS = 500
/** Within this time the next one shows without delay, and the pointer can be moved onto this one. */
const GRACE_MS = 250
const GAP = 6
const EDGE = 8

const buttonAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-tooltip]') : null

export function Tooltips() {
  const [button, setButton] = useState<Element | null>(null)
  const bubble = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let shown: Element | null = null
    let wanted: Element | null = null
    let hiddenAt = -GRACE_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = () => {
      if (shown && !wanted) hiddenAt = performance.now()
      shown = wanted
      setButton(shown)
    }
    const want = (next: Element | null, delay: number) => {
      if (next === wanted && delay > 0) return
      wanted = next
      clearTimeout(timer)
      if (delay > 0) timer = setTimeout(turn, delay)
      else turn()
    }
    const hide = () => want(null, 0)
    const point = ({ target, pointerType }: PointerEvent) => {
      // Touch input does not hover.
      if (pointerType === 'touch') return
      // The tooltip stays while the pointer is on it.
      if (shown && target instanceof Node && bubble.current?.contains(target)) return want(shown, 0)
      const next = buttonAt(target)
      const isNear = shown !== null || performance.now() - hiddenAt < GRACE_MS
      if (next) want(next, isNear ? 0 : DELAY_MS)
      else want(null, GRACE_MS)
    }
    const focus = ({ target }: FocusEvent) => {
      const next = buttonAt(target)
      if (next?.matches(':focus-visible')) want(next, 0)
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    const over = new AbortController()
    const { signal } = over
    document.addEventListener('pointerover', point, { signal })
    document.documentElement.addEventListener('pointerleave', hide, { signal })
    document.addEventListener('focusin', focus, { signal })
    document.addEventListener('focusout', hide, { signal })
    document.addEventListener('pointerdown', hide, { signal })
    document.addEventListener('click', hide, { signal })
    document.addEventListener('keydown', press, { signal, capture: true })
    document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [])

  // Above the button, or below it without space, and never beyond the window's edge.
  useLayoutEffect(() => {
    const tip = bubble.current
    if (!button || !tip) return
    const { left, top, bottom, width } = button.getBoundingClientRect()
    const middle = left + width / 2 - tip.offsetWidth / 2
    const last = document.documentElement.clientWidth - tip.offsetWidth - EDGE
    const above = top - GAP - tip.offsetHeight
    tip.style.left = `${Math.max(EDGE, Math.min(middle, last))}px`
    tip.style.top = `${above < EDGE ? bottom + GAP : above}px`
  }, [button])

  if (!button) return null
  return createPortal(
    <div
      ref={bubble}
      // The button shows the same text already.
      aria-hidden="true"
      className="fixed z-60 rounded-control bg-ink px-2 py-1 text-meta font-medium whitespace-nowrap text-canvas transition-opacity duration-120 print:hidden starting:opacity-0"
    >
      {button.getAttribute('aria-label')}
    </div>,
    document.body,
  )
}
