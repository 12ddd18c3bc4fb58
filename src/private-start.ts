// The first step of the server and of every command: what it makes, and what is there already, is for its own system user alone.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig, type Config } from '#config'
import { makePrivate } from '#data/private-files.ts'

/** What the product keeps there, beside the database. What else is there is not ours, and is closed by the folder itself. */
const OURS_IN_DATA_DIR =
  /^(?:database\.lock|secret-key|time-mark|demo-store\.json|files$|incoming$)/
const OURS_IN_BACKUP_DIR = /^(?:storehand-|erasures\.log)/

/** Reads the settings. From here on no other user can read what the process makes, libraries and child processes included. */
export function startPrivately(): Config {
  process.umask(0o077)
  const config = readConfig(process.env)
  for (const problem of closeFolders(config)) {
    // oxlint-disable-next-line no-console -- before there is a log, and also for the commands
    console.warn(
      `Other users of this machine may read ${problem}: its rights cannot be changed. It should belong to the user that runs Storehand, on a file system with rights.`,
    )
  }
  return config
}

/** What earlier versions, copies or the operator left open. Returns what could not be closed. */
function closeFolders({ dataDir, storageUrl, backup }: Config): string[] {
  const data = path.resolve(dataDir)
  const problems = [
    ...closeOurs(data, OURS_IN_DATA_DIR),
    // A cluster has a few thousand files, and in one of an earlier version they are open also in a closed folder.
    makePrivate(path.join(data, 'database'), 'whole'),
    ...(storageUrl?.startsWith('file:') ? [makePrivate(fileURLToPath(storageUrl))] : []),
    ...(backup ? closeOurs(path.resolve(backup.folder), OURS_IN_BACKUP_DIR) : []),
  ]
  return problems.filter((problem) => problem !== undefined)
}

function closeOurs(folder: string, ours: RegExp): (string | undefined)[] {
  const problem = makePrivate(folder, 'itself')
  // What cannot be listed is said when it is used.
  if (problem !== undefined || !existsSync(folder)) return [problem]
  const names = readdirSync(folder).filter((name) => ours.test(name))
  return names.map((name) => makePrivate(path.join(folder, name)))
}
