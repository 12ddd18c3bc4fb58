// The context that a select's button shares with its lazily loaded list.

export type Option<Value extends string> = { value: Value; label: string }

/** `onChoose` gets the index of the chosen option. */
export type OpenedChoice = {
  id: string
  isOpen: boolean
  button: { current: HTMLButtonElement | null }
  options: readonly Option<string>[]
  value: string | null
  onChoose: (place: number) => void
  onClose: () => void
}
