// What was typed into the application form, kept on this device until it is sent.

type Draft = { job: string; email: string; values: Record<string, string> }

const KEY = 'storehand-draft'
/** Never kept: they belong to the visit, not to the person. */
const visitOnly = new Set(['token', 'cvId', 'cvFile', 'email'])

/** Storage throws inside a shop's frame where third-party storage is refused: a draft is a comfort, not a promise. */
function guarded<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

export function saveDraft(job: string, email: string, form: HTMLFormElement): void {
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value && !visitOnly.has(name)) values[name] = value
  }
  const draft: Draft = { job, email, values }
  guarded(() => localStorage.setItem(KEY, JSON.stringify(draft)))
}

/** Only for the same job and the same proven address: the next person at this device must not see it. */
export function readDraft(job: string, email: string): Record<string, string> | null {
  const draft = guarded(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Draft | null)
  return draft?.job === job && draft.email === email ? draft.values : null
}

export function deleteDraft(): void {
  guarded(() => localStorage.removeItem(KEY))
}
