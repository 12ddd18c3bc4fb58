// The settings of one section: what its fields show, and how they save.
import { useEffect, useLayoutEffect, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useStored } from '../hooks/value-store.ts'
import { openSections } from './leave-settings.tsx'
import { SavedNote } from './saved-note.tsx'
import { createSaving, type SettingsSource } from './saving.ts'

type NamesOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name : never
}[keyof Values] &
  string

export type Settings<Values> = ReturnType<typeof useSettings<Values & object>>

/** A choice or a switch is saved when it changes; a text when the person leaves it, or presses Enter. */
export function useSettings<Values extends object>(source: SettingsSource<Values>) {
  const [saving] = useState(() => createSaving(source))
  useLayoutEffect(() => saving.follow(source))
  useEffect(() => {
    openSections.add(saving)
    return () => {
      saving.leave()
      openSections.delete(saving)
    }
  }, [saving])
  const { drafts, errors, note } = useStored(saving.state)
  const shown: Values = { ...source.values, ...drafts }
  const beside = (field: string, label: string): ReactElement => (
    <SavedNote
      label={label}
      note={note?.field === field ? note : undefined}
      error={errors[field]}
    />
  )
  const words = (field: string, label: string) => ({
    label,
    error: errors[field],
    beside: beside(field, label),
  })
  return {
    shown,
    errors,
    beside,
    edit: saving.edit,
    commit: saving.commit,
    choose: saving.choose,
    act: saving.act,
    isSaving: (field: string) => note?.field === field && note.stage === 'saving',
    /** Of a `TextInput` or a `TextArea`. */
    text: <Name extends NamesOf<Values, string>>(field: Name, label: string) => ({
      ...words(field, label),
      name: field,
      value: shown[field] as string,
      onChange: (event: { target: { value: string } }) =>
        saving.edit(field, event.target.value as Values[Name]),
      onBlur: () => saving.commit(field),
      onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        const { key, ctrlKey, metaKey, currentTarget, nativeEvent } = event
        if (key !== 'Enter' || nativeEvent.isComposing) return
        if (currentTarget instanceof HTMLTextAreaElement && !ctrlKey && !metaKey) return
        event.preventDefault()
        saving.commit(field)
      },
    }),
    /** Of a `ChoiceField`. */
    choice: <Name extends NamesOf<Values, string>>(field: Name, label: string) => ({
      ...words(field, label),
      value: shown[field],
      onChange: (value: Values[Name]) => saving.choose(field, value),
    }),
    /** Of a `LabelledSwitch`. */
    onOff: <Name extends NamesOf<Values, boolean>>(field: Name, label: string) => ({
      ...words(field, label),
      checked: shown[field] as boolean,
      onChange: (isOn: boolean) => saving.choose(field, isOn as Values[Name]),
    }),
  }
}
