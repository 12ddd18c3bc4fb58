// Counts what is open in this process for each key: connections of a network, streams of a person.

export class OpenCounts {
  readonly #counts = new Map<string, number>()

  /** False when `most` are already open. */
  hasRoom(key: string, most: number): boolean {
    return (this.#counts.get(key) ?? 0) < most
  }

  /** Adds one and returns a function that subtracts it; further calls of that function do nothing. */
  open(key: string): () => void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      const left = (this.#counts.get(key) ?? 1) - 1
      if (left > 0) this.#counts.set(key, left)
      else this.#counts.delete(key)
    }
  }
}
