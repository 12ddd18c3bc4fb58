// Events as a stream carries them: made once, however many streams they go to.
import type { LiveEvent, StreamSignal } from '#domain/live/live-events.ts'

const frame = (event: string, data: string, id?: number): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${data}\n${id === undefined ? '' : `id: ${id}\n`}\n`)

export const signalFrame = (signal: StreamSignal, id?: number): Buffer => frame(signal, '{}', id)

type Framed = { position: number; about: string | undefined; bytes: Buffer }

/** Events that are sent together, in the order of their positions. */
export class Frames {
  readonly #framed: readonly Framed[]
  readonly #all: Buffer
  readonly #first: number
  /** The position of the newest. */
  readonly last: number

  constructor(events: readonly LiveEvent[]) {
    this.#framed = events.map(({ name, data, position, subject_id }) => ({
      position,
      about: name === 'membership.changed' ? subject_id : undefined,
      bytes: frame(name, data, position),
    }))
    this.#all = Buffer.concat(this.#framed.map(({ bytes }) => bytes))
    this.#first = events[0]?.position ?? 0
    this.last = events.at(-1)?.position ?? 0
  }

  /** For nearly every stream the same bytes. */
  after(position: number): Buffer {
    return position < this.#first ? this.#all : this.#only((one) => one.position > position)
  }

  /** Only the events about this user: a removed member receives nothing else. */
  about(userId: string, after: number): Buffer {
    return this.#only(({ about, position }) => about === userId && position > after)
  }

  isAbout(userId: string): boolean {
    return this.#framed.some(({ about }) => about === userId)
  }

  #only(isWanted: (one: Framed) => boolean): Buffer {
    return Buffer.concat(this.#framed.filter(isWanted).map(({ bytes }) => bytes))
  }
}
