// Unpacks the object streams of a PDF: streams that contain further objects.
import { inflateRawSync } from 'node:zlib'
import {
  isDigit,
  isSpace,
  PdfDictionary,
  PdfName,
  skipSpace,
  type PdfValue,
} from './pdf-objects.ts'

export type PackedObjects = {
  data: Buffer
  /** Index in the data after which the objects stand. */
  first: number
  objects: readonly { number: number; at: number }[]
}

/** Whether a reader may take this stream for an object stream. Its type is not always checked. */
export const isObjectStream = (dictionary: PdfDictionary): boolean =>
  dictionary.valuesOf('N').length > 0 && dictionary.valuesOf('First').length > 0

/**
 * The places of the objects in an object stream; `afterKeyword` is the index after the keyword `stream`. Undefined unless the
 * stream is of the plain kind that writers make: direct numbers, at most one compression, all objects that it promises.
 */
export function unpackObjects(
  content: Buffer,
  dictionary: PdfDictionary,
  afterKeyword: number,
  maxBytes: number,
): PackedObjects | undefined {
  const count = directInteger(dictionary, 'N')
  const first = directInteger(dictionary, 'First')
  const filter = filterOf(dictionary)
  const start = startOfData(content, afterKeyword)
  if (count === undefined || first === undefined || !filter || start === undefined) return undefined
  const data = filter === 'none' ? content.subarray(start) : inflate(content, start, maxBytes)
  if (!data) return undefined
  const numbers = integersBefore(data, first)
  if (numbers?.length !== count * 2) return undefined
  const objects: { number: number; at: number }[] = []
  for (let index = 0; index < numbers.length; index += 2) {
    const at = first + (numbers[index + 1] ?? 0)
    if (at >= data.length) return undefined
    objects.push({ number: numbers[index] ?? 0, at })
  }
  return { data, first, objects: objects.toSorted((a, b) => a.at - b.at) }
}

function directInteger(dictionary: PdfDictionary, key: string): number | undefined {
  const [value, ...others] = dictionary.valuesOf(key)
  return others.length === 0 && Number.isInteger(value) && Number(value) >= 0
    ? Number(value)
    : undefined
}

/** Further keys that some readers take for the filter, its parameters, or the place of the data. */
const otherKeys = ['F', 'FFilter', 'FDecodeParms', 'DP'] as const

function filterOf(dictionary: PdfDictionary): 'none' | 'flate' | undefined {
  if (otherKeys.some((key) => dictionary.valuesOf(key).length > 0)) return undefined
  const filter = onlyValue(dictionary, 'Filter')
  const parameters = onlyValue(dictionary, 'DecodeParms')
  const isPlain =
    parameters === null || (parameters instanceof PdfDictionary && !isPredicted(parameters))
  if (!isPlain) return undefined
  if (filter === null) return 'none'
  return filter instanceof PdfName && (filter.text === 'FlateDecode' || filter.text === 'Fl')
    ? 'flate'
    : undefined
}

/** The key's value, or the only item of its array; null when there is none, undefined when there are several. */
function onlyValue(dictionary: PdfDictionary, key: string): PdfValue | undefined {
  const [value = null, ...others] = dictionary.valuesOf(key)
  if (others.length > 0) return undefined
  if (!Array.isArray(value)) return value
  return value.length > 1 ? undefined : (value[0] ?? null)
}

const isPredicted = (parameters: PdfDictionary) =>
  parameters.valuesOf('Predictor').some((predictor) => predictor !== 1)

/** Data begins in the next line. */
function startOfData(content: Buffer, afterKeyword: number): number | undefined {
  if (content[afterKeyword] === 10) return afterKeyword + 1
  return content[afterKeyword] === 13 && content[afterKeyword + 1] === 10
    ? afterKeyword + 2
    : undefined
}

function inflate(content: Buffer, start: number, maxBytes: number): Buffer | undefined {
  const [first = 0, second = 0] = [content[start], content[start + 1]]
  // Readers differ about a preset dictionary.
  const hasHeader = first % 16 === 8 && (first * 256 + second) % 31 === 0 && (second & 0x20) === 0
  if (!hasHeader) return undefined
  try {
    // Like viewers, checks neither the end of the stream nor its checksum.
    return inflateRawSync(content.subarray(start + 2), {
      maxOutputLength: Math.max(1, maxBytes),
      finishFlush: 2,
    })
  } catch {
    return undefined
  }
}

/** The integers before this index; undefined when there is anything else. */
function integersBefore(data: Buffer, end: number): number[] | undefined {
  if (end > data.length) return undefined
  const numbers: number[] = []
  let at = skipSpace(data, 0)
  while (at < end) {
    let value = 0
    const from = at
    while (at < end && isDigit(data[at])) value = value * 10 + ((data[at++] ?? 0) - 0x30)
    const isInteger = at > from && at - from <= 10 && (at === end || isSpace(data[at]))
    if (!isInteger) return undefined
    numbers.push(value)
    at = skipSpace(data, at)
  }
  return numbers
}
