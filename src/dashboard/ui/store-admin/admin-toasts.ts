// Short messages inside a store's admin are said by the admin, where it can say them: one line, and one button.
import type { Message } from '../popups/toaster.tsx'
import { bridge } from './admin-frame.ts'

/** How long the admin shows a problem, which our own message would show until it is closed. */
const PROBLEM_MS = 10_000
/** The admin's ids by ours. */
const said = new Map<string, string>()

function say({ id, tone, text, details = [], action }: Message): boolean {
  const toast = bridge()?.toast
  if (!toast || tone === 'alarm' || typeof text !== 'string') return false
  hide(id)
  said.set(
    id,
    toast.show([text, ...details].join(' '), {
      isError: tone === 'problem',
      ...(tone === 'problem' && { duration: PROBLEM_MS }),
      ...(action && { action: action.label, onAction: action.run }),
    }),
  )
  return true
}

function hide(id: string): void {
  const there = said.get(id)
  if (there !== undefined) bridge()?.toast.hide(there)
  said.delete(id)
}

export const adminToasts = { say, hide }
