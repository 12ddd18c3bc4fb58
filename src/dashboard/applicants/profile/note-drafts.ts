// What was begun and not sent, by applicant: stepping to the next person and back loses nothing.
import { useSyncExternalStore } from 'react'

const drafts = new Map<string, string>()
const watchers = new Set<() => void>()

export function setDraft(applicantId: string, text: string): void {
  if (text) drafts.set(applicantId, text)
  else drafts.delete(applicantId)
  for (const watcher of watchers) watcher()
}

/** A note that could not be saved is in the field again, below what has been begun there since. */
export function giveBack(applicantId: string, text: string): void {
  const begun = drafts.get(applicantId)
  setDraft(applicantId, begun ? `${begun}\n\n${text}` : text)
}

export const useDraft = (applicantId: string): string =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => drafts.get(applicantId) ?? '',
  )
