// Layers above the page that take the keys while they are open: menus, selects, dialogs.

/**
 * A select's list stays mounted once its field had the focus; hidden ones and those that are fading out do not count.
 */
const gone = '[hidden],[inert],[data-closed]'

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
