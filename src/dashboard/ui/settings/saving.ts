// How the settings of one section are saved: each at once, one after the other, and the last one can be undone.
import { notifyManager } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { createStore, type ValueStore } from '../hooks/value-store.ts'
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
  checks?: { [Name in keyof Values]?: (value: Values[Name]) => string | undefined }
}

/** What is said beside a field; `undo` while the value before can be restored. */
export type Note = { field: string; stage: 'saving' | 'saved' | 'undone'; undo?: () => void }

type State<Values> = {
  /** What is shown instead of the stored value: not saved yet, or refused. */
  drafts: Partial<Values>
  errors: Readonly<Partial<Record<string, string>>>
  note: Note | undefined
}

/** A save that a person began; `undo` restores what was there before. */
type Save = { field: string; send: () => unknown; undo: () => void; isUndo: boolean }

export type Saving<Values> = {
  state: ValueStore<State<Values>>
  follow: (source: SettingsSource<Values>) => void
  edit: <Name extends keyof Values & string>(field: Name, value: Values[Name]) => void
  /** Saves what was typed into the field, if it differs and is valid. */
  commit: (field: keyof Values & string) => void
  /** Edits and saves; a refused choice is shown as it was. */
  choose: <Name extends keyof Values & string>(field: Name, value: Values[Name]) => void
  /** What is no value of `Values`, such as a picture. `send` returns how to restore the one before. */
  act: (field: string, send: () => Promise<() => unknown>) => void
  isUnsaved: () => boolean
  /** Saves everything that was typed; resolves when all is answered. */
  flush: () => Promise<unknown>
  /** Gives up what is not saved. */
  discard: () => void
  /** Nobody looks at the section any more: a refusal is a toast. */
  leave: () => void
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

export function createSaving<Values extends object>(first: SettingsSource<Values>): Saving<Values> {
  type Name = keyof Values & string
  const state = createStore<State<Values>>({ drafts: {}, errors: {}, note: undefined })
  const patch = (change: Partial<State<Values>>) => state.set({ ...state.get(), ...change })
  let source = first
  let last: Promise<unknown> = Promise.resolve()
  let isLeft = false
  /** Being saved, the newest of each field. */
  const sent = new Map<Name, unknown>()
  /** Saved, until the cache has it. */
  const stored = new Map<Name, unknown>()
  const known = (field: Name) => (stored.has(field) ? stored.get(field) : source.values[field])

  const isDraft = (field: string) => Object.hasOwn(state.get().drafts, field)
  const hold = (field: Name, value: Values[Name]) =>
    patch({ drafts: { ...state.get().drafts, [field]: value } })
  const drop = (field: Name) => {
    const { [field]: _dropped, ...drafts } = state.get().drafts
    patch({ drafts: drafts as Partial<Values> })
  }
  const refuse = (field: string, error: string | undefined) =>
    patch({ errors: { ...state.get().errors, [field]: error } })

  /** One after the other, so that the server has the newest last. */
  function run({ field, send, undo, isUndo }: Save, refused: (error: unknown) => void): void {
    refuse(field, undefined)
    patch({ note: { field, stage: 'saving' } })
    const before = last
    const save = async () => {
      await turn(before)
      try {
        await send()
        // By then the cache has told its readers of the new value.
        await new Promise<void>((resolve) => notifyManager.schedule(resolve))
        const note: Note = isUndo ? { field, stage: 'undone' } : { field, stage: 'saved', undo }
        patch({ note: isDraft(field) ? undefined : note })
      } catch (error) {
        if (state.get().note?.field === field) patch({ note: undefined })
        if (isLeft) toastError(t('settings.notSaved'), sentenceOf(error))
        refused(error)
      }
    }
    last = save()
  }

  function save(field: Name, isChoice: boolean, isUndo = false): void {
    if (!isDraft(field)) return
    const value = state.get().drafts[field] as Values[Name]
    const next = trimmed(value)
    if (isSame(next, trimmed(sent.has(field) ? sent.get(field) : known(field)))) {
      if (!sent.has(field)) drop(field)
      return
    }
    const check = source.checks?.[field as keyof Values]
    const fault = isUndo ? undefined : check?.(value)
    if (fault) return refuse(field, fault)
    sent.set(field, next)
    let before: Values[Name]
    /** What was typed meanwhile is newer than the answer. */
    const isShown = () => isSame(state.get().drafts[field], value)
    const answered = () => void (isSame(sent.get(field), next) && sent.delete(field))
    const send = async () => {
      before = known(field) as Values[Name]
      const all = { ...source.values, ...Object.fromEntries([...stored, ...sent]) }
      await source.save({ [field]: next } as unknown as Partial<Values>, all)
      stored.set(field, next)
      answered()
      notifyManager.schedule(() => isShown() && drop(field))
    }
    const undo = () => {
      hold(field, before)
      save(field, isChoice, true)
    }
    run({ field, send, undo, isUndo }, (error) => {
      answered()
      if (!isShown()) return
      if (isChoice) drop(field)
      refuse(field, sentenceOf(error))
    })
  }

  const flush = () => {
    for (const field of Object.keys(state.get().drafts) as Name[]) save(field, false)
    return last
  }

  return {
    state,
    follow(next) {
      for (const field of stored.keys()) {
        if (!isSame(next.values[field], source.values[field])) stored.delete(field)
      }
      source = next
    },
    edit(field, value) {
      hold(field, value)
      if (state.get().errors[field]) refuse(field, undefined)
      // Beside a text that is being typed 'Saved' would be wrong.
      if (state.get().note?.field === field) patch({ note: undefined })
    },
    commit: (field) => save(field, false),
    choose(field, value) {
      hold(field, value)
      save(field, true)
    },
    act(field, send) {
      let back: () => unknown = () => undefined
      const refused = (error: unknown) => refuse(field, sentenceOf(error))
      const undo = () => run({ field, send: () => back(), undo, isUndo: true }, refused)
      run({ field, send: async () => (back = await send()), undo, isUndo: false }, refused)
    },
    isUnsaved: () => sent.size > 0 || Object.keys(state.get().drafts).length > 0,
    flush,
    discard: () => patch({ drafts: {}, errors: {} }),
    leave() {
      isLeft = true
      void flush()
    },
  }
}
