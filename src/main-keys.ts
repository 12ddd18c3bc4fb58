// The main keys: from the environment, or from a file in the data folder, one on each line and the current one first.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, type Config } from '#config'
import { makeFile, replaceFile } from '#gateways/new-file.ts'

/** As of `SECRET_KEY`. */
const KEY_CHARACTERS = 32

const fileIn = (dataDir: string) => path.join(dataDir, 'secret-key')

export const hasKeyFile = (config: Config): boolean =>
  existsSync(fileIn(path.resolve(config.dataDir)))

/** Reads the main keys. Without `SECRET_KEY` and without a file it makes one, readable only by its owner. */
export function mainKeysOf(config: Config): () => readonly string[] {
  const { secretKey } = config
  if (secretKey !== undefined) return () => [secretKey, ...config.previousSecretKeys]
  const file = fileIn(path.resolve(config.dataDir))
  if (!existsSync(file)) makeFile(file, newMainKey())
  chmodSync(file, 0o600)
  return () => readKeys(file)
}

/** An empty file would be one empty key, which everybody knows. */
function readKeys(file: string): string[] {
  const keys = readFileSync(file, 'utf8').trim().split(/\s+/)
  if (keys.some((key) => key.length < KEY_CHARACTERS)) {
    throw new ConfigError(
      `${file} must hold main keys of at least ${KEY_CHARACTERS} characters, and is empty or has a shorter one. Bring it back from a copy: without it CVs and secrets cannot be read. Delete it only where nothing was ever stored.`,
    )
  }
  return keys
}

export const newMainKey = (): string => randomBytes(32).toString('hex')

/** Replaces the keys of the file: after a crash it holds either the old ones or the new ones. */
export function writeMainKeys(config: Config, keys: readonly string[]): void {
  replaceFile(fileIn(path.resolve(config.dataDir)), `${keys.join('\n')}\n`)
}
