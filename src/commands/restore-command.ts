// `npm run restore -- archive`: fills an empty installation from an archive; `-- --check archive` only reads it to its
// end; `-- --without-ledger archive`
// does without the log of erasures beside the backups.
import { BELIEVED } from '#domain/retention/deletion-time.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#config'
import { checkBackup, requireEmpty, restoreBackup } from '#features/backups/restore-backup.ts'
import { LOG, openBackupFolder } from '#gateways/backups/backup-folder.ts'
import { openFiles } from '#gateways/files.ts'
import { createSecrets } from '#gateways/secrets.ts'
import { hasKeyFile, mainKeysOf, writeMainKeys } from '../main-keys.ts'
import { startPrivately } from '../private-start.ts'
import { openDatabase } from '../open-database.ts'
import { printFailure } from '../operator/run-operator-command.ts'

async function restore(config: Config, file: string, mode: Mode): Promise<void> {
  if (!config.backup) throw new OperatorError('Set BACKUP_DIR and BACKUP_KEY.')
  const { keys, days } = config.backup
  const folder = path.resolve(config.backup.folder)
  const checked = await checkBackup(keys, file)
  const { head, counts } = checked
  console.log(
    `Whole, of ${head.made_at}, by Storehand ${head.made_by ?? '0.1.0'}: ${counts.rows} rows, ${counts.files} files; main key ${head.key_ids[0]}${head.main_keys.length > 0 ? ', which is in it' : ''}.`,
  )
  if (mode === '--check') return
  const backupFolder = openBackupFolder(folder, keys)
  if (!backupFolder.hasLog() && mode !== '--without-ledger') {
    throw new OperatorError(
      `${path.join(folder, LOG)} is missing: people who were erased since ${head.made_at} would be there again. Put its newest copy there, or, where there is none, restore -- --without-ledger.`,
    )
  }
  const log = mode === '--without-ledger' ? [] : await backupFolder.read()
  if (Date.parse(head.made_at) < Date.now() - (days + 1) * 86_400_000) {
    console.log(
      `The archive is older than BACKUP_DAYS (${days}). Who was erased since is erased again; of other acts since, such as restrictions, the log may hold only those of the last ${days + 1} days.`,
    )
  }
  const dataDir = path.resolve(config.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const db = await openDatabase(config, { connections: 2 })
  try {
    // Before anything is written: a refused restore leaves no key behind.
    await requireEmpty(db)
    if (config.secretKey === undefined && head.main_keys.length > 0 && !hasKeyFile(config)) {
      writeMainKeys(config, head.main_keys)
    }
    const secrets = createSecrets(mainKeysOf(config))
    const files = await openFiles(config.storageUrl, dataDir, secrets.fileKeys)
    const to = { db, files, keyIds: secrets.keyIds() }
    const done = await restoreBackup(to, { keys, file, checked }, log)
    console.log(
      `Restored. Erased again: ${done.erased} applications; ${done.entered} more are in the ledger of erasures again. Other acts since the archive done again: ${done.repeated}. Everybody signs in anew.`,
    )
    const age = (Date.now() - Date.parse(head.made_at)) / 86_400_000
    if (age > BELIEVED.offDays) {
      console.log(
        `The archive is ${Math.floor(age)} days old, or this machine's clock is wrong: nothing is deleted for its age until somebody says that the clock is right: npm run retention -- --time-is-right.`,
      )
    }
    const others = head.key_ids.slice(1).filter((id) => !to.keyIds.includes(id))
    if (others.length > 0) {
      console.log(
        `When the archive was made, a rotation of the main key was under way: what it had not encrypted anew yet needs ${others.join(', ')} in SECRET_KEY_PREVIOUS.`,
      )
    }
  } finally {
    await db.close()
  }
}

const modes = ['--check', '--without-ledger'] as const
type Mode = (typeof modes)[number] | undefined

const words = process.argv.slice(2)
const mode = modes.find((known) => known === words[0])
const [file, ...more] = mode ? words.slice(1) : words
if (file === undefined || more.length > 0 || file.startsWith('--')) {
  console.error(
    'Usage: npm run restore -- [--check | --without-ledger] archive, with BACKUP_DIR and BACKUP_KEY',
  )
  process.exitCode = 1
} else {
  try {
    await restore(startPrivately(), file, mode)
  } catch (error) {
    printFailure(error)
  }
}
