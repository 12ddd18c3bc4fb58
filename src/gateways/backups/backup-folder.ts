// The folder of the backups: its marker, by which an empty folder in its place is noticed, and the log of erasures and other acts, which are
// done again when a backup from before them is restored.
import { OperatorError } from '#domain/operator-error.ts'
import { existsSync, mkdirSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { isAct, type CopiedEntry } from '#domain/backups/copied-acts.ts'
import { makeFile, replaceFile } from '../new-file.ts'
import { createSecrets } from '../secrets.ts'

export type BackupFolder = {
  /** The number in its marker file; undefined where there is none. */
  readMarker(): Promise<string | undefined>
  /** Makes the folder, and the marker unless it has one. */
  makeMarker(marker: string): void
  /** On the disk when it resolves. The folder must be there. */
  append(entries: readonly CopiedEntry[]): Promise<void>
  hasLog(): boolean
  /** Writes the log again where it has lines of a former key, or acts from before that moment, which it loses. Erasures stay. */
  renewLog(actsBefore: Cutoff): Promise<void>
  /** Each once. A line that a crash cut off is left out: what it says was not marked as copied, and came again. */
  read(): Promise<CopiedEntry[]>
}

export const MARKER = 'storehand-backups.id'
export const LOG = 'erasures.log'

const MOST_TRIES = 10

/** `keys`: of the backups, the current one first. One line for each entry, encrypted with the current one: nobody else can add one. */
export function openBackupFolder(folder: string, keys: readonly string[]): BackupFolder {
  const log = path.join(folder, LOG)
  const marker = path.join(folder, MARKER)
  const secrets = createSecrets(...keys)
  const lineOf = (entry: CopiedEntry) => secrets.encrypt(JSON.stringify(entry))
  const linesOf = (text: string) => text.split('\n').filter(Boolean)
  function entriesOf(lines: readonly string[]): CopiedEntry[] {
    const found = new Map<string, CopiedEntry>()
    const known = new Set<string>(secrets.keyIds())
    for (const line of lines) {
      const [, id = '', rest] = line.split('.')
      let plain: string
      try {
        plain = secrets.decrypt(line)
      } catch {
        if (rest === undefined || known.has(id)) continue
        throw new OperatorError(
          `${log} has lines of another BACKUP_KEY than those that are given: add the former one to BACKUP_KEY_PREVIOUS`,
        )
      }
      const entry = JSON.parse(plain) as CopiedEntry
      found.set(isAct(entry) ? entry.id : entry.receipt, entry)
    }
    return [...found.values()]
  }
  /** False where another process has put a new log in its place (renewLog) and may not have seen what was appended. */
  async function appendOnce(text: string): Promise<boolean> {
    const handle = await open(log, 'a', 0o600)
    try {
      await handle.appendFile(text)
      await handle.sync()
      const [written, named] = await Promise.all([
        handle.stat({ bigint: true }),
        stat(log, { bigint: true }).catch(() => undefined),
      ])
      return written.ino === named?.ino
    } finally {
      await handle.close()
    }
  }
  /** On the disk, in the log that has its name now; twice rather than not at all. Some network disks number a file again each time. */
  async function append(lines: readonly string[]): Promise<void> {
    // Begins with a line break: a line that a crash cut off spoils no other.
    const text = `\n${lines.join('\n')}\n`
    for (let tries = 0; tries < MOST_TRIES; tries += 1) if (await appendOnce(text)) return
  }
  return {
    async readMarker() {
      if (!existsSync(marker)) return undefined
      return (await readFile(marker, 'utf8')).trim()
    },
    makeMarker(text) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (!existsSync(marker)) makeFile(marker, `${text}\n`)
    },
    append: (entries) => append(entries.map(lineOf)),
    hasLog: () => existsSync(log),
    async renewLog(actsBefore) {
      if (!existsSync(log)) return
      const former = await open(log, 'r')
      try {
        const bytes = await former.readFile()
        const whole = bytes.lastIndexOf(0x0a) + 1
        const lines = linesOf(bytes.toString('utf8', 0, whole))
        const entries = entriesOf(lines)
        const kept = entries.filter(
          (entry) => !isAct(entry) || Date.parse(entry.acted_at) >= actsBefore.getTime(),
        )
        const current = secrets.currentPrefix()
        const isCurrent = lines.every((line) => line.startsWith(current))
        if (isCurrent && kept.length === entries.length) return
        replaceFile(log, `${kept.map(lineOf).join('\n')}\n`)
        // What another process appended to the former log meanwhile. What it appends there from now on it appends again.
        const late = Buffer.concat([bytes.subarray(whole), await former.readFile()])
        if (late.length > 0) await append(linesOf(late.toString()))
      } finally {
        await former.close()
      }
    },
    async read() {
      return existsSync(log) ? entriesOf(linesOf(await readFile(log, 'utf8'))) : []
    },
  }
}
