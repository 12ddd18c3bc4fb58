// What was begun and not sent, by applicant: stepping to the next person and back loses nothing.
import { createStore, useStored } from '../../ui/hooks/value-store.ts'

const drafts = createStore<ReadonlyMap<string, string>>(new Map())

export function setDraft(applicantId: string, text: string): void {
  const next = new Map(drafts.get())
  if (text) next.set(applicantId, text)
  else next.delete(applicantId)
  drafts.set(next)
}

/** A note that could not be saved is in the field again, below what has been begun there since. */
export function giveBack(applicantId: string, text: string): void {
  const begun = drafts.get().get(applicantId)
  setDraft(applicantId, begun ? `${begun}\n\n${text}` : text)
}

export const useDraft = (applicantId: string): string =>
  useStored(drafts, (all) => all.get(applicantId) ?? '')
