// How many of something are open at this process for each key: connections of a network, streams of a person.

export class OpenCounts {
  readonly #counts = new Map<string, number>()

  /** False where `most` are open already. */
  hasRoom(key: string, most: number): boolean {
    return (this.#counts.get(key) ?? 0) < most
  }

  /** Counts one more. What it returns is called when that one is closed; a second call changes nothing. */
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
