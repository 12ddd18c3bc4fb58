// Checks the layout of a page: functions that run inside the page, for browser tests.

/** A position on the screen, from its left and from its right edge. */
export type Placed = { name: string; left: number; right: number }

/** Texts and fields that are not completely on the screen, or exceed their container. To be run in the page. */
export function layoutFaults(): string[] {
  const faults = new Set<string>()
  // A phone widens the page beyond its screen when something does not fit.
  const width = screen.width
  const nameOf = (element: Element) =>
    `${element.localName}.${(element.getAttribute('class') ?? '').split(/\s+/).slice(0, 4).join('.')}`
  const wide = document.documentElement.scrollWidth
  if (wide > width) faults.add(`the page is ${wide} px wide`)
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

  /** Where a text or field exceeds its container; undefined when all of it is visible, or can be scrolled to. */
  const beyond = (box: DOMRect, from: Element, isText = false): string | undefined => {
    // The skip link is above the page until it is focused.
    if (box.bottom <= 0) return undefined
    let isFirst = true
    for (let around: Element | null = from; around; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.display === 'inline' || style.display === 'contents') continue
      const frame = around.getBoundingClientRect()
      const isHidden = frame.width <= 1 || frame.height <= 1 || style.clipPath !== 'none'
      if (isHidden || style.position === 'fixed') return undefined
      if (/auto|scroll/.test(style.overflowX)) return undefined
      const cuts = style.overflowX !== 'visible'
      const aside = box.left < frame.left - 1 || box.right > frame.right + 1
      if (aside && (cuts || (isFirst && isText)))
        return `${cuts ? 'cut off by' : 'wider than'} ${nameOf(around)} (${Math.round(box.left)} to ${Math.round(box.right)} in ${Math.round(frame.left)} to ${Math.round(frame.right)})`
      // A text with a line limit continues elsewhere.
      const isCounted = style.getPropertyValue('-webkit-line-clamp') !== 'none'
      const below = box.bottom > frame.bottom + 3 || box.top < frame.top - 3
      if (below && !isCounted && /hidden|clip/.test(style.overflowY))
        return `cut off below by ${nameOf(around)}`
      if (isCounted) return undefined
      isFirst = false
    }
    return box.left < -1 || box.right > width + 1 ? 'off the screen' : undefined
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    const words = text.textContent?.trim()
    if (!parent || !words || parent.closest('script,style,option,svg,noscript')) continue
    if (!isShown(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const box of range.getClientRects()) {
      const fault = beyond(box, parent, true)
      if (fault) faults.add(`‘${words.slice(0, 60)}’ is ${fault}`)
    }
  }
  for (const field of document.querySelectorAll('input,select,textarea,button,img,iframe,table')) {
    if (!isShown(field)) continue
    const fault = field.parentElement && beyond(field.getBoundingClientRect(), field.parentElement)
    const words = field.textContent?.trim().slice(0, 40)
    if (fault) faults.add(`${nameOf(field)} ‘${words}’ is ${fault}`)
  }
  return [...faults]
}

/** Elements that move when the page is right-to-left, but not to their mirrored position. To be run in the page. */
export function mirrorFaults(): string[] {
  const root = document.documentElement
  const parts = [...document.body.querySelectorAll('*')].filter((part) => {
    if (part.closest('svg')?.isSameNode(part) === false) return false
    if (part.closest('[dir],script,style,option,template,noscript')) return false
    return !/^inline|contents|none/.test(getComputedStyle(part).display) && part.checkVisibility()
  })
  const before = root.dir
  // Where lines are aligned to one side whatever their language, the server sets the other side (document.ts).
  const isOneSided = getComputedStyle(document.body).textAlign === 'left'
  const placesIn = (dir: string) => {
    root.dir = dir
    if (isOneSided) document.body.style.textAlign = dir === 'rtl' ? 'right' : ''
    return parts.map((part) => part.getBoundingClientRect())
  }
  const [plain, mirrored] = [placesIn('ltr'), placesIn('rtl')]
  root.dir = before
  document.body.style.textAlign = ''
  return parts.flatMap((part, index) => {
    const [one, other] = [plain[index], mirrored[index]]
    if (!one || !other || one.width === 0 || Math.abs(one.width - other.width) > 2) return []
    const off = Math.abs(one.left - (screen.width - other.right))
    const name = `${part.localName}.${part.getAttribute('class')?.slice(0, 60) ?? ''}`
    return off > 2
      ? [
          `${name} stands ${Math.round(off)} px beside its mirrored place (${Math.round(one.left)} to ${Math.round(one.right)}, mirrored ${Math.round(other.left)} to ${Math.round(other.right)})`,
        ]
      : []
  })
}
