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

/** Such a form takes Escape for itself, before the panel around it. */
export const isOfForm = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(CLOSES) !== null

/** The same of what lies above the page. */
export const isEscapeTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || isLayerOpen('[data-docked]') || isOfForm(event)
