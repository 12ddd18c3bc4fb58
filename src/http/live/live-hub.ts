// All live streams of this process; permissions are checked once for all, each frame is built once.
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { HEARTBEAT_MS, type LiveEvent } from '#domain/live/live-events.ts'
import { OPEN_AT_ONCE, type Network } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findUnchanged } from '#features/accounts/sessions/read-actor.ts'
import type { Deps } from '#features/deps.ts'
import { resumeEvents } from '#features/live/resume-events.ts'
import { OpenCounts } from '../server/open-counts.ts'
import { Frames, signalFrame } from './stream-frames.ts'

/** The longest time until a sign-out, an expired session, or a removal without an event is noticed. */
const LOOK_MS = 4000
/** A stream this far behind is closed: the client reconnects and gets the missed events, or a reset. */
const WAITING_EVENTS = 5000
const WAITING_BYTES = 4 * 1024 * 1024

const TURN = 100

const heartbeat = signalFrame('heartbeat')

/** What a stream is written to: Node's own response. Web streams between them cost three times as much, for each stream and each event. */
export type Out = Pick<Writable, 'write' | 'end' | 'destroy' | 'once' | 'writableLength'>

type Stream = {
  readonly actor: Actor
  readonly channel: Channel
  readonly out: Out
  readonly release: () => void
  /**
   * Events that arrived while missed ones were read; undefined once the stream is written to with the others of its
   * organization.
   */
  early: LiveEvent[] | undefined
  /** The position of the last event that was sent. */
  sentUpTo: number
  lastWrite: number
  isOver: boolean
}

/** The streams of one organization at this process. */
type Channel = {
  readonly organizationId: OrganizationId
  readonly streams: Set<Stream>
  /** Not sent yet. */
  waiting: LiveEvent[]
  stopListening: () => void
  isDispatching: boolean
}

export class LiveHub {
  readonly #deps: Deps
  readonly #channels = new Map<string, Channel>()
  readonly #ofPerson = new OpenCounts()
  readonly #ofNetwork = new OpenCounts()
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
   * Throws when the person or the network has too many open streams. The newest is refused instead of ending the
   * oldest: the screens of both would reconnect, and end each other forever.
   */
  requireRoom(actor: Actor, network: Network): void {
    const isFree =
      this.#ofPerson.hasRoom(actor.user_id, OPEN_AT_ONCE.streamsOfPerson) &&
      (!network.isCounted || this.#ofNetwork.hasRoom(network.name, OPEN_AT_ONCE.streams))
    if (!isFree) throw new AppError('live.tooMany', { retryAfter: 30 })
  }

  /** The caller must have called `requireRoom`. */
  open(actor: Actor, network: Network, after: number | undefined, out: Out): void {
    const closers = [this.#ofPerson.open(actor.user_id), this.#ofNetwork.open(network.name)]
    const channel = this.#channel(approvedMember(actor).organizationId)
    const stream: Stream = {
      actor,
      channel,
      out,
      release: () => closers.forEach((close) => close()),
      early: [],
      sentUpTo: 0,
      lastWrite: this.#now(),
      isOver: false,
    }
    // Subscribes before the missed events are read: an event that arrives in between is in both, and sent once.
    channel.streams.add(stream)
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref()
    out.once('close', () => this.#end(stream))
    out.once('error', () => this.#end(stream))
    void this.#begin(stream, after)
  }

  #channel(organizationId: OrganizationId): Channel {
    const known = this.#channels.get(organizationId)
    if (known) return known
    const channel: Channel = {
      organizationId,
      streams: new Set(),
      waiting: [],
      stopListening: () => {},
      isDispatching: false,
    }
    channel.stopListening = this.#deps.events.listenFor(organizationId, (events) => {
      channel.waiting.push(...events)
      for (const stream of channel.streams) {
        stream.early?.push(...events)
        const behind = stream.early ?? channel.waiting
        if (behind.length > WAITING_EVENTS) this.#letGo(stream)
      }
      void this.#dispatch(channel)
    })
    this.#channels.set(organizationId, channel)
    return channel
  }

  async #begin(stream: Stream, after: number | undefined): Promise<void> {
    try {
      const { isComplete, missed, position } = await resumeEvents(this.#deps, stream.actor, after)
      if (this.#deps.closing.aborted) this.#end(stream)
      if (stream.isOver) return
      this.#write(stream, signalFrame('hello', after === undefined ? position : undefined))
      if (!isComplete) this.#write(stream, signalFrame('reset', position))
      stream.sentUpTo = isComplete && after !== undefined ? after : position
      const early = stream.early?.filter((event) => event.position > position) ?? []
      stream.early = [...missed, ...early]
      while (stream.early.length > 0) {
        await this.#sendFrames([stream], stream.early.splice(0))
      }
      stream.early = undefined
    } catch (error) {
      // Nothing is lost: the dashboard reconnects with its last position.
      this.#deps.log.warn({ err: error }, 'a live stream ended early')
      this.#end(stream)
    }
  }

  /** Sends waiting events. Events that arrive meanwhile wait for the next permission check. */
  async #dispatch(channel: Channel): Promise<void> {
    if (channel.isDispatching) return
    channel.isDispatching = true
    try {
      while (channel.waiting.length > 0) {
        // Taken before the permission check, so that a member who was removed before an event does not receive it.
        const events = channel.waiting.splice(0)
        const begun = [...channel.streams].filter(({ early }) => early === undefined)
        await this.#sendFrames(begun, events)
      }
    } finally {
      channel.isDispatching = false
    }
  }

  /** Sends events after one permission check, in frames that are built once. */
  async #sendFrames(streams: readonly Stream[], events: readonly LiveEvent[]): Promise<void> {
    const mayHear = await this.#mayHear(streams)
    const frames = new Frames(events)
    for (const [index, stream] of streams.entries()) {
      // A thousand connections are written to in turns, and other requests are answered in between.
      if (index % TURN === TURN - 1) await setImmediate()
      if (stream.isOver) continue
      const isAllowed = mayHear.has(stream.actor)
      const { user_id } = stream.actor
      this.#write(
        stream,
        isAllowed ? frames.after(stream.sentUpTo) : frames.about(user_id, stream.sentUpTo),
      )
      stream.sentUpTo = Math.max(stream.sentUpTo, frames.last)
      // The page reads its session again, and opens the next stream with that.
      if (!isAllowed || frames.isAbout(user_id)) this.#end(stream)
    }
  }

  /** One permission check for all streams of this process, and heartbeats for idle ones. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const streams = this.#all()
    const mayHear = await this.#mayHear(streams)
    this.#isLooking = false
    const now = this.#now()
    for (const stream of streams) {
      if (stream.isOver) continue
      if (!mayHear.has(stream.actor)) this.#end(stream)
      // The next look would come too late.
      else if (now - stream.lastWrite >= HEARTBEAT_MS - LOOK_MS) this.#write(stream, heartbeat)
    }
  }

  /** When the database is unreachable the streams end too: their dashboards reconnect and are authenticated again. */
  #mayHear(streams: readonly Stream[]): Promise<ReadonlySet<Actor>> {
    return findUnchanged(
      this.#deps,
      streams.map(({ actor }) => actor),
    ).catch(() => new Set<Actor>())
  }

  #write(stream: Stream, bytes: Buffer): void {
    if (bytes.length === 0 || stream.isOver) return
    stream.out.write(bytes)
    stream.lastWrite = this.#now()
    if (stream.out.writableLength > WAITING_BYTES) this.#letGo(stream)
  }

  #letGo(stream: Stream): void {
    this.#end(stream)
    // Including its buffered data.
    stream.out.destroy()
  }

  /** What was written is still sent. */
  #end(stream: Stream): void {
    if (stream.isOver) return
    stream.isOver = true
    stream.release()
    stream.early = undefined
    const { channel } = stream
    channel.streams.delete(stream)
    if (channel.streams.size === 0) {
      channel.stopListening()
      this.#channels.delete(channel.organizationId)
    }
    if (this.#channels.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    stream.out.end()
  }

  #all(): Stream[] {
    return [...this.#channels.values()].flatMap(({ streams }) => [...streams])
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }
}
