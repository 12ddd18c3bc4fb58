// What a screen reader would say in a page: the focused element as the browser's accessibility tree has it, and what its live
// regions announce.
import type { Page } from '@playwright/test'

declare global {
  var heardAnnouncement: (text: string) => void
}

/** Runs before the scripts of every document and frame: passes on what is announced there, and each new page's title. */
function listen(): void {
  const REGIONS = '[aria-live],[role=status],[role=alert],[role=log]'
  const announce = (text: string | null | undefined) => {
    const words = text?.replace(/\s+/g, ' ').trim()
    if (words) heardAnnouncement(words)
  }
  const isSilent = (region: Element) =>
    // While the document is read for the first time, its parts are not news.
    document.readyState === 'loading' ||
    region.ariaLive === 'off' ||
    document.querySelector('dialog:modal')?.contains(region) === false ||
    region.closest('[aria-hidden=true],[inert]') !== null ||
    !region.checkVisibility()
  /** A region is read as a whole, or what is new in it. */
  const partOf = (region: Element, changed: Element): Element => {
    const isWhole =
      region.ariaAtomic === null
        ? region.role !== 'log' && region.role !== null
        : region.ariaAtomic === 'true'
    return isWhole ? region : changed
  }
  new MutationObserver((records) => {
    const changes = new Set<Element>()
    for (const { target, addedNodes } of records) {
      const around = target instanceof Element ? target : target.parentElement
      const region = around?.closest(REGIONS)
      if (region && around && !isSilent(region)) {
        const added = [...addedNodes].filter((node) => node instanceof Element)
        const isText =
          target instanceof Text || [...addedNodes].some((node) => node instanceof Text)
        for (const changed of isText ? [around] : added) changes.add(partOf(region, changed))
        continue
      }
      // A region that comes with its text is announced only when it is an alert.
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        const alerts = node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]')
        for (const alert of alerts) if (!isSilent(alert)) changes.add(alert)
      }
    }
    for (const part of changes)
      announce(part instanceof HTMLElement ? part.innerText : part.textContent)
  }).observe(document, { subtree: true, childList: true, characterData: true })
  if (window === window.top) addEventListener('DOMContentLoaded', () => announce(document.title))
}

type FrameTree = { frame: { id: string }; childFrames?: FrameTree[] }
type Property = { name: string; value: { value?: unknown } }
type AccessibleNode = {
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  value?: { value: string | number }
  properties?: Property[]
}

/** The states that are read, in words. */
const states: Record<string, (value: unknown) => string | undefined> = {
  level: (value) => `level ${String(value)}`,
  checked: (value) => (value === 'true' ? 'ticked' : 'not ticked'),
  pressed: (value) => (value === 'true' ? 'pressed' : 'not pressed'),
  selected: (value) => (value ? 'selected' : undefined),
  expanded: (value) => (value ? 'open' : 'closed'),
  required: (value) => (value ? 'required' : undefined),
  invalid: (value) => (value === 'false' ? undefined : 'invalid'),
  disabled: (value) => (value ? 'disabled' : undefined),
  readonly: (value) => (value ? 'read-only' : undefined),
}

function spoken({ role, name, description, value, properties = [] }: AccessibleNode): string {
  // Before the first key, and on a page without a focus of its own.
  if (role?.value === 'none' || role?.value === 'RootWebArea') return 'page'
  const parts = properties.map((property) => states[property.name]?.(property.value.value))
  const typed = role?.value === 'textbox' && value?.value ? `“${value.value}”` : undefined
  const words = [`${role?.value} “${name?.value ?? ''}”`, typed, ...parts, description?.value]
  return words.filter(Boolean).join(', ')
}

export type ScreenReader = {
  /** Role, name, states and description of the focused element. */
  focus(): Promise<string>
  /** What was announced since `forget`, the oldest first. */
  announced: string[]
  forget(): void
}

/** Listens to a page from its next document on. */
export async function startScreenReader(page: Page): Promise<ScreenReader> {
  const announced: string[] = []
  await page.exposeBinding('heardAnnouncement', (_, text: string) => announced.push(text))
  await page.addInitScript(listen)
  const devtools = await page.context().newCDPSession(page)

  /** The element with the focus, in whichever frame it is. */
  const focused = async ({ frame, childFrames = [] }: FrameTree): Promise<string | undefined> => {
    for (const child of childFrames) {
      const found = await focused(child)
      if (found) return found
    }
    const { executionContextId } = await devtools.send('Page.createIsolatedWorld', {
      frameId: frame.id,
    })
    const { result } = await devtools.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression: `document.hasFocus() && document.activeElement?.localName !== 'iframe' ? document.activeElement : null`,
    })
    return result.objectId
  }
  const nodeOf = async (objectId: string): Promise<AccessibleNode> => {
    const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
      objectId,
      fetchRelatives: false,
    })
    return (nodes[0] ?? {}) as AccessibleNode
  }
  const read = async (): Promise<string> => {
    const { frameTree } = await devtools.send('Page.getFrameTree')
    const objectId = await focused(frameTree)
    if (!objectId) return 'nothing'
    const layer = await devtools.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: `function () {
        return this.parentElement?.closest('dialog, [role=dialog], [role=alertdialog]') ?? null
      }`,
    })
    const around = layer.result.objectId && (await nodeOf(layer.result.objectId))
    const words = spoken(await nodeOf(objectId))
    return around ? `${words}, in ${spoken(around)}` : words
  }
  return {
    announced,
    forget: () => void (announced.length = 0),
    // A document that is being replaced has no focus.
    focus: () => read().catch(() => 'nothing'),
  }
}
