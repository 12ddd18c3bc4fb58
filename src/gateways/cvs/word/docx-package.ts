// Reads the package of a DOCX: which parts it has, of which types, and which parts name which others.
import path from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { readTags, startsAsXml, textOfXml, type Attributes } from './xml-tags.ts'

/** The package cannot be read as every reader of it would, or exceeds a limit. */
export class UnclearPackage extends Error {}

/** A part, or all parts that are read, exceed a limit of size. */
export class PackageTooLarge extends UnclearPackage {}

/** A part is read into memory as a whole, hence the limit. The text of a typical CV needs about 1 % of it. */
const PART_BYTES = 32_000_000

const TYPES_PART = '[content_types].xml'

/** Opens the zip. Bytes behind its end, which some mail programs add, belong to nothing. */
export function openZip(content: Buffer): Promise<ZipFile> {
  const end = content.lastIndexOf(END_MARK) + END_BYTES
  const isWhole = end >= END_MARK.length + END_BYTES && end <= content.length
  const length = isWhole ? end + content.readUInt16LE(end - 2) : content.length
  return fromBufferPromise(content.subarray(0, length), {
    lazyEntries: true,
    validateEntrySizes: true,
    autoClose: false,
  })
}

/** The parts by name; names are the same for readers in any case, with escapes, and with backslashes. */
export type Parts = ReadonlyMap<string, Entry>

export type Relationship = {
  /** By which its holder refers to it. */
  id: string
  /** The last segment of its type, in small letters. */
  kind: string
  target: string
  isExternal: boolean
  /** The name of the part that holds it. */
  holder: string
}

export type Metadata = {
  /** All content types that are declared. */
  types: readonly string[]
  relationships: readonly Relationship[]
  /** A part's content type; undefined when it has none. */
  typeOf(part: string): string | undefined
}

/** Throws when several entries are one part for some readers. */
export function partsOf(entries: readonly Entry[]): Parts {
  const parts = new Map<string, Entry>()
  for (const entry of entries) {
    // A folder.
    if (entry.fileName.endsWith('/') && entry.uncompressedSize === 0) continue
    const name = partName(entry.fileName)
    // A piece of a part that is stored in several entries.
    if (parts.has(name) || name.endsWith('.piece')) throw new UnclearPackage()
    parts.set(name, entry)
  }
  return parts
}

function partName(name: string): string {
  const plain = name
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\', '/')
    .toLowerCase()
  return path.posix.join('/', plain).slice(1)
}

export const isMetadata = (part: string): boolean => part === TYPES_PART || part.endsWith('.rels')

/** Reads the content types and all relationships, of at most `limit` bytes together. Throws when they cannot be read. */
export async function readMetadata(zip: ZipFile, parts: Parts, limit: number): Promise<Metadata> {
  const types = new Map<string, string>()
  const relationships: Relationship[] = []
  let left = limit
  for (const [name, entry] of parts) {
    if (!isMetadata(name) || entry.isEncrypted()) continue
    const bytes = await readXmlBytes(zip, entry, left)
    if (!bytes) throw new UnclearPackage()
    left -= bytes.length
    readTags(textOfXml(bytes), {
      open(element, attributes) {
        if (name === TYPES_PART) addType(types, element, attributes)
        else if (element === 'Relationship') relationships.push(relationshipOf(attributes(), name))
      },
      close() {},
      text() {},
    })
  }
  const typeOf = (part: string) =>
    types.get(`/${part}`) ?? types.get(path.posix.basename(part).split('.').at(-1) ?? '')
  return { types: [...types.values()], relationships, typeOf }
}

/** Keys are part names with a slash, and file name extensions without. */
function addType(types: Map<string, string>, element: string, attributes: () => Attributes): void {
  if (element !== 'Default' && element !== 'Override') return
  const all = attributes()
  const isOverride = element === 'Override'
  const subject = valueOf(all, isOverride ? 'PartName' : 'Extension')
  const key = isOverride ? `/${partName(subject)}` : subject.toLowerCase()
  const type = valueOf(all, 'ContentType').split(';')[0]?.trim().toLowerCase() ?? ''
  if ((types.get(key) ?? type) !== type) throw new UnclearPackage()
  types.set(key, type)
}

const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** Whether a part is the document of a DOCX, and not that of a template or of a document with macros. */
export const isMainOfDocx = (part: string, metadata: Metadata): boolean =>
  metadata.typeOf(part) === MAIN_TYPE

/** The name of the part with the document: by the package's own relationship, or by its type in a package without one. */
export function mainPartOf(parts: Parts, metadata: Metadata): string | undefined {
  const named = metadata.relationships.find(
    ({ kind, holder }) => kind === 'officedocument' && holder === '_rels/.rels',
  )
  const name = named && targetOf(named)
  if (name !== undefined && parts.has(name)) return name
  return [...parts.keys()].find((part) => isMainOfDocx(part, metadata))
}

export const valueOf = (attributes: Attributes, name: string): string =>
  attributes.get(name)?.trim() ?? ''

export function relationshipOf(attributes: Attributes, holder: string): Relationship {
  const mode = valueOf(attributes, 'TargetMode').toLowerCase()
  return {
    id: valueOf(attributes, 'Id'),
    kind: valueOf(attributes, 'Type').split('/').pop()?.toLowerCase() ?? '',
    target: valueOf(attributes, 'Target'),
    isExternal: mode !== '' && mode !== 'internal',
    holder,
  }
}

/** The name of the part that an internal relationship names; it may not exist. */
export function targetOf({ holder, target }: Relationship): string {
  const folder = path.posix.dirname(path.posix.dirname(holder))
  const [file = ''] = target.split('#')
  return partName(/^[/\\]/.test(file) ? file : `${folder}/${file}`)
}

/** The part's bytes; undefined when it does not start as XML does (a picture, for example). Throws for more than `left` bytes, and for bytes that were changed. */
export const readXmlBytes = (
  zip: ZipFile,
  entry: Entry,
  left: number,
): Promise<Buffer | undefined> => readBytes(zip, entry, left, startsAsXml)

/** The same for a part of any kind. `isWanted` sees the beginning, until it says yes or no. */
export async function readBytes(
  zip: ZipFile,
  entry: Entry,
  left: number,
  isWanted: (chunk: Buffer) => boolean | undefined = () => true,
): Promise<Buffer | undefined> {
  const stream: Readable = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let size = 0
  let isRead: boolean | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    isRead ??= isWanted(chunk)
    if (isRead === false) return undefined
    size += chunk.length
    if (size > Math.min(PART_BYTES, left)) throw new PackageTooLarge()
    chunks.push(chunk)
  }
  if (!isRead) return undefined
  const bytes = Buffer.concat(chunks)
  if (crc32(bytes) !== entry.crc32) throw new UnclearPackage()
  return bytes
}

const HAS_DESCRIPTOR = 0x08
/** Sizes of what follows an entry's data when its local header does not know its size. */
const descriptorSizes: ReadonlySet<number> = new Set([12, 16, 20, 24])
const UNICODE_NAME = 0x7075
const END = 0x06054b50
const END_MARK = Buffer.from('PK\x05\x06')
const END_BYTES = 22

/**
 * Whether readers that go by the directory at the end and readers that go from entry to entry find the same: the headers of each
 * entry agree, and nothing is before, between or behind the entries.
 */
export async function isClearZip(
  content: Buffer,
  zip: ZipFile,
  entries: readonly Entry[],
): Promise<boolean> {
  const end = content.length - END_BYTES
  if (content.readUInt32LE(end) !== END) return false
  let place = 0
  let mayHaveDescriptor = false
  const isNext = (start: number) =>
    start === place || (mayHaveDescriptor && descriptorSizes.has(start - place))
  const inOrder = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  for (const entry of inOrder) {
    if (!isNext(entry.relativeOffsetOfLocalHeader)) return false
    const local = await zip.readLocalFileHeaderPromise(entry)
    mayHaveDescriptor = (local.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0
    const isStored = entry.compressionMethod === 0 && entry.compressedSize > 0
    const areSizesClear = mayHaveDescriptor
      ? !isStored
      : local.compressedSize === entry.compressedSize &&
        local.uncompressedSize === entry.uncompressedSize
    const isSame =
      local.fileName.equals(entry.fileNameRaw) &&
      local.compressionMethod === entry.compressionMethod &&
      ((local.generalPurposeBitFlag ^ entry.generalPurposeBitFlag) & 1) === 0
    const hasOtherName = entry.extraFields.some(({ id }) => id === UNICODE_NAME)
    if (!areSizesClear || !isSame || hasOtherName) return false
    place = local.fileDataStart + entry.compressedSize
  }
  const directory = content.readUInt32LE(end + 16)
  return isNext(directory) && directory + content.readUInt32LE(end + 12) === end
}
