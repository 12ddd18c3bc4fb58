// Reads a compound file (OLE2): a small file system of sectors, the container of old Office documents.

export type CompoundEntry = {
  name: string
  isStream: boolean
  start: number
  size: number
  /** A storage with at least one entry. */
  isFull: boolean
}

export type Compound = {
  /** All entries of the directory, also those that no storage leads to. */
  entries: readonly CompoundEntry[]
  /** A stream of the document itself. Embedded documents have streams with the same names, which are not searched. */
  read(name: string): Buffer | undefined
}

/** Numbers from here on are marks, not sectors. */
const MARKS = 0xfffffffa
const END_OF_CHAIN = 0xfffffffe
const ENTRY_BYTES = 128
const SMALL_SECTOR_BYTES = 64
/** Smaller streams are in small sectors, inside the root's own stream. */
const SMALL_STREAM_BYTES = 4096

/** Throws for everything that is not as the format requires: a reader that repairs it may find other streams. */
export function openCompound(content: Buffer): Compound {
  const shift = content.readUInt16LE(30)
  const isKnown =
    (shift === 9 || shift === 12) &&
    content.readUInt16LE(32) === 6 &&
    content.readUInt32LE(56) === SMALL_STREAM_BYTES
  if (!isKnown) throw new Error('Unknown sizes')
  const sectors = new Sectors(content, 1 << shift)
  const directory = sectors.chain(content.readUInt32LE(48))
  const places = entriesOf(directory, shift === 12)
  const root = places.get(0)
  if (!root) throw new Error('No root')
  const own = childrenOf(directory, places)

  let small: ((start: number) => Buffer) | undefined
  const openSmall = () => {
    const table = sectors.chain(content.readUInt32LE(60))
    const store = sectors.chain(root.start)
    return (start: number) => chainOf(start, table, SMALL_SECTOR_BYTES, store, 0)
  }
  return {
    entries: [...places.values()],
    read(name) {
      const entry = own.get(name.toLowerCase())
      if (!entry?.isStream) return undefined
      if (entry.size === 0) return Buffer.alloc(0)
      const isSmall = entry.size < SMALL_STREAM_BYTES
      const data = isSmall ? (small ??= openSmall())(entry.start) : sectors.chain(entry.start)
      if (data.length < entry.size) throw new Error('Cut off')
      return data.subarray(0, entry.size)
    },
  }
}

class Sectors {
  readonly #content: Buffer
  readonly #size: number
  /** The number of the next sector, for each. */
  readonly #table: Buffer

  constructor(content: Buffer, size: number) {
    this.#content = content
    this.#size = size
    const most = Math.ceil(content.length / size)
    const parts: number[] = []
    const add = (list: Buffer) => {
      for (let at = 0; at < list.length; at += 4) {
        const number = list.readUInt32LE(at)
        if (number < MARKS) parts.push(number)
      }
    }
    add(content.subarray(76, 512))
    let more = content.readUInt32LE(68)
    for (let count = 0; more < MARKS; count += 1) {
      const list = sectorOf(content, more, size, size)
      if (count > most || list.length < size) throw new Error('Not all tables')
      add(list.subarray(0, -4))
      more = list.readUInt32LE(size - 4)
    }
    if (parts.length !== content.readUInt32LE(44)) throw new Error('Not all tables')
    this.#table = Buffer.concat(parts.map((number) => sectorOf(content, number, size, size)))
  }

  chain(start: number): Buffer {
    return chainOf(start, this.#table, this.#size, this.#content, this.#size)
  }
}

/** The sectors of this chain. Throws when it has no end, or leads to a sector that is not there or not part of a chain. */
function chainOf(
  start: number,
  table: Buffer,
  size: number,
  store: Buffer,
  before: number,
): Buffer {
  const chunks: Buffer[] = []
  let number = start
  for (; number < MARKS; number = table.readUInt32LE(number * 4)) {
    chunks.push(sectorOf(store, number, size, before))
    if (chunks.length * size > store.length + size) throw new Error('A loop')
  }
  if (number !== END_OF_CHAIN) throw new Error('No end')
  return Buffer.concat(chunks)
}

/** The last sector may be cut off. `before` is what precedes the first one. */
function sectorOf(store: Buffer, number: number, size: number, before: number): Buffer {
  const from = before + number * size
  if (from >= store.length) throw new Error('Cut off')
  return store.subarray(from, from + size)
}

const STORAGE = 1
const STREAM = 2
const ROOT = 5

function entriesOf(directory: Buffer, hasLongSizes: boolean): Map<number, CompoundEntry> {
  const places = new Map<number, CompoundEntry>()
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const type = directory[at + 66] ?? 0
    if (type === 0) continue
    const length = directory.readUInt16LE(at + 64)
    const name = directory.toString('utf16le', at, at + Math.max(0, length - 2))
    const isNamed = length >= 4 && length <= 64 && length % 2 === 0
    // The root's name means nothing, and some writers of Word 95 leave it out.
    const isKnown = type === ROOT || ([STORAGE, STREAM].includes(type) && isNamed)
    const isTooLong = hasLongSizes && directory.readUInt32LE(at + 124) !== 0
    if (!isKnown || isTooLong || (type !== ROOT && name.includes('\0')))
      throw new Error('Unknown entry')
    places.set(at / ENTRY_BYTES, {
      name,
      isStream: type === STREAM,
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
      isFull: directory.readUInt32LE(at + 76) < MARKS,
    })
  }
  return places
}

/** The root's entries by name in small letters. They form a binary tree: left and right sibling. */
function childrenOf(
  directory: Buffer,
  places: ReadonlyMap<number, CompoundEntry>,
): Map<string, CompoundEntry> {
  const own = new Map<string, CompoundEntry>()
  const waiting = [directory.readUInt32LE(76)]
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (number >= MARKS) continue
    const entry = places.get(number)
    const name = entry?.name.toLowerCase() ?? ''
    // A loop leads to the same name again.
    if (!entry || own.has(name)) throw new Error('Not a tree')
    own.set(name, entry)
    const at = number * ENTRY_BYTES
    waiting.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }
  return own
}
