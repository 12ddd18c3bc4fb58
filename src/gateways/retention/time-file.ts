// The latest time that this machine believed, kept beside the database: one that is put back in an older state does not make it forget.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { replaceFile } from '../new-file.ts'

export type TimeFile = {
  /** Undefined when there is none, or it says something else. In milliseconds. */
  read(): { word: string; seen: number } | undefined
  write(word: string, seen: number): void
}

export function openTimeFile(dataDir: string): TimeFile {
  const file = path.join(dataDir, 'time-mark')
  return {
    read() {
      let text: string
      try {
        text = readFileSync(file, 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
      const [word = '', seenAt = ''] = text.trim().split(' ')
      const seen = Date.parse(seenAt)
      return Number.isNaN(seen) ? undefined : { word, seen }
    },
    write: (word, seen) => replaceFile(file, `${word} ${new Date(seen).toISOString()}\n`),
  }
}
