// Files made by chance, and what other readers find in them: whatever one of them calls a script, a file or an action is never
// called clean here.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { CvKind } from '#domain/cvs/cvs.ts'
import { findActiveContent } from '#gateways/cvs/active-content.ts'
import { findPdfReaders } from '../../scripts/find-programs.ts'
import { madeCv } from '../input/made-cvs.ts'
import { rounds, seed, seeded, seedHint } from './extent.ts'
import { record } from './record.ts'

let readers: Awaited<ReturnType<typeof findPdfReaders>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'storehand-cv-readers-'))
beforeAll(async () => {
  readers = await findPdfReaders()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the program prints, also when it ends with a warning. */
const outputOf = async (program: string, ...words: string[]): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(program, words, { timeout: 20_000 }, (_, stdout) => resolve(stdout))
  return promise
}

const actions = /"\/S": "\/(?:JavaScript|Launch|SubmitForm|ImportData)"/
const contents = /"\/(?:JS|EF)": |"\/Type": "\/EmbeddedFile"/

async function readPdf(content: Buffer): Promise<string[]> {
  const file = path.join(folder, 'cv.pdf')
  writeFileSync(file, content)
  const [objects, scripts, files] = await Promise.all([
    outputOf(readers.qpdf, '--json', '--json-key=qpdf', file),
    outputOf(readers.pdfinfo, '-js', file),
    outputOf(readers.pdfdetach, '-list', file),
  ])
  return [
    ...(actions.test(objects) || contents.test(objects) ? ['qpdf'] : []),
    ...(scripts.trim() ? ['pdfinfo'] : []),
    ...(/^[1-9]\d* embedded/.test(files) ? ['pdfdetach'] : []),
  ]
}

type Xml = { [name: string]: Xml | Xml[] | string }

/** All elements of this name, without its prefix. */
function elements(xml: Xml | Xml[] | string, name: string): Xml[] {
  if (typeof xml === 'string') return []
  if (Array.isArray(xml)) return xml.flatMap((each) => elements(each, name))
  return Object.entries(xml).flatMap(([key, value]) => [
    ...(key === name && typeof value === 'object' ? [value].flat() : []),
    ...elements(value, name),
  ])
}

const text = (value: Xml[string] | undefined) => (typeof value === 'string' ? value : '')

const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: false,
  attributeNamePrefix: '@',
})
const letters = (bytes: Uint8Array) => {
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}

function readDocx(content: Buffer): string[] {
  return Object.entries(unzipSync(content)).flatMap(([name, bytes]) => {
    if (!/\.(?:xml|rels)$/.test(name)) return []
    const xml = parser.parse(letters(bytes).trim(), true) as Xml
    const relationships = elements(xml, 'Relationship').filter((each) =>
      /\/(?:attachedTemplate|oleObject|vbaProject)$/.test(text(each['@Type'])),
    )
    const fields = elements(xml, 'w:fldSimple').map((each) => text(each['@w:instr']))
    const codes = elements(xml, 'w:r').map((each) => JSON.stringify(each['w:instrText'] ?? ''))
    const code = codes.join('').replaceAll(/[^A-Z]/g, '')
    const isCommand = [...fields, code].some((each) => /^\s*DDE/.test(each))
    return relationships.length > 0 || isCommand ? [name] : []
  })
}

type Compound = {
  read(): Promise<unknown>
  _directoryTree: { _entries: { name: string; type: number; storageDirId: number }[] }
}
const require = createRequire(import.meta.url)
const CompoundDoc = require('word-extractor/lib/ole-compound-doc.js') as new (
  reader: unknown,
) => Compound
const BufferReader = require('word-extractor/lib/buffer-reader.js') as new (content: Buffer) => {
  open(): Promise<unknown>
}

async function readDoc(content: Buffer): Promise<string[]> {
  const reader = new BufferReader(content)
  await reader.open()
  const compound = new CompoundDoc(reader)
  await compound.read()
  return compound._directoryTree._entries
    .filter(
      ({ name, type, storageDirId }) =>
        type === 1 && (/^macros$/i.test(name) || (/^objectpool$/i.test(name) && storageDirId > 0)),
    )
    .map(({ name }) => name)
}

const others: Record<CvKind, (content: Buffer) => string[] | Promise<string[]>> = {
  pdf: readPdf,
  docx: readDocx,
  doc: readDoc,
}

// shows: 7-108, V5.4.3
test.each<[CvKind, short: number]>([
  ['pdf', 12],
  ['docx', 30],
  ['doc', 30],
])('what another reader finds in a %s is never called clean', async (kind, short) => {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const files = rounds(short, 200)
  const missed: string[] = []
  let found = 0
  for (let done = 0; done < files; done += 1) {
    const content = madeCv(kind, random)
    // What the other reader cannot read, it finds nothing in.
    const theirs = await Promise.resolve(content)
      .then(others[kind])
      .catch(() => [])
    if (theirs.length === 0) continue
    found += 1
    const ours = await findActiveContent(content, kind)
    if (ours.length === 0)
      missed.push(`file ${done}, ${theirs.join()}: ${content.toString('base64')}`)
  }
  expect(missed).toEqual([])
  expect(found).toBeGreaterThan(0)
  record(`B4 ${kind} that another reader opens`, {
    faults: found,
    failures: 0,
    note: `seed ${seed}`,
  })
})
