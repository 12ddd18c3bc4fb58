// The operator's commands on an open installation: in the command's own process, or in the server that has it open.
import type { Config } from '#config'
import type { Deps } from '#features/deps.ts'
import { deleteBackupFolder } from '#data/backups/copied-acts.ts'
import { checkBackupFolder } from '#features/backups/copy-erasures.ts'
import { appendMissing } from '#features/backups/tend-backups.ts'
import { writeBackup } from '#features/backups/write-backup.ts'
import { replaceLinkKey } from '#features/keys/link-key.ts'
import { countByKey, reencryptValues, type KeyCounts } from '#features/keys/reencrypt-values.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { checkIsCurrent, migrateDatabase } from '#data/migrate.ts'
import { checkAllChains } from '#features/audit/check-chain.ts'
import { confirmTime } from '#data/retention/judge-time.ts'
import { deleteExpired } from '#features/retention/delete-expired.ts'
import { forecastRetention } from '#features/retention/read-retention.ts'
import {
  emailOf,
  planVerb,
  retry,
  printGivenUp,
  verbsHelp,
  type Plan,
  type WithDatabase,
} from './operator-verbs.ts'
import { examine } from './doctor.ts'
import { mainKeysOf, newMainKey, writeMainKeys } from '../main-keys.ts'

type Pieces = AsyncGenerator<string>

type OperatorCommand = {
  usage: string
  /** `embedded`: with a database server it runs in its own process, with the settings and the version of that. */
  asksServer: 'always' | 'embedded'
  /** Undefined for words that it does not know. */
  plan: (words: readonly string[]) => Plan | undefined
}

const onDatabase = (run: (deps: WithDatabase) => Pieces): Plan => ({
  opens: 'database',
  run: (_, deps) => run(deps),
})
const onInstallation = (run: (config: Config, deps: Deps) => Pieces): Plan => ({
  opens: 'installation',
  run,
})

const MAIL = '--mail='

export const operatorCommands = {
  audit: {
    usage: 'Usage: npm run audit:verify',
    asksServer: 'always',
    plan: ([word]) => (word === undefined ? onDatabase(verifyAudit) : undefined),
  },
  backup: {
    usage: 'Usage: npm run backup [-- --new-folder], with BACKUP_DIR and BACKUP_KEY',
    asksServer: 'embedded',
    plan: (words) =>
      ['', '--new-folder'].includes(words.join(' '))
        ? onInstallation((config, deps) => backUp(config, deps, words.length > 0))
        : undefined,
  },
  doctor: {
    usage: 'Usage: npm run doctor [-- --mail=address]',
    asksServer: 'always',
    plan: ([word, ...more]) => {
      const address = word?.startsWith(MAIL) ? word.slice(MAIL.length) : undefined
      if (more.length > 0 || (word !== undefined && address === undefined)) return undefined
      const to = () => (address === undefined ? undefined : emailOf(address))
      return { opens: 'nothing', run: (config, deps) => examine(config, deps, to()) }
    },
  },
  keys: {
    usage: 'Usage: npm run keys [-- rotate | forget | end-links]',
    asksServer: 'embedded',
    plan: (words) => {
      const run = keyActs[words.join(' ')]
      return run && onInstallation(run)
    },
  },
  migrate: {
    usage: 'Usage: npm run migrate [-- --status]',
    asksServer: 'embedded',
    plan: (words) => {
      if (words.join(' ') === '--status') return onDatabase(printVersion)
      return words.length === 0 ? onDatabase(migrate) : undefined
    },
  },
  operator: {
    usage: `Usage: npm run operator -- verb …\n${verbsHelp}`,
    asksServer: 'always',
    plan: planVerb,
  },
  retention: {
    usage: 'Usage: npm run retention [-- --dry-run | -- --time-is-right]',
    asksServer: 'always',
    plan: (words) => {
      if (words.join(' ') === '--dry-run') return onDatabase(forecast)
      if (words.join(' ') === '--time-is-right') {
        return onInstallation((_, deps) => believeClock(deps))
      }
      return words.length === 0 ? onInstallation((_, deps) => deleteNow(deps)) : undefined
    },
  },
  tasks: {
    usage: 'Usage: npm run tasks [-- retry [kind key]]',
    asksServer: 'always',
    plan: ([act, ...one]) => {
      if (act === undefined) return onDatabase(printGivenUp)
      const [kind, key] = one
      if (act !== 'retry' || ![0, 2].includes(one.length)) return undefined
      return onDatabase((deps) =>
        retry(deps, kind === undefined || key === undefined ? undefined : { kind, key }),
      )
    },
  },
} as const satisfies Record<string, OperatorCommand>
export type CommandName = keyof typeof operatorCommands

/** In a server, which has everything open. */
export function runInServer(
  config: Config,
  deps: Deps,
): (name: string, words: readonly string[]) => Pieces {
  const commands: Record<string, OperatorCommand> = operatorCommands
  return (name, words) => {
    const planned = commands[name]?.plan(words)
    if (!planned) {
      throw new OperatorError(
        'The server that runs is of another version, which does not know this command. Restart it.',
      )
    }
    deps.log.info({ command: name }, 'the operator runs a command')
    return planned.run(config, deps)
  }
}

async function* verifyAudit({ db }: WithDatabase): Pieces {
  const checks = await checkAllChains(db.queries)
  for (const { chain_id, rows, broken_at, head, begins_after, unproven_receipt } of checks) {
    const result =
      broken_at === null
        ? `${rows} rows hold, from ${begins_after + 1} on; it ends with ${head}`
        : `BROKEN at row ${broken_at}`
    yield `${chain_id}  ${result}\n`
    if (unproven_receipt !== null) {
      yield `${chain_id}  The ledger of erasures DIFFERS at receipt ${unproven_receipt}\n`
    }
  }
  const isBroken = checks.some((check) => check.broken_at ?? check.unproven_receipt)
  if (isBroken) {
    throw new OperatorError(
      'The audit log was changed by somebody else than Storehand. Keep this database as it is, and compare it with the archives of BACKUP_DIR.',
    )
  }
}

async function* forecast(deps: WithDatabase): Pieces {
  const forecasts = await forecastRetention(deps)
  for (const { organization, due, total, soon, is_stopped, goes_on } of forecasts) {
    const waits = is_stopped ? `; an owner is asked first, without an answer on ${goes_on}` : ''
    yield `${organization}: ${due} of ${total} due, ${soon} within two weeks${waits}\n`
  }
  yield `Organizations with somebody to delete: ${forecasts.length}. Nothing was changed.\n`
}

async function* deleteNow(deps: Deps): Pieces {
  yield `Deleted: ${await deleteExpired(deps)}.\n`
}

async function* believeClock(deps: Deps): Pieces {
  const time = await confirmTime(deps)
  yield `It is ${time.toISOString()}. What is too old is deleted from now on, within minutes.\n`
}

async function* migrate({ db }: WithDatabase): Pieces {
  const ran = await migrateDatabase(db.pool)
  yield ran.length > 0 ? `Ran ${ran.join(', ')}.\n` : 'Nothing to do.\n'
}

async function* printVersion({ db }: WithDatabase): Pieces {
  await checkIsCurrent(db.pool)
  yield 'All migrations of this version ran.\n'
}

const keyActs: Readonly<Record<string, (config: Config, deps: Deps) => Pieces>> = {
  '': (_, deps) => listKeys(deps),
  rotate: rotateKeys,
  forget: forgetKeys,
  'end-links': (_, deps) => endLinks(deps),
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
    throw new OperatorError(
      `${unreadable} values are encrypted under a key that is not given. Add the former main key to SECRET_KEY_PREVIOUS, and run this again.`,
    )
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
  if (rest > 0) {
    throw new OperatorError(`${rest} values still need another key: npm run keys -- rotate`)
  }
  if (config.secretKey !== undefined) {
    yield 'Nothing here needs SECRET_KEY_PREVIOUS: remove it, and restart. Keep the key as long as archives are from before.\n'
    return
  }
  const [current = ''] = deps.secrets.mainKeys()
  writeMainKeys(config, [current])
  deps.secrets.reload()
  yield `${deps.secrets.keyIds()[0]} is the only main key.\n`
}
