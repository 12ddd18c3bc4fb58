// The first view of a page comes from the server, and is replaced by the same from React. What a person has done to it meanwhile is done to
// the new one: the script in index.html keeps it.
import { StrictMode } from 'react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider, type RegisteredRouter } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { pressEarlyKeys, type Pressed } from '../../ui/hooks/waiting-keys.ts'

declare global {
  interface Window {
    /** Keys, and what was clicked: clicks are done first. */
    earlyInput?: (Pressed | Element)[]
  }
}

const PARTS = 'a, button, input, textarea, select'
type Field = HTMLInputElement | HTMLTextAreaElement

const partsOf = (place: Element) => [...place.querySelectorAll<HTMLElement>(PARTS)]
/** What a person takes for the same element. */
const looksOf = (part: Element) =>
  [part.tagName, part.ariaLabel, part.textContent, part.getAttribute('type')].join('\n')

/**
 * Renders the page. Where the server's view is there already, it stays until everything is loaded: the router, and `more`; what cannot
 * be loaded says so itself.
 */
export async function startDashboard(
  place: HTMLElement,
  client: QueryClient,
  router: RegisteredRouter,
  more?: () => Promise<void>,
): Promise<void> {
  const render = () =>
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
  if (place.hasChildNodes()) {
    await Promise.all([router.load(), more?.()]).catch(() => undefined)
    return replaceFirstView(place, render)
  }
  delete window.earlyInput
  render()
}

/** Replaces it in one step, so that nothing flashes or moves. */
function replaceFirstView(place: HTMLElement, render: () => void): void {
  const parts = partsOf(place)
  const looks = parts.map(looksOf)
  const active = document.activeElement
  flushSync(render)
  const now = partsOf(place)
  /** Nothing for one that is not there again: a click never lands on something else. */
  const again = (part: Element | null): HTMLElement | undefined => {
    const index = part ? parts.indexOf(part as HTMLElement) : -1
    const found = now[index]
    return found && looksOf(found) === looks[index] ? found : undefined
  }
  for (const part of parts) {
    if (isField(part) && part.value !== part.defaultValue) fill(again(part), part.value)
  }
  again(active)?.focus()
  const input = window.earlyInput ?? []
  delete window.earlyInput
  const keys = input.filter((one): one is Pressed => !(one instanceof Element))
  for (const one of input) if (one instanceof Element) again(one.closest(PARTS))?.click()
  pressEarlyKeys(keys)
}

const isField = (part: Element | undefined): part is Field =>
  part instanceof HTMLInputElement || part instanceof HTMLTextAreaElement

/** React takes only what looks typed. */
function fill(field: Element | undefined, value: string): void {
  if (!isField(field)) return
  const of = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(of.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
