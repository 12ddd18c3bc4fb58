// The main keys: from the environment, or from a file in the data folder, one on each line and the current one first.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Config } from '#config'

const fileIn = (dataDir: string) => path.join(dataDir, 'secret-key')

export const hasKeyFile = (config: Config): boolean =>
  existsSync(fileIn(path.resolve(config.dataDir)))

/** Reads the main keys. Without `SECRET_KEY` and without a file it makes one, readable only by its owner. */
export function mainKeysOf(config: Config): () => readonly string[] {
  const { secretKey } = config
  if (secretKey !== undefined) return () => [secretKey, ...config.previousSecretKeys]
  const file = fileIn(path.resolve(config.dataDir))
  if (!existsSync(file)) writeFileSync(file, newMainKey(), { mode: 0o600, flag: 'wx' })
  chmodSync(file, 0o600)
  return () => readFileSync(file, 'utf8').trim().split(/\s+/)
}

export const newMainKey = (): string => randomBytes(32).toString('hex')

/** Replaces the keys of the file: after a crash it holds either the old ones or the new ones. */
export function writeMainKeys(config: Config, keys: readonly string[]): void {
  const file = fileIn(path.resolve(config.dataDir))
  const written = `${file}.new`
  const descriptor = openSync(written, 'w', 0o600)
  try {
    writeFileSync(descriptor, `${keys.join('\n')}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(written, file)
}
