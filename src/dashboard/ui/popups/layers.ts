// Layers above the page that take the keys while they are open: menus, selects, dialogs.

/**
 * A select's list stays mounted once its field had the focus; hidden ones and those that are fading out do not count.
 */
const gone = '[hidden],[inert],[data-closed]'

const layers = '[role=menu],[role=listbox],[role=alertdialog],[role=dialog]'

/** The open or closing layer with the focus; a panel that shares its keys with the page is none. */
const layerWithFocus = () =>
  document.activeElement?.closest(layers)?.closest(':not([data-docked],[data-keys])')

/** The focus is in a layer that is not closing. */
export const isLayerFocused = (): boolean => {
  const layer = layerWithFocus()
  return layer?.matches(layers) === true && !layer.closest(gone)
}

/** A layer that fades out hands the focus on once more when it is removed. */
const isFading = (): boolean => document.querySelector('[data-ending-style]') !== null

/** The focus is in an open layer, or none is open and it is on something of the page; and nothing is about to move it. */
export const isFocusSettled = (): boolean =>
  !isFading() &&
  (layerWithFocus()?.matches(layers)
    ? isLayerFocused()
    : !isLayerOpen('[data-docked],[data-keys]') && document.activeElement !== document.body)

/** `but`: a layer that shares its keys with the page. */
export const isLayerOpen = (but: string): boolean =>
  [
    ...document.querySelectorAll(
      `[role=menu],[role=listbox],[role=alertdialog],[role=dialog]:not(${but})`,
    ),
  ].some((layer) => !layer.closest(gone))

/** Marks a form that handles Escape itself. */
const CLOSES = '[data-closes]'

/** Such a form handles Escape before the panel around it. */
export const isOfForm = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(CLOSES) !== null

/** The same for layers above the page. */
export const isEscapeTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || isLayerOpen('[data-docked]') || isOfForm(event)
