// Components that open above the page. The first render needs none of them, and every screen needs them soon after.
import { late } from '../lazy-part.tsx'

export const MenuPopup = late(async () => (await import('./menu-popup.tsx')).MenuPopup)
export const ChoicePopup = late(async () => (await import('../forms/choice-popup.tsx')).ChoicePopup)
export const Tooltips = late(async () => (await import('./tooltips.tsx')).Tooltips)
export const LateBottomSheet = late(async () => (await import('./bottom-sheet.tsx')).BottomSheet)
export const LateConfirmDialog = late(async () => (await import('./dialog.tsx')).ConfirmDialog)
