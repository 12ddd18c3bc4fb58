// Finds active content in a DOCX. Judges parts by their content type and relationships, never by their file names.
import { fromBufferPromise, type Entry } from 'yauzl'
import { DOCX_LIMITS, type ActiveContent } from '#domain/cvs/cvs.ts'
import {
  isClearZip,
  isMetadata,
  partsOf,
  readMetadata,
  readXmlBytes,
  relationshipOf,
  targetOf,
  valueOf,
  UnclearPackage,
  type Metadata,
  type Relationship,
} from './word/docx-package.ts'
import { FieldCodes, isPictureOnShare, pointsToOtherMachine } from './field-codes.ts'
import { readTags, textOfXml, UnclearXml, type Attributes } from './word/xml-tags.ts'

/** Relationship types (last path segment) that embed an object or a file. */
const embeddingTypes: ReadonlySet<string> = new Set([
  'oleobject',
  'package',
  'control',
  'activexcontrolbinary',
  'afchunk',
])
const macroTypes: ReadonlySet<string> = new Set(['vbaproject', 'wordvbadata'])
/** External targets that Word displays or opens on a click. It fetches every other kind when the file is opened. */
const harmlessTypes: ReadonlySet<string> = new Set([
  'hyperlink',
  'image',
  'audio',
  'video',
  'media',
])
/** Relationship types whose target is not XML, or is reported whatever it is. Every other target must be XML. */
const typesOfOtherThanXml: ReadonlySet<string> = new Set([
  ...embeddingTypes,
  ...macroTypes,
  ...harmlessTypes,
  'font',
  'hdphoto',
  'model3d',
  'origin',
  'thumbnail',
  'printersettings',
])

export async function activeContentOfDocx(content: Buffer): Promise<Set<ActiveContent>> {
  const found = new Set<ActiveContent>()
  try {
    await search(content, found)
  } catch {
    found.add('unreadable')
  }
  return found
}

async function search(content: Buffer, found: Set<ActiveContent>): Promise<void> {
  const zip = await fromBufferPromise(content, {
    lazyEntries: true,
    validateEntrySizes: true,
    autoClose: false,
  })
  if (zip.entryCount > DOCX_LIMITS.entries) throw new UnclearPackage()
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  if (entries.some((entry) => entry.isEncrypted())) found.add('encrypted')
  if (!(await isClearZip(content, zip, entries))) found.add('unreadable')
  const parts = partsOf(entries)
  const metadata = await readMetadata(zip, parts, DOCX_LIMITS.unpackedBytes)
  judgeMetadata(metadata, found)
  const kinds = kindsByTarget(metadata.relationships)
  let left: number = DOCX_LIMITS.unpackedBytes
  for (const [name, entry] of parts) {
    if (isMetadata(name) || entry.isEncrypted()) continue
    const bytes = await readXmlBytes(zip, entry, left)
    left -= bytes?.length ?? 0
    const mustBeXml = isXmlPart(name, metadata.typeOf(name), kinds.get(name))
    if (bytes) readPart(bytes, mustBeXml, found)
    else if (mustBeXml || !isKnown(metadata.typeOf(name), kinds.get(name)))
      throw new UnclearPackage()
  }
  const isMissing = ([target, named]: [string, Set<string>]) =>
    !parts.has(target) && [...named].some((kind) => !typesOfOtherThanXml.has(kind))
  // A reader may look for it elsewhere.
  if ([...kinds].some(isMissing)) throw new UnclearPackage()
}

/** Whether the file declares macros in any part, whatever the part's name. */
export function declaresMacros(metadata: Metadata): boolean {
  const found = new Set<ActiveContent>()
  judgeMetadata(metadata, found)
  return found.has('macro')
}

function judgeMetadata({ types, relationships }: Metadata, found: Set<ActiveContent>): void {
  for (const type of types) judgeType(type, found)
  for (const each of relationships) judgeRelationship(each, found)
}

function kindsByTarget(relationships: readonly Relationship[]): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>()
  for (const each of relationships) {
    if (each.isExternal) continue
    const target = targetOf(each)
    kinds.set(target, (kinds.get(target) ?? new Set()).add(each.kind))
  }
  return kinds
}

const isXmlPart = (name: string, type = '', kinds: ReadonlySet<string> = new Set()): boolean =>
  name.endsWith('.xml') ||
  (/[+/]xml$/.test(type) && !type.startsWith('image/')) ||
  [...kinds].some((kind) => !typesOfOtherThanXml.has(kind))

/** Whether a part that is not XML is a picture (Word for Mac embeds PDF as such) or the like, is reported by its type, or is not reached at all. */
const isKnown = (type = '', kinds?: ReadonlySet<string>): boolean =>
  !kinds ||
  [...kinds].some((kind) => embeddingTypes.has(kind) || macroTypes.has(kind)) ||
  /^(?:image|audio|video|font|model|text)\/|font$|printersettings$|^application\/pdf$|digital-signature-origin$/.test(
    type,
  )

/** Case-sensitive element names to look for. Most parts contain none of them and need no parsing. */
const relevantElements = ['Relationship', 'Override', 'Default', 'fldSimple', 'fldChar', 'nstrText']

function readPart(bytes: Buffer, mustBeXml: boolean, found: Set<ActiveContent>): void {
  try {
    const xml = textOfXml(bytes)
    if (xml.includes('<!DOCTYPE')) throw new UnclearXml()
    if (relevantElements.some((name) => xml.includes(name))) readElements(xml, found)
  } catch (error) {
    // A picture's first byte may be a `<` too.
    if (mustBeXml || !(error instanceof UnclearXml)) throw error
  }
}

function readElements(xml: string, found: Set<ActiveContent>): void {
  const fields = new FieldCodes(found)
  let isCode = false
  readTags(xml, {
    open(name, attributes) {
      switch (name) {
        case 'Relationship':
          judgeRelationship(relationshipOf(attributes(), ''), found)
          break
        case 'Override':
        case 'Default':
          judgeType(valueOf(attributes(), 'ContentType'), found)
          break
        case 'fldSimple':
          for (const code of valuesWithPrefix(attributes(), 'instr')) fields.field(code)
          break
        case 'fldChar': {
          const [kind, ...others] = valuesWithPrefix(attributes(), 'fldCharType')
          if (others.length > 0) throw new UnclearXml()
          if (kind === 'begin') fields.begin()
          if (kind === 'separate') fields.separate()
          if (kind === 'end') fields.end()
          break
        }
        case 'instrText':
        case 'delInstrText':
          isCode = true
          break
        default:
      }
    },
    close(name) {
      if (name === 'instrText' || name === 'delInstrText') isCode = false
    },
    text(text) {
      if (isCode) fields.text(text())
    },
  })
  fields.close()
}

const valuesWithPrefix = (attributes: Attributes, name: string): string[] =>
  [...attributes].flatMap(([each, value]) => (each.split(':').pop() === name ? [value] : []))

function judgeType(type: string, found: Set<ActiveContent>): void {
  if (/vbaProject|vbaData|macroEnabled/i.test(type)) found.add('macro')
  if (/oleObject|activeX|ms-package\.relationships\+bin/i.test(type)) found.add('embedded-object')
}

function judgeRelationship(
  { kind, target, holder }: Relationship,
  found: Set<ActiveContent>,
): void {
  if (macroTypes.has(kind)) found.add('macro')
  // A chart embeds its data as an .xlsx, which cannot hold macros and opens only when someone edits the chart.
  const isOfChart = /(?:^|\/)charts\/_rels\//.test(holder)
  const isTable = isOfChart && kind === 'package' && /\.xlsx$/i.test(target)
  if (embeddingTypes.has(kind) && !isTable) found.add('embedded-object')
  const isHarmless = kind === 'image' ? !isPictureOnShare(target) : harmlessTypes.has(kind)
  if (!isHarmless && pointsToOtherMachine(target)) found.add('external-link')
}
