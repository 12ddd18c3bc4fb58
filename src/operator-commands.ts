// The operator's commands on an open installation: in the command's own process, or in the server that has it open.
import type { Config } from '#config'
import type { Deps } from '#features/deps.ts'
import { deleteBackupFolder } from '#data/backups/copied-acts.ts'
import { checkBackupFolder } from '#features/backups/copy-erasures.ts'
import { appendMissing } from '#features/backups/tend-backups.ts'
import { writeBackup } from '#features/backups/write-backup.ts'
import { replaceLinkKey } from '#features/keys/link-key.ts'
import { countByKey, reencryptValues, type KeyCounts } from '#features/keys/reencrypt-values.ts'
import { sayTimeIsRight } from '#data/retention/judge-time.ts'
import type { OperatorCommands } from './operator-socket.ts'
import { mainKeysOf, newMainKey, writeMainKeys } from './main-keys.ts'

export const operatorCommands =
  (config: Config, deps: Deps): OperatorCommands =>
  (name, [word = '']) => {
    if (name === 'keys' && word === 'rotate') return rotateKeys(config, deps)
    if (name === 'keys' && word === 'forget') return forgetKeys(config, deps)
    if (name === 'keys' && word === 'end-links') return endLinks(deps)
    if (name === 'keys' && word === '') return listKeys(deps)
    if (name === 'retention' && word === '--time-is-right') return timeIsRight(deps)
    if (name === 'backup' && ['', '--new-folder'].includes(word)) {
      return backUp(config, deps, word !== '')
    }
    throw new Error(`Unknown: ${name} ${word}`)
  }

const left = ({ keys: [, ...previous], old, keyless }: KeyCounts) =>
  previous.reduce((sum, { values }) => sum + values, old) + keyless

async function* backUp(config: Config, deps: Deps, isNew: boolean): AsyncGenerator<string> {
  if (isNew) {
    await deleteBackupFolder(deps.db.queries)
    if (deps.backupFolder) await checkBackupFolder(deps, deps.backupFolder)
    yield `Written again to the new folder: ${await appendMissing(deps)} erasures and other acts.\n`
  }
  const mainKeys = config.secretKey === undefined ? deps.secrets.mainKeys() : []
  const backup = await writeBackup(deps, mainKeys)
  const megabytes = (backup.size / 1e6).toFixed(1)
  yield `${backup.file}\n${backup.rows} rows, ${backup.files} files, ${megabytes} MB before encryption.\n`
  if (backup.missing > 0) yield `${backup.missing} files of CVs are not in the storage.\n`
  if (backup.deleted > 0)
    yield `Archives deleted after ${deps.backups?.days} days: ${backup.deleted}.\n`
}

async function* timeIsRight(deps: Deps): AsyncGenerator<string> {
  const time = await sayTimeIsRight(deps)
  yield `It is ${time.toISOString()}. What is too old is deleted from now on, within minutes.\n`
}

async function* listKeys(deps: Deps): AsyncGenerator<string> {
  deps.secrets.reload()
  const counts = await countByKey(deps)
  const ids = deps.secrets.keyIds()
  for (const { id, values } of counts.keys) {
    const state = id === ids[0] ? 'current' : ids.includes(id) ? 'previous' : 'NOT GIVEN'
    yield `${id}  ${state}: ${values} values\n`
  }
  if (counts.old > 0) yield `${counts.old} values from before keys had ids\n`
  if (counts.keyless > 0) yield `${counts.keyless} CVs without a key of their own\n`
}

async function* rotateKeys(config: Config, deps: Deps): AsyncGenerator<string> {
  deps.secrets.reload()
  const isOnly = deps.secrets.keyIds().length === 1
  if (config.secretKey === undefined) {
    // An interrupted rotation is finished before another one starts.
    if (isOnly || left(await countByKey(deps)) === 0) {
      writeMainKeys(config, [newMainKey(), ...mainKeysOf(config)()])
      deps.secrets.reload()
      yield `${deps.secrets.keyIds()[0]} is the new main key.\n`
    } else {
      yield `The rotation to ${deps.secrets.keyIds()[0]} goes on.\n`
    }
  } else if (isOnly) {
    yield 'There is no new main key: set SECRET_KEY to a new one and SECRET_KEY_PREVIOUS to the present one, restart, and run this again.\n'
  }
  const { values, files, unreadable } = await reencryptValues(deps)
  yield `Encrypted anew: ${values} values, ${files} files.\n`
  if (unreadable > 0)
    throw new Error(`${unreadable} values are encrypted under a key that is not given.`)
  const rest = left(await countByKey(deps))
  if (rest > 0) yield `${rest} are left: run this again.\n`
  else if (!isOnly || config.secretKey === undefined) {
    yield 'Nothing here needs a previous main key any more, except sessions and recovery codes, and archives from before: docs/security.md says when to remove it.\n'
  }
}

async function* endLinks(deps: Deps): AsyncGenerator<string> {
  await replaceLinkKey(deps)
  yield 'Links that were mailed before are good no longer. Several processes: restart them.\n'
}

async function* forgetKeys(config: Config, deps: Deps): AsyncGenerator<string> {
  deps.secrets.reload()
  const rest = left(await countByKey(deps))
  if (rest > 0) throw new Error(`${rest} values still need another key: npm run keys -- rotate`)
  if (config.secretKey !== undefined) {
    yield 'Nothing here needs SECRET_KEY_PREVIOUS: remove it, and restart. Keep the key as long as archives are from before.\n'
    return
  }
  const [current = ''] = deps.secrets.mainKeys()
  writeMainKeys(config, [current])
  deps.secrets.reload()
  yield `${deps.secrets.keyIds()[0]} is the only main key.\n`
}
