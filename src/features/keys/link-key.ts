// The key that links in mails are signed with: read at the start, made at the first one, and replaced after a theft.
import { OperatorError } from '#domain/operator-error.ts'
import { findOrInsertLinkKey, updateLinkKey } from '#data/keys/link-keys.ts'
import { newToken } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'

type KeyDeps = Pick<Deps, 'db' | 'secrets'>

export async function openLinkKey({ db, secrets }: KeyDeps): Promise<void> {
  const sealed = await findOrInsertLinkKey(db.queries, secrets.encrypt(newToken()))
  try {
    secrets.useLinkKey(secrets.decrypt(sealed))
  } catch (cause) {
    throw new OperatorError(
      `The main key ${sealed.split('.')[1]} is needed: what is stored was encrypted under it. Set SECRET_KEY to it, or add it to SECRET_KEY_PREVIOUS.`,
      { cause },
    )
  }
}

/** All links that were mailed before open nothing any more; a new one is mailed to whom asks for one. */
export async function replaceLinkKey({ db, secrets }: KeyDeps): Promise<void> {
  const key = newToken()
  await updateLinkKey(db.queries, secrets.encrypt(key))
  secrets.useLinkKey(key)
}
