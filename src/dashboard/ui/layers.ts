// What lies above the page and has the keys for itself while it is open: menus, lists of choices, dialogs.

/** Lists of choices stay in the document once their field had the focus; hidden ones are nobody's, and neither is what fades out. */
const gone = '[hidden],[inert],[data-closed]'

/** `but`: what shares its keys with the page. */
export const isLayerOpen = (but: string): boolean =>
  [
    ...document.querySelectorAll(
      `[role=menu],[role=listbox],[role=alertdialog],[role=dialog]:not(${but})`,
    ),
  ].some((layer) => !layer.closest(gone))

/** What a form is marked with that closes by Escape itself. */
const CLOSES = '[data-closes]'

/** Escape goes to what lies above the page, and to such a form, before it closes the panel around them. */
export const isEscapeTaken = ({ defaultPrevented, target }: KeyboardEvent): boolean =>
  defaultPrevented ||
  isLayerOpen('[data-docked]') ||
  (target instanceof Element && target.closest(CLOSES) !== null)
