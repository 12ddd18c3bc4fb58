// The draft of an ad's text in one further language.
import { jobTextFields, type JobText, type JobTextInput } from '#domain/jobs/job-texts.ts'

export type TextDraft = {
  words: JobTextInput
  /** Translated by a machine, and not confirmed as read by a person. */
  isMachineMade: boolean
  /** The revision that it is based on; 0: there was none. */
  revision: number
  /** The text that a translation replaced. */
  replaced: JobTextInput | null
}

export const draftOf = (saved: JobText | undefined): TextDraft => ({
  words: {
    title: saved?.title ?? '',
    description: saved?.description ?? '',
    requirements: saved?.requirements ?? '',
    benefits: saved?.benefits ?? '',
  },
  isMachineMade: saved?.is_machine_made ?? false,
  revision: saved?.revision ?? 0,
  replaced: null,
})

export function isChanged(draft: TextDraft | undefined, saved: JobText | undefined): boolean {
  if (!draft) return false
  const before = draftOf(saved)
  return (
    draft.isMachineMade !== before.isMachineMade ||
    jobTextFields.some((field) => draft.words[field] !== before.words[field])
  )
}

/** Another person saved or deleted it since this draft was begun. */
export const isOutdated = (draft: TextDraft | undefined, saved: JobText | undefined): boolean =>
  isChanged(draft, saved) && draft?.revision !== (saved?.revision ?? 0)
