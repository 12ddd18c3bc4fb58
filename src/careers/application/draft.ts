// Stores what was typed into the application form on this device until it is submitted. Of the CV only that there is one: the
// server, which has it, shows it again for as long as it waits.
import { DRAFT_DAYS } from '#domain/careers/widget.ts'

/** `at`: when it was typed, in milliseconds; a draft without it is too old. */
type Draft = {
  job: string
  email: string
  values: Record<string, string>
  hasCv?: boolean
  at?: number
}

const KEY = 'storehand-draft'
/** Never stored: they belong to the visit, not to the person. */
const visitOnly = new Set(['token', 'cvId', 'cvFile', 'email'])

/** Storage throws in a frame when the browser blocks third-party storage: then nothing is kept. */
export function guarded<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

export function saveDraft(
  job: string,
  email: string,
  form: HTMLFormElement,
  isCvGone = false,
): void {
  const values: Record<string, string> = {}
  const entries = new FormData(form)
  for (const [name, value] of entries) {
    if (typeof value === 'string' && value && !visitOnly.has(name)) values[name] = value
  }
  // Missed until another one is added.
  const hasCv = isCvGone || Boolean(entries.get('cvId'))
  if (!hasCv && Object.keys(values).length === 0) return deleteDraft()
  const draft: Draft = { job, email, values, hasCv, at: Date.now() }
  guarded(() => localStorage.setItem(KEY, JSON.stringify(draft)))
}

/** Only for the same job and the same verified address: another person at this device must not see it. */
export function readDraft(job: string, email: string): Draft | null {
  const draft = guarded(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Draft | null)
  if (draft && !(Date.now() - (draft.at ?? 0) < DRAFT_DAYS * 86_400_000)) {
    deleteDraft()
    return null
  }
  return draft?.job === job && draft.email === email ? draft : null
}

export function deleteDraft(): void {
  guarded(() => localStorage.removeItem(KEY))
}
