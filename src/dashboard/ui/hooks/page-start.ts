// Where a page begins for whoever reads it from the top: its heading.

/** The heading of the page; the page itself where it has none yet. */
export function pageStart(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (!heading) return document.getElementById('main')
  // Not a Tab stop, but a place to go on from.
  heading.tabIndex = -1
  return heading
}
