// Everybody who listens at this process. Who may still listen is asked once for all of them, and each event is written once.
import { setImmediate } from 'node:timers/promises'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { HEARTBEAT_MS, type LiveEvent, type StreamSign } from '#domain/live/live-events.ts'
import { OPEN_AT_ONCE, type Network } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findUnchanged } from '#features/accounts/sessions/read-actor.ts'
import type { Deps } from '#features/deps.ts'
import { resumeEvents } from '#features/live/resume-events.ts'
import { OpenCounts } from '../server/open-counts.ts'

/** A sign-out or the end of a session is noticed after this at the latest, and a removal that no event told of. */
const LOOK_MS = 4000
/** A reader so far behind is let go: it comes back and is told what it missed, or to read everything anew. */
const WAITING_EVENTS = 5000
const WAITING_BYTES = 4 * 1024 * 1024

const TURN = 100

const encoder = new TextEncoder()

type Stream = {
  readonly actor: Actor
  readonly room: Room
  readonly out: ReadableStreamDefaultController<Uint8Array>
  /** Ends the connection, whatever still waits in it. */
  readonly cut: () => void
  readonly giveBack: () => void
  /** Not told yet. */
  waiting: LiveEvent[]
  /** The place up to which everything was told; undefined until it is known what was missed. */
  told: number | undefined
  spoke: number
  isOver: boolean
}

/** The streams of one organization at this process. */
type Room = {
  readonly organizationId: OrganizationId
  readonly streams: Set<Stream>
  stopListening: () => void
  isTelling: boolean
}

export class LiveHub {
  readonly #deps: Deps
  readonly #rooms = new Map<string, Room>()
  readonly #ofPerson = new OpenCounts()
  readonly #ofNetwork = new OpenCounts()
  /** Written once, however many streams an event goes to. */
  readonly #frames = new WeakMap<LiveEvent, Uint8Array>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false

  constructor(deps: Deps) {
    this.#deps = deps
    deps.closing.addEventListener('abort', () => this.#all().forEach((stream) => this.#end(stream)))
  }

  /** The open streams of this process. */
  count(): number {
    return this.#all().length
  }

  /**
   * Throws where the person or the network has as many streams open as it may. The newest is refused and not the oldest ended:
   * the screens of both would come back, and end each other for ever.
   */
  requireRoom(actor: Actor, network: Network): void {
    const isFree =
      this.#ofPerson.hasRoom(actor.user_id, OPEN_AT_ONCE.streamsOfPerson) &&
      (!network.isCounted || this.#ofNetwork.hasRoom(network.name, OPEN_AT_ONCE.streams))
    if (!isFree) throw new AppError('live.tooMany', { retryAfter: 30 })
  }

  /** What `requireRoom` says of it must have been asked before. `cut` ends the connection. */
  open(
    actor: Actor,
    network: Network,
    after: number | undefined,
    cut: () => void,
  ): ReadableStream<Uint8Array> {
    const closers = [this.#ofPerson.open(actor.user_id), this.#ofNetwork.open(network.name)]
    let opened: Stream | undefined
    return new ReadableStream<Uint8Array>(
      {
        start: (out) => {
          const room = this.#room(approvedMember(actor).organizationId)
          const stream: Stream = {
            actor,
            room,
            out,
            cut,
            giveBack: () => closers.forEach((close) => close()),
            waiting: [],
            told: undefined,
            spoke: this.#now(),
            isOver: false,
          }
          opened = stream
          // Listening begins before the missed is read: what comes in between is in both, and told once.
          room.streams.add(stream)
          this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref()
          void this.#begin(stream, after)
        },
        cancel: () => {
          if (opened) this.#end(opened)
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES }),
    )
  }

  #room(organizationId: OrganizationId): Room {
    const known = this.#rooms.get(organizationId)
    if (known) return known
    const streams = new Set<Stream>()
    const room: Room = { organizationId, streams, stopListening: () => {}, isTelling: false }
    room.stopListening = this.#deps.events.listenFor(organizationId, (events) => {
      for (const stream of streams) {
        stream.waiting.push(...events)
        if (stream.waiting.length > WAITING_EVENTS) this.#letGo(stream)
      }
      void this.#tell(room)
    })
    this.#rooms.set(organizationId, room)
    return room
  }

  async #begin(stream: Stream, after: number | undefined): Promise<void> {
    try {
      const { isComplete, missed, position } = await resumeEvents(this.#deps, stream.actor, after)
      if (this.#deps.closing.aborted) this.#end(stream)
      if (stream.isOver) return
      this.#sign(stream, 'hello', after === undefined ? position : undefined)
      if (!isComplete) this.#sign(stream, 'reset', position)
      stream.told = isComplete && after !== undefined ? after : position
      stream.waiting.unshift(...missed)
      await this.#tell(stream.room)
    } catch (error) {
      // Nothing is lost: the dashboard comes back with the place it knows.
      this.#deps.log.warn({ err: error }, 'a live stream ended early')
      this.#end(stream)
    }
  }

  /** Hands out what waits, after one question who may hear it. What comes in meanwhile waits for the next question. */
  async #tell(room: Room): Promise<void> {
    if (room.isTelling) return
    room.isTelling = true
    try {
      for (;;) {
        const due = [...room.streams].filter(
          ({ told, waiting }) => told !== undefined && waiting.length > 0,
        )
        if (due.length === 0) return
        // Taken before it is asked who may hear it, so that whoever went before an event does not hear of it.
        const batches = due.map((stream) => ({ stream, events: stream.waiting.splice(0) }))
        const mayHear = await this.#mayHear(due)
        for (const [index, { stream, events }] of batches.entries()) {
          // A thousand connections are written to in turns, and other requests are answered in between.
          if (index % TURN === TURN - 1) await setImmediate()
          if (!stream.isOver) this.#handOut(stream, events, mayHear.has(stream.actor))
        }
      }
    } finally {
      room.isTelling = false
    }
  }

  #handOut(stream: Stream, events: readonly LiveEvent[], isAllowed: boolean): void {
    const isAbout = (event: LiveEvent) =>
      event.name === 'membership.changed' && event.subject_id === stream.actor.user_id
    const frames: Uint8Array[] = []
    for (const event of events) {
      // Whoever is out hears that, and nothing else.
      if (event.position <= (stream.told ?? 0) || (!isAllowed && !isAbout(event))) continue
      frames.push(this.#frameOf(event))
      stream.told = event.position
    }
    this.#write(stream, frames)
    // The page asks anew who it is, and opens the next stream as that.
    if (!isAllowed || events.some(isAbout)) this.#end(stream)
  }

  /** One question for all streams of this process, however many there are, and signs of life where nothing else was said. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const streams = this.#all()
    const mayHear = await this.#mayHear(streams)
    this.#isLooking = false
    for (const stream of streams) {
      if (stream.isOver) continue
      if (!mayHear.has(stream.actor)) this.#end(stream)
      // The next look would come too late.
      else if (this.#now() - stream.spoke >= HEARTBEAT_MS - LOOK_MS) this.#sign(stream, 'heartbeat')
    }
  }

  /** A database that is away ends the streams too: their dashboards come back and are asked who they are. */
  #mayHear(streams: readonly Stream[]): Promise<ReadonlySet<Actor>> {
    return findUnchanged(
      this.#deps,
      streams.map(({ actor }) => actor),
    ).catch(() => new Set<Actor>())
  }

  #sign(stream: Stream, sign: StreamSign, id?: number): void {
    this.#write(stream, [encoder.encode(frame(sign, '{}', id))])
  }

  #frameOf(event: LiveEvent): Uint8Array {
    const known = this.#frames.get(event)
    if (known) return known
    const made = encoder.encode(frame(event.name, event.data, event.position))
    this.#frames.set(event, made)
    return made
  }

  #write(stream: Stream, frames: readonly Uint8Array[]): void {
    const [first, ...more] = frames
    if (!first || stream.isOver) return
    stream.out.enqueue(more.length > 0 ? Buffer.concat(frames) : first)
    stream.spoke = this.#now()
    if ((stream.out.desiredSize ?? 0) < 0) this.#letGo(stream)
  }

  #letGo(stream: Stream): void {
    this.#end(stream)
    stream.cut()
  }

  /** What was written is still sent. */
  #end(stream: Stream): void {
    if (stream.isOver) return
    stream.isOver = true
    stream.giveBack()
    stream.waiting = []
    const { room } = stream
    room.streams.delete(stream)
    if (room.streams.size === 0) {
      room.stopListening()
      this.#rooms.delete(room.organizationId)
    }
    if (this.#rooms.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    try {
      stream.out.close()
    } catch {
      // The reader closed it first.
    }
  }

  #all(): Stream[] {
    return [...this.#rooms.values()].flatMap(({ streams }) => [...streams])
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }
}

const frame = (event: string, data: string, id?: number): string =>
  `event: ${event}\ndata: ${data}\n${id === undefined ? '' : `id: ${id}\n`}\n`
