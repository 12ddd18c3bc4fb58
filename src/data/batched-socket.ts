// Writes to the database's socket in batches, one for each turn of the event loop.
import { Socket } from 'node:net'

/**
 * Everything written in one turn of the event loop is sent in one system call: the overview sends twenty queries at
 * once, which would otherwise take twenty calls (25 writes a request without this, 7 with it).
 */
export class BatchedSocket extends Socket {
  #isHeld = false

  /** The driver corks the socket around each query with parameters. */
  override cork(): void {
    super.cork()
    if (this.#isHeld) return
    this.#isHeld = true
    super.cork()
    // After pending promise callbacks, because they send the queries.
    process.nextTick(() => {
      this.#isHeld = false
      super.uncork()
    })
  }
}
