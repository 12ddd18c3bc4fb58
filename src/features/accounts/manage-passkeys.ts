// A person's own passkeys, as the account page shows them: added with a name, listed, removed.
import { signedIn, type Actor } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  PASSKEY_FRESH_SECONDS,
  PASSKEYS_MAX,
  type PasskeyInput,
  type PasskeyView,
} from '#domain/passkeys.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { isDuplicate, type Queries } from '#data/database.ts'
import { deletePasskey, insertPasskey, listPasskeys, type PasskeyRow } from '#data/passkeys.ts'
import { findSession } from '#data/sessions.ts'
import type { DeviceKey } from '#gateways/passkeys.ts'
import type { Deps } from '../deps.ts'
import { offerPasskey, takeNewKey } from './ask-device.ts'
import { removeOne } from './manage-factors.ts'
import { proveAgain } from './manage-second-factor.ts'

const viewOf = ({ id, name, created_at, last_used_at, factor_id }: PasskeyRow): PasskeyView => ({
  id,
  name,
  created_at,
  last_used_at,
  is_factor: factor_id !== null,
})

export async function readPasskeys(deps: Deps, actor: Actor | undefined): Promise<PasskeyView[]> {
  return (await listPasskeys(deps.db.queries, signedIn(actor).user_id)).map(viewOf)
}

/** What the browser hands to the device. A screen that was left open must not be enough to let somebody in for good. */
export async function beginPasskey(
  deps: Deps,
  actor: Actor | undefined,
  proof: string | undefined,
): Promise<{ challenge_id: string; options: object }> {
  const { user_id } = signedIn(actor)
  await requireFresh(deps, actor, proof)
  const { challenge_id, options } = await offerPasskey(deps, 'add', user_id, null)
  return { challenge_id, options }
}

export async function addPasskey(
  deps: Deps,
  actor: Actor | undefined,
  input: PasskeyInput,
): Promise<PasskeyView> {
  const { user_id } = signedIn(actor)
  const of = { user_id, factor_id: null }
  const key = await takeNewKey(deps, 'add', input, of)
  return deps.db.transaction(async (tx) => {
    const known = await listPasskeys(tx, user_id)
    if (known.length >= PASSKEYS_MAX) throw new AppError('passkey.tooMany')
    const id = await keepPasskey(tx, { ...key, ...of, name: input.name })
    const made = (await listPasskeys(tx, user_id)).find((passkey) => passkey.id === id)
    if (!made) throw new AppError('passkey.missing')
    return viewOf(made)
  })
}

export async function keepPasskey(
  tx: Queries,
  values: DeviceKey & { user_id: string; factor_id: string | null; name: string },
): Promise<string> {
  const { id } = await insertPasskey(tx, values).catch((error: unknown) => {
    const isTaken = isDuplicate(error, 'auth_passkeys_credential_id_key')
    throw isTaken ? new AppError('passkey.refused', { cause: error }) : error
  })
  await note(tx, values.user_id, 'passkey.added', id)
  return id
}

export async function removePasskey(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  proof: string | undefined,
): Promise<void> {
  const { user_id } = signedIn(actor)
  const known = await listPasskeys(deps.db.queries, user_id)
  const passkey = known.find((one) => one.id === id)
  if (!passkey) throw new AppError('passkey.missing')
  await requireFresh(deps, actor, proof)
  await deps.db.transaction(async (tx) => {
    // As a factor it takes its factor with it, and what hangs on that.
    if (passkey.factor_id) await removeOne(tx, user_id, user_id, passkey.factor_id)
    else if (!(await deletePasskey(tx, user_id, id))) throw new AppError('passkey.missing')
    await note(tx, user_id, 'passkey.removed', id)
  })
}

const note = (tx: Queries, actor_id: string, action: string, resource_id: string) =>
  insertAuditEvent(tx, null, { actor_id, action, resource_type: 'passkey', resource_id })

/** Either the person signed in a moment ago, or proves anew who they are: by the password, or a code of their factors. */
async function requireFresh(
  deps: Deps,
  actor: Actor | undefined,
  proof: string | undefined,
): Promise<void> {
  const session = await findSession(deps.db.queries, signedIn(actor).session_id)
  if (!session) throw new AppError('auth.signInRequired')
  if (proof !== undefined) return proveAgain(deps, session, proof)
  const age = deps.clock.now().getTime() - Date.parse(session.created_at)
  if (age > PASSKEY_FRESH_SECONDS * 1000) throw new AppError('passkey.proofNeeded')
}
