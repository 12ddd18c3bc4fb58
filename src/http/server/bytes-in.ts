// Counts the bytes that each network sent to this process within the last minute.

const WINDOW_MS = 60_000
const SLICE_MS = 5000

export class BytesIn {
  /** Oldest first. Whole slices expire, so an inactive network uses no memory. */
  #slices: { began: number; bytes: Map<string, number> }[] = []

  add(network: string, bytes: number, now: number): void {
    this.#forget(now)
    let last = this.#slices.at(-1)
    if (!last || now - last.began >= SLICE_MS) {
      last = { began: now, bytes: new Map() }
      this.#slices.push(last)
    }
    last.bytes.set(network, (last.bytes.get(network) ?? 0) + bytes)
  }

  withinMinute(network: string, now: number): number {
    this.#forget(now)
    return this.#slices.reduce((sum, { bytes }) => sum + (bytes.get(network) ?? 0), 0)
  }

  #forget(now: number): void {
    while (this.#slices[0] && now - this.#slices[0].began >= WINDOW_MS) this.#slices.shift()
  }
}
