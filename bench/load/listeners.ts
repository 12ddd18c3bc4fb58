// Live streams that count their events and store none.
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Streams that are opened at once. */
const OPENING = 20

class Listener {
  readonly #socket: Socket
  events = 0
  heardAt = 0
  hasEnded = false

  constructor(url: URL, token: string, place: number) {
    this.#socket = connect(Number(url.port), url.hostname)
    // Each from another network, because one network may hold 200.
    const network = `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`
    this.#socket.write(
      `GET /api/live HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${token}\r\nx-forwarded-for: ${network}\r\n\r\n`,
    )
  }

  /** Resolves at the greeting. */
  begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('close', () => {
        this.hasEnded = true
        reject(new Error('a stream ended'))
      })
      this.#socket.on('error', reject)
      this.#socket.on('data', (bytes: Buffer) => {
        if (bytes.includes('event: hello')) resolve()
        else if (bytes.includes('event: applicant.updated')) {
          this.events += 1
          this.heardAt = performance.now()
        }
      })
    })
  }

  end(): void {
    this.#socket.removeAllListeners('close').destroy()
  }
}

export function createListeners() {
  const listeners: Listener[] = []
  return {
    /** One stream for each token. */
    async open(url: string, tokens: readonly string[]): Promise<void> {
      let next = 0
      const worker = async () => {
        for (let place = next++; place < tokens.length; place = next++) {
          const listener = new Listener(new URL(url), tokens[place] ?? '', place)
          listeners.push(listener)
          await listener.begin()
        }
      }
      await Promise.all(Array.from({ length: OPENING }, worker))
    },

    /** Milliseconds from each of several changes, one after the other, until the last stream has received it. */
    async hear(publish: () => Promise<unknown>, events: number): Promise<number[]> {
      const lasts: number[] = []
      for (let event = 0; event < events; event++) {
        const before = listeners.map((listener) => listener.events)
        const began = performance.now()
        await publish()
        while (listeners.some((listener, place) => listener.events === before[place])) {
          if (listeners.some(({ hasEnded }) => hasEnded)) throw new Error('a stream ended')
          await wait(5)
        }
        lasts.push(Math.max(...listeners.map(({ heardAt }) => heardAt)) - began)
      }
      return lasts
    },

    end(): void {
      for (const listener of listeners) listener.end()
    },
  }
}
