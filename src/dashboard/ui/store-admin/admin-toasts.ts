// Good and neutral news inside a store's admin are said by the admin, where it can say them: one line, and one button. Its messages go by themselves, and a problem has to stay until it is closed.
import type { Message } from '../popups/toaster.tsx'
import { bridge } from './admin-frame.ts'

/** The admin's ids by ours. */
const shown = new Map<string, string>()

function showToast({ id, tone, text, details = [], action }: Message): boolean {
  const toast = bridge()?.toast
  if (!toast || tone === 'alarm' || tone === 'problem' || typeof text !== 'string') return false
  hide(id)
  shown.set(
    id,
    toast.show([text, ...details].join(' '), {
      ...(action && { action: action.label, onAction: action.run }),
    }),
  )
  return true
}

function hide(id: string): void {
  const there = shown.get(id)
  if (there !== undefined) bridge()?.toast.hide(there)
  shown.delete(id)
}

export const adminToasts = { showToast, hide }
