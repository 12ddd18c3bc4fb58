// Reads uploaded pictures and draws posters and pictures for shared links: in a thread of its own, one at a time, within limits.
// A picture of millions of pixels takes a second of a processor, which no other request may wait for.
import { LRUCache } from 'lru-cache'
import { AppError } from '#domain/errors.ts'
import type { PosterSize, PosterWords, SocialWords } from '#domain/careers/job-picture.ts'
import type { PictureUse } from '#domain/organizations/profile.ts'
import { fewAtOnce } from '../few-at-once.ts'
import { openLimitedThread } from '../limited-thread.ts'
import type { ReadPicture } from '../organizations/logo-picture.ts'
import type { PictureMeasures, PictureRefusalCode } from '../organizations/picture-refusal.ts'

/** Where a shop's own picture is drawn. */
export type PictureBox = 'logo' | 'photo' | 'poster'

/** What the thread is sent, and answers. */
export type PictureWork =
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer>; use: PictureUse }
  | { kind: 'scale'; bytes: Uint8Array<ArrayBuffer>; box: PictureBox }
  | { kind: 'social'; words: SocialWords; logo: Uint8Array | null; photo: Uint8Array | null }
  | { kind: 'poster'; words: PosterWords; size: PosterSize; logo: Uint8Array | null }
export type PictureAnswer =
  | { read: ReadPicture }
  | { refused: PictureRefusalCode; measures: PictureMeasures | undefined }
  | { drawn: Uint8Array<ArrayBuffer> | null }

/** A shop's own picture; `href` names its content. `read` gives null when the file is gone. */
export type PictureSource = { href: string; read: () => Promise<Uint8Array | null> }

/** `owner`: the organization, which cannot fill a line alone. All throw `server.unavailable` when too many wait. */
export type Pictures = {
  /** Throws as readPicture does. */
  read(owner: string, bytes: Uint8Array, use: PictureUse): Promise<ReadPicture>
  /** A PNG. Without the pictures that cannot be read. */
  drawSocial(
    owner: string,
    words: SocialWords,
    pictures: { logo: PictureSource | null; photo: PictureSource | null },
  ): Promise<Uint8Array<ArrayBuffer>>
  /** A PDF. */
  drawPoster(
    owner: string,
    words: PosterWords,
    options: { size: PosterSize; logo: PictureSource | null },
  ): Promise<Uint8Array<ArrayBuffer>>
  stop(): Promise<void>
}

/** The largest accepted picture takes 64 MB and about a second when it is decoded. */
const LIMITS = { heapMb: 64, buffersMb: 160 } as const
const SECONDS = 10
/** Visitors' drawings cannot take the places of owners' uploads, nor one shop those of another. */
const UPLOADS = { most: 1, waiting: 8, waitingOfOne: 2 } as const
/** A messenger may ask for the pictures of several jobs of a shop at once. */
const DRAWINGS = { most: 1, waiting: 24, waitingOfOne: 8 } as const
/** Each takes at most 0.9 MB. */
const SCALED_MAX = 32
/** After so long without work the thread ends, and its memory is free. */
const REST_MS = 60_000

export function openPictures(): Pictures {
  const thread = openLimitedThread<PictureWork, PictureAnswer>(
    new URL('./picture-thread.ts', import.meta.url),
    LIMITS,
  )
  const scaledPictures = new LRUCache<string, Uint8Array>({ max: SCALED_MAX })
  const uploads = fewAtOnce(UPLOADS)
  const drawings = fewAtOnce(DRAWINGS)
  /** The thread takes one message at a time. */
  const one = fewAtOnce({ most: 1, waiting: 2 })
  let restTimer: NodeJS.Timeout | undefined

  const run = (work: PictureWork) =>
    one(async () => {
      clearTimeout(restTimer)
      const moved = 'bytes' in work ? [work.bytes.buffer] : []
      const answer = await thread.run(work, moved, SECONDS)
      restTimer = setTimeout(() => void one(() => thread.rest()), REST_MS).unref()
      return answer
    })

  async function draw(work: PictureWork): Promise<Uint8Array<ArrayBuffer> | null> {
    const answer = await run(work)
    if (typeof answer !== 'string' && 'drawn' in answer) return answer.drawn
    if (work.kind === 'scale') return null
    throw new AppError('server.unavailable', { retryAfter: SECONDS })
  }

  async function drawWhole(work: PictureWork): Promise<Uint8Array<ArrayBuffer>> {
    const drawn = await draw(work)
    if (!drawn) throw new Error(`nothing was drawn for ${work.kind}`)
    return drawn
  }

  async function scaled(source: PictureSource | null, box: PictureBox): Promise<Uint8Array | null> {
    if (!source) return null
    const key = `${box} ${source.href}`
    const known = scaledPictures.get(key)
    if (known) return known
    const bytes = await source.read()
    const drawn = bytes && (await draw({ kind: 'scale', bytes: copyOf(bytes), box }))
    if (drawn) scaledPictures.set(key, drawn)
    return drawn
  }

  return {
    async read(owner, bytes, use) {
      const work = { kind: 'read', bytes: copyOf(bytes), use } as const
      const answer = await uploads(() => run(work), owner)
      // More than any real picture takes.
      if (typeof answer === 'string') throw new AppError('logo.broken')
      if ('read' in answer) return answer.read
      throw 'refused' in answer ? refusalOf(answer) : new Error('the thread read no picture')
    },
    drawSocial: (owner, words, pictures) =>
      drawings(async () => {
        const logo = await scaled(pictures.logo, 'logo')
        const photo = await scaled(pictures.photo, 'photo')
        return drawWhole({ kind: 'social', words, logo, photo })
      }, owner),
    drawPoster: (owner, words, { size, logo: source }) =>
      drawings(async () => {
        const logo = await scaled(source, 'poster')
        return drawWhole({ kind: 'poster', words, size, logo })
      }, owner),
    async stop() {
      clearTimeout(restTimer)
      await thread.stop()
    },
  }
}

/** Its memory goes to the thread, and small buffers share theirs with others. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

function refusalOf({ refused, measures }: Extract<PictureAnswer, { refused: unknown }>): AppError {
  const { width = 0, height = 0, most = 0, least = 0 } = measures ?? {}
  switch (refused) {
    case 'logo.tooManyPixels':
    case 'picture.tooManyPixels':
      return new AppError(refused, { values: { width, height, most } })
    case 'logo.tooFewPixels':
    case 'picture.tooFewPixels':
      return new AppError(refused, { values: { width, height, least } })
    default:
      return new AppError(refused)
  }
}
