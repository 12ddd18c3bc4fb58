// How the settings of one section are saved: each at once, one after the other, and the last one can be undone.
import { notifyManager } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { createStore } from '../hooks/value-store.ts'
import { toastError } from '../popups/toast.tsx'

export type SettingsSource<Values> = {
  /** As they are stored. */
  values: Values
  /**
   * Stores one of them; when it resolves, `values` of the next render have it. `all`: with whatever else is being saved,
   * for addresses that take several together.
   */
  save: (change: Partial<Values>, all: Values) => unknown
  /** What can be known to be wrong before it is sent. */
  check?: (change: Partial<Values>) => string | undefined
}

/** What is said beside a field; `undo` while the value before can be restored. */
export type Note = { field: string; stage: 'saving' | 'saved' | 'undone'; undo?: () => void }

type State<Values> = {
  /** What is shown instead of the stored value: not saved yet, or refused. */
  drafts: Partial<Values>
  errors: Readonly<Partial<Record<string, string>>>
  note: Note | undefined
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
/** Spaces around a text are no change, and are not stored. */
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** A save sends one field, so whatever the server has to say about fields is about that. */
function sentenceOf(error: unknown): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields) : []
  return first ?? reasonOf(error)
}

const waiting = new Set<() => void>()
/** The page closes: what waits for an earlier answer is sent without it. */
export const sendAllNow = (): void => waiting.forEach((go) => go())

/** Resolves after `before`. */
const turn = (before: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    waiting.add(resolve)
    void before.then(() => {
      waiting.delete(resolve)
      resolve()
    })
  })

/** The saves of a section one after the other, so that the server has the newest last. */
function createQueue<Values>() {
  const state = createStore<State<Values>>({ drafts: {}, errors: {}, note: undefined })
  const patch = (change: Partial<State<Values>>) => state.set({ ...state.get(), ...change })
  const refuse = (field: string, error?: string) =>
    patch({ errors: { ...state.get().errors, [field]: error } })
  let last = Promise.resolve()
  /** `undo` restores what was there before; none of an undo itself. */
  async function save(
    field: string,
    send: () => unknown,
    refused: (error: unknown) => void,
    undo?: () => void,
  ): Promise<void> {
    refuse(field)
    patch({ note: { field, stage: 'saving' } })
    await turn(last)
    try {
      await send()
      // By then the cache has told its readers of the new value.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
      const note: Note = undo ? { field, stage: 'saved', undo } : { field, stage: 'undone' }
      // What is typed meanwhile is not saved.
      patch({ note: Object.hasOwn(state.get().drafts, field) ? undefined : note })
    } catch (error) {
      if (state.get().note?.field === field) patch({ note: undefined })
      refused(error)
    }
  }
  const run = (...work: Parameters<typeof save>) => void (last = save(...work))
  let isLeft = false
  const explain = (field: string, error: unknown) => {
    refuse(field, sentenceOf(error))
    if (isLeft) toastError(t('settings.notSaved'), sentenceOf(error))
  }
  return {
    state,
    patch,
    refuse,
    explain,
    run,
    settled: () => last,
    /** What is no value, such as a picture. `send` returns how to restore the one before. */
    act: (field: string, send: () => Promise<() => unknown>): void => {
      let back: () => unknown = () => undefined
      const refused = (error: unknown) => explain(field, error)
      const undo = () => run(field, () => back(), refused)
      run(field, async () => (back = await send()), refused, undo)
    },
    /** Nobody looks at the section any more. */
    leave: () => (isLeft = true),
  }
}

export function createSaving<Values extends object>(first: SettingsSource<Values>) {
  type Name = keyof Values & string
  const queue = createQueue<Values>()
  const { state, patch, refuse, run } = queue
  let source = first
  /** Being saved, the newest of each field. */
  const sent = new Map<string, unknown>()
  /** Saved, until the cache has it. */
  const stored = new Map<string, unknown>()
  const known = (field: Name) => (stored.has(field) ? stored.get(field) : source.values[field])

  const show = <Field extends Name>(field: Field, value: Values[Field]) =>
    patch({ drafts: { ...state.get().drafts, [field]: value } })
  const drop = (field: Name) => {
    const { [field]: _dropped, ...drafts } = state.get().drafts
    patch({ drafts: drafts as Partial<Values> })
  }

  function save(field: Name, isChoice: boolean, isUndo = false): void {
    const { drafts } = state.get()
    if (!Object.hasOwn(drafts, field)) return
    const value = drafts[field] as Values[Name]
    const next = trimmed(value)
    if (isSame(next, trimmed(sent.has(field) ? sent.get(field) : known(field)))) {
      if (!sent.has(field)) drop(field)
      return
    }
    const change = { [field]: next } as unknown as Partial<Values>
    const fault = isUndo ? undefined : source.check?.(change)
    if (fault) return refuse(field, fault)
    sent.set(field, next)
    let before: Values[Name]
    /** What was typed meanwhile is newer than the answer. */
    const isShown = () => isSame(state.get().drafts[field], value)
    const answered = () => void (isSame(sent.get(field), next) && sent.delete(field))
    const send = async () => {
      before = known(field) as Values[Name]
      const all = { ...source.values, ...Object.fromEntries([...stored, ...sent]) }
      await source.save(change, all)
      stored.set(field, next)
      answered()
      notifyManager.schedule(() => isShown() && drop(field))
    }
    const refused = (error: unknown) => {
      answered()
      if (!isShown()) return
      if (isChoice) drop(field)
      queue.explain(field, error)
    }
    const undo = () => {
      show(field, before)
      save(field, isChoice, true)
    }
    run(field, send, refused, isUndo ? undefined : undo)
  }

  /** Saves everything that was typed; resolves when all is answered. */
  const flush = () => {
    for (const field of Object.keys(state.get().drafts) as Name[]) save(field, false)
    return queue.settled()
  }

  return {
    state,
    flush,
    /** With each render. */
    follow: (next: SettingsSource<Values>): void => {
      for (const field of stored.keys() as MapIterator<Name>) {
        if (!isSame(next.values[field], source.values[field])) stored.delete(field)
      }
      source = next
    },
    edit: <Field extends Name>(field: Field, value: Values[Field]): void => {
      show(field, value)
      refuse(field)
      // Beside a text that is being typed 'Saved' would be wrong.
      if (state.get().note?.field === field) patch({ note: undefined })
    },
    /** Saves what was typed into the field, if it differs and is valid. */
    commit: (field: Name) => save(field, false),
    /** A refused choice is shown as it was. */
    choose: <Field extends Name>(field: Field, value: Values[Field]): void => {
      show(field, value)
      save(field, true)
    },
    act: queue.act,
    isUnsaved: () => sent.size > 0 || Object.keys(state.get().drafts).length > 0,
    discard: () => patch({ drafts: {}, errors: {} }),
    leave: (): void => {
      queue.leave()
      void flush()
    },
  }
}
