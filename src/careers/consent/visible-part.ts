// Which part of this window is on the screen: the page around may show little of a tall frame.

/** Top and bottom in the window's own pixels. */
export type Band = { top: number; bottom: number }

/** An answer takes a frame or two; a browser that gives none must not keep anybody waiting. */
const PATIENCE_MS = 150

const wholeWindow = (): Band => ({ top: 0, bottom: innerHeight })

/** Only an observer may look out of a frame of another site: it tells the part that no window around it cuts off. */
export function visiblePart(): Promise<Band> {
  if (window.parent === window || !('IntersectionObserver' in window)) {
    return Promise.resolve(wholeWindow())
  }
  const { promise, resolve } = Promise.withResolvers<Band>()
  const probe = document.createElement('div')
  Object.assign(probe.style, { position: 'fixed', inset: '0', pointerEvents: 'none' })
  const observer = new IntersectionObserver(([entry]) => {
    const seen = entry?.intersectionRect
    resolve(seen?.height ? { top: seen.top, bottom: seen.bottom } : wholeWindow())
  })
  document.body.append(probe)
  observer.observe(probe)
  const timer = setTimeout(() => resolve(wholeWindow()), PATIENCE_MS)
  return promise.finally(() => {
    clearTimeout(timer)
    observer.disconnect()
    probe.remove()
  })
}

/** Comes back once the page around has given the frame another height, or does not. */
export function frameGrown(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  addEventListener('resize', () => resolve(), { once: true })
  setTimeout(resolve, PATIENCE_MS)
  return promise
}
