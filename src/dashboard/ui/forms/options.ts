// What a choice's button and its list, which comes late, know of each other.

export type Option<Value extends string> = { value: Value; label: string }

/** `onChoose` gets the place of the chosen option. */
export type OpenedChoice = {
  id: string
  isOpen: boolean
  button: { current: HTMLButtonElement | null }
  options: readonly Option<string>[]
  value: string | null
  onChoose: (place: number) => void
  onClose: () => void
}
