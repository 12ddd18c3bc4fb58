// Makes the source maps of the built server small: it reads them when it writes a stack trace, and keeps them.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'

/** Of a built line, a place for each line of the source that it comes from: a trace names lines. */
function oneOfEachLine(segments: readonly SourceMapSegment[]): SourceMapSegment[] {
  let last = ''
  return segments.flatMap(([column, source, line, sourceColumn]) => {
    if (source === undefined || last === `${source}:${line}`) return []
    last = `${source}:${line}`
    return [[column, source, line, sourceColumn] as SourceMapSegment]
  })
}

/**
 * Without names, sources' texts and places within a line: a tenth of their memory (80 MB after the first trace of the server).
 * `later`: the folder that the files will be in.
 */
export async function makeMapsLean(folder: string, later: string): Promise<void> {
  const maps = (await readdir(folder)).filter((name) => name.endsWith('.map'))
  await Promise.all(
    maps.map(async (name) => {
      const file = path.join(folder, name)
      const { version, sources, mappings } = JSON.parse(await readFile(file, 'utf8')) as {
        version: number
        sources: string[]
        mappings: string
      }
      const lean = {
        version,
        sources: sources.map((source) => path.relative(later, path.resolve(folder, source))),
        names: [],
        mappings: encode(decode(mappings).map(oneOfEachLine)),
      }
      await writeFile(file, JSON.stringify(lean))
    }),
  )
}
