// `npm run restore -- archive`: fills an empty installation from an archive; `-- --check archive` only reads it to its
// end.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { readConfig, type Config } from '#config'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { openPostgres } from '#data/postgres.ts'
import { checkBackup, restoreBackup } from '#features/backups/restore-backup.ts'
import { openErasureCopy } from '#gateways/backups/erasure-copy.ts'
import { openFiles } from '#gateways/files.ts'
import { createSecrets } from '#gateways/secrets.ts'
import { hasKeyFile, mainKeysOf, writeMainKeys } from './main-keys.ts'

async function restore(config: Config, file: string, isCheck: boolean): Promise<void> {
  if (!config.backup) throw new Error('Set BACKUP_DIR and BACKUP_KEY.')
  const { key, folder } = config.backup
  const checked = await checkBackup(key, file)
  const { head, counts } = checked
  console.log(
    `Whole, of ${head.made_at}: ${counts.rows} rows, ${counts.files} files; main key ${head.key_ids[0]}${head.main_keys.length > 0 ? ', which is in it' : ''}.`,
  )
  if (isCheck) return
  const erasures = await openErasureCopy(path.resolve(folder), key).read()
  const dataDir = path.resolve(config.dataDir)
  mkdirSync(dataDir, { recursive: true })
  if (config.secretKey === undefined && head.main_keys.length > 0 && !hasKeyFile(config)) {
    writeMainKeys(config, head.main_keys)
  }
  const secrets = createSecrets(mainKeysOf(config))
  const db = config.databaseUrl
    ? await openPostgres(config.databaseUrl, { connections: 2 })
    : await openEmbeddedDatabase(path.join(dataDir, 'database'))
  try {
    const files = await openFiles(config.storageUrl, dataDir, secrets.fileKeys)
    const to = { db, files, keyIds: secrets.keyIds() }
    const { erased, entered } = await restoreBackup(to, { key, file, checked }, erasures)
    console.log(
      `Restored. Erased again: ${erased} applications; ${entered} more are in the ledger of erasures again. Everybody signs in anew.`,
    )
  } finally {
    await db.close()
  }
}

const words = process.argv.slice(2)
const isCheck = words[0] === '--check'
const [file, ...more] = isCheck ? words.slice(1) : words
if (file === undefined || more.length > 0 || file.startsWith('--')) {
  console.error('Usage: npm run restore -- [--check] archive, with BACKUP_DIR and BACKUP_KEY')
  process.exitCode = 1
} else {
  try {
    await restore(readConfig(process.env), file, isCheck)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
