// Computes which part of this window is on the screen: the embedding page may show little of a tall frame.

/** Top and bottom in pixels of this window. */
export type Band = { top: number; bottom: number }

/** Usually one or two frames; a browser that never answers must not block the dialog. */
const PATIENCE_MS = 150

const wholeWindow = (): Band => ({ top: 0, bottom: innerHeight })

/** Only an IntersectionObserver can look out of a cross-origin frame: it returns the part that no outer window clips. */
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

/** Resolves when the embedding page has resized the frame, or after a timeout. */
export function frameGrown(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  addEventListener('resize', () => resolve(), { once: true })
  setTimeout(resolve, PATIENCE_MS)
  return promise
}
