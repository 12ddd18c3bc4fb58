// Unsent drafts of notes, by applicant: stepping to the next one and back loses nothing.
import { createPersonStore, useStored } from '../../ui/hooks/value-store.ts'

const drafts = createPersonStore<ReadonlyMap<string, string>>(new Map())

export function setDraft(applicantId: string, text: string): void {
  const next = new Map(drafts.get())
  if (text) next.set(applicantId, text)
  else next.delete(applicantId)
  drafts.set(next)
}

/** A note that could not be saved returns to the field, below what was typed since. */
export function restoreDraft(applicantId: string, text: string): void {
  const begun = drafts.get().get(applicantId)
  setDraft(applicantId, begun ? `${begun}\n\n${text}` : text)
}

export const useDraft = (applicantId: string): string =>
  useStored(drafts, (all) => all.get(applicantId) ?? '')
