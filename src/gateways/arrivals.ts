// How a request that this process sends to the public address arrives here: what the proxies between make of it.
import { randomUUID } from 'node:crypto'

export type Arrival = {
  headers: Readonly<Record<string, string>>
  /** As limits name it. */
  network: string
}

export type Arrivals = {
  /** The token that the request carries; `end` returns how it arrived, undefined when another process got it, or nobody. */
  begin(): { token: string; end: () => Arrival | undefined }
  note(token: string, arrival: Arrival): void
}

export function createArrivals(): Arrivals {
  const expected = new Map<string, Arrival | undefined>()
  return {
    begin() {
      const token = randomUUID()
      expected.set(token, undefined)
      return {
        token,
        end() {
          const arrival = expected.get(token)
          expected.delete(token)
          return arrival
        },
      }
    },
    note(token, arrival) {
      if (expected.has(token)) expected.set(token, arrival)
    },
  }
}
