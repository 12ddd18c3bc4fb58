// The copy of the ledger of erasures beside the backups: after a restore, everything that was erased after the backup
// is erased again.
import { existsSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ErasureReason } from '#domain/retention/erasures.ts'
import { createSecrets } from '../secrets.ts'

export type CopiedErasure = {
  receipt: string
  organization_id: string
  application_id: string
  reason: ErasureReason
  erased_at: string
}

export type ErasureCopy = {
  /** Flushed to disk when it resolves. */
  append(erasures: readonly CopiedErasure[]): Promise<void>
  /**
   * Without duplicates. A line that a crash cut off is left out: its erasures were not marked as copied, and were
   * written again.
   */
  read(): Promise<CopiedErasure[]>
}

/** One line for each, encrypted with the key of the backups, so that no other program can add one. */
export function openErasureCopy(folder: string, backupKey: string): ErasureCopy {
  const file = path.join(folder, 'erasures.log')
  const secrets = createSecrets(backupKey)
  return {
    async append(erasures) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const lines = erasures.map((erasure) => secrets.encrypt(JSON.stringify(erasure)))
      const handle = await open(file, 'a', 0o600)
      try {
        // Begins with a line break, so that a line that a crash cut off does not damage the next one.
        await handle.appendFile(`\n${lines.join('\n')}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    async read() {
      if (!existsSync(file)) return []
      const found = new Map<string, CopiedErasure>()
      const text = await readFile(file, 'utf8')
      for (const line of text.split('\n').filter(Boolean)) {
        if (!line.startsWith(secrets.currentPrefix())) {
          throw new Error(`${file} has lines of another BACKUP_KEY than the one that is given`)
        }
        let plain: string
        try {
          plain = secrets.decrypt(line)
        } catch {
          continue
        }
        const erasure = JSON.parse(plain) as CopiedErasure
        found.set(erasure.receipt, erasure)
      }
      return [...found.values()]
    },
  }
}
