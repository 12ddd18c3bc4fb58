// The folder of the backups: its marker, by which an empty folder in its place is noticed, and the log of erasures and other acts, which are
// done again when a backup from before them is restored.
import { existsSync, mkdirSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
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
  /** Encrypts the log anew where it has lines of a former key. */
  renewLog(): Promise<void>
  /** Each once. A line that a crash cut off is left out: what it says was not marked as copied, and came again. */
  read(): Promise<CopiedEntry[]>
}

export const MARKER = 'storehand-backups.id'
export const LOG = 'erasures.log'

/** `keys`: of the backups, the current one first. One line for each entry, encrypted with the current one: nobody else can add one. */
export function openBackupFolder(folder: string, keys: readonly string[]): BackupFolder {
  const log = path.join(folder, LOG)
  const marker = path.join(folder, MARKER)
  const secrets = createSecrets(...keys)
  const lineOf = (entry: CopiedEntry) => secrets.encrypt(JSON.stringify(entry))
  const linesOfLog = async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean)
  async function read(): Promise<CopiedEntry[]> {
    if (!existsSync(log)) return []
    const found = new Map<string, CopiedEntry>()
    const known = new Set<string>(secrets.keyIds())
    for (const line of await linesOfLog()) {
      const [, id = '', rest] = line.split('.')
      let plain: string
      try {
        plain = secrets.decrypt(line)
      } catch {
        if (rest === undefined || known.has(id)) continue
        throw new Error(
          `${log} has lines of another BACKUP_KEY than those that are given: add the former one to BACKUP_KEY_PREVIOUS`,
        )
      }
      const entry = JSON.parse(plain) as CopiedEntry
      found.set(isAct(entry) ? entry.id : entry.receipt, entry)
    }
    return [...found.values()]
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
    async append(entries) {
      const lines = entries.map(lineOf)
      const handle = await open(log, 'a', 0o600)
      try {
        // Begins with a line break: a line that a crash cut off spoils no other.
        await handle.appendFile(`\n${lines.join('\n')}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    hasLog: () => existsSync(log),
    async renewLog() {
      if (!existsSync(log)) return
      const current = secrets.currentPrefix()
      if ((await linesOfLog()).every((line) => line.startsWith(current))) return
      const lines = (await read()).map(lineOf)
      replaceFile(log, `${lines.join('\n')}\n`)
    },
    read,
  }
}
