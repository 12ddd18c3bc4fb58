// Encrypts values of a previous main key with the current one, and gives older CVs their own keys. Works in small
// independent steps: after an interruption, or in parallel with another process, the next run continues.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { LOGO_FOLDER } from '#domain/organizations/brand.ts'
import {
  countKeylessCvs,
  listKeylessCvs,
  updateCvKeyed,
  type KeylessCv,
} from '#data/cvs/cv-keys.ts'
import {
  countEncrypted,
  listOldEncryptedLocked,
  encryptedColumns,
  updateEncrypted,
  type EncryptedColumn,
  type EncryptedValue,
} from '#data/keys/encrypted-values.ts'
import { openSigningKey } from '#gateways/accounts/signing-keys.ts'
import type { Deps } from '../deps.ts'

const AT_ONCE = 200

type KeyDeps = Pick<Deps, 'db' | 'secrets' | 'files' | 'log' | 'closing'>

/** `unreadable`: values that none of the given keys decrypts; they are not changed. */
export type Renewed = { values: number; files: number; unreadable: number }

export async function reencryptValues(deps: KeyDeps): Promise<Renewed> {
  // Another process may have added a key to the file.
  deps.secrets.reload()
  const done: Renewed = { values: 0, files: 0, unreadable: 0 }
  for (const column of encryptedColumns) await renewColumn(deps, column, done)
  await renewCvs(deps, done)
  await renewLogos(deps, done)
  if (done.unreadable > 0) {
    deps.log.error({ unreadable: done.unreadable }, 'encrypted under a main key that is not given')
  }
  return done
}

async function renewColumn(deps: KeyDeps, column: EncryptedColumn, done: Renewed): Promise<void> {
  const current = deps.secrets.currentPrefix()
  let after = ''
  while (!deps.closing.aborted) {
    const last = await deps.db.transaction(async (tx) => {
      const old = await listOldEncryptedLocked(tx, column, { current, after, most: AT_ONCE })
      const renewed: EncryptedValue[] = []
      for (const { key, encrypted } of old) {
        const plain = await open(deps, column, encrypted).catch(() => undefined)
        if (plain === undefined) done.unreadable += 1
        else renewed.push({ key, encrypted: deps.secrets.encrypt(plain) })
      }
      await updateEncrypted(tx, column, renewed)
      done.values += renewed.length
      return old.at(-1)?.key
    })
    if (last === undefined) return
    after = last
  }
}

const open = async (deps: KeyDeps, { column }: EncryptedColumn, encrypted: string) =>
  column === 'private_key'
    ? openSigningKey(deps.secrets, encrypted)
    : deps.secrets.decrypt(encrypted)

async function renewCvs(deps: KeyDeps, done: Renewed): Promise<void> {
  let after = ''
  while (!deps.closing.aborted) {
    const cvs = await listKeylessCvs(deps.db.queries, after, AT_ONCE)
    for (const cv of cvs) {
      if (deps.closing.aborted) return
      try {
        if (await giveKey(deps, cv)) done.files += 1
      } catch (error) {
        done.unreadable += 1
        deps.log.warn({ err: error, cv: cv.id }, 'a CV could not be given a key')
      }
    }
    const last = cvs.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Writes a file with a new name, so that a reader finds either the old file or the new one, each with its key; after an
 * interruption the sweep removes the extra file.
 */
async function giveKey(deps: KeyDeps, cv: KeylessCv): Promise<boolean> {
  const key_sealed = deps.secrets.newFileKey()
  const storage_key = `cvs/${randomUUID()}${path.posix.extname(cv.storage_key)}`
  const old = await deps.files.read(cv.storage_key, null)
  const staged = await deps.files.stage(old, key_sealed).finally(() => old.destroy())
  try {
    await staged.take(storage_key)
  } finally {
    await staged.drop()
  }
  const isKept = await deps.db.transaction((tx) =>
    updateCvKeyed(tx, cv, { storage_key, key_sealed }),
  )
  await deps.files.discard([isKept ? cv.storage_key : storage_key])
  return isKept
}

/** Logos are public, so they have no keys of their own. */
async function renewLogos(deps: KeyDeps, done: Renewed): Promise<void> {
  for await (const key of deps.files.listOlder(LOGO_FOLDER, new Date(8.64e15))) {
    if (deps.closing.aborted) return
    if (await deps.files.renew(key)) done.files += 1
  }
}

export type KeyCounts = { keys: { id: string; values: number }[]; old: number; keyless: number }

/**
 * Numbers of encrypted values by main key. `old`: from before keys had ids; `keyless`: CVs without keys of their own.
 */
export async function countByKey({
  db,
  secrets,
}: Pick<Deps, 'db' | 'secrets'>): Promise<KeyCounts> {
  const counts = await countEncrypted(db.queries)
  const ids = new Set([...secrets.keyIds(), ...counts.keys()])
  ids.delete('')
  return {
    keys: [...ids].map((id) => ({ id, values: counts.get(id) ?? 0 })),
    old: counts.get('') ?? 0,
    keyless: await countKeylessCvs(db.queries),
  }
}
