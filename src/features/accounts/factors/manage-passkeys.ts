// Adds, lists and removes passkeys on the account page.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import { AppError } from '#domain/errors.ts'
import { PASSKEYS_MAX, type PasskeyInput, type PasskeyView } from '#domain/accounts/passkeys.ts'
import { findAccountLocked } from '#data/accounts/account-states.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { isDuplicate, type Queries } from '#data/database.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
} from '#data/accounts/passkeys.ts'
import { findSession } from '#data/accounts/sessions.ts'
import type { DeviceKey } from '#gateways/accounts/passkeys.ts'
import type { Deps } from '../../deps.ts'
import { offerPasskey, verifyNewPasskey } from '../sign-in/webauthn-challenge.ts'
import { removeOne } from './manage-factors.ts'
import { queueSecurityNotice } from '../record-security-event.ts'
import { requireFresh } from './prove-again.ts'
import { requireMayAdd } from './verify-factor.ts'

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

/** Options for the browser. Requires a fresh proof, so that an unattended screen is not enough to add permanent access. */
export async function beginPasskey(
  deps: Deps,
  actor: Actor | undefined,
  proof: string | undefined,
): Promise<{ challenge_id: string; options: object }> {
  const { user_id, session_id } = signedIn(actor)
  await requireFresh(deps, session_id, proof)
  const { challenge_id, options } = await offerPasskey(deps, 'add', user_id, null)
  return { challenge_id, options }
}

export async function addPasskey(
  deps: Deps,
  actor: Actor | undefined,
  input: PasskeyInput,
): Promise<PasskeyView> {
  const { user_id, session_id, email } = signedIn(actor)
  const of = { user_id, factor_id: null }
  const key = await verifyNewPasskey(deps, 'add', input, of)
  const made = await deps.db.transaction(async (tx) => {
    // Another person may have verified the address meanwhile, which ends this session.
    await findAccountLocked(tx, user_id)
    const session = await findSession(tx, session_id)
    if (!session) throw new AppError('auth.signInRequired')
    await requireMayAdd(tx, session)
    const known = await listPasskeys(tx, user_id)
    if (known.length >= PASSKEYS_MAX) throw new AppError('passkey.tooMany')
    const id = await insertNewPasskey(tx, { ...key, ...of, name: input.name })
    const made = (await listPasskeys(tx, user_id)).find((passkey) => passkey.id === id)
    if (!made) throw new AppError('passkey.missing')
    await queueSecurityNotice(deps, tx, email, 'passkey-added')
    return viewOf(made)
  })
  return made
}

export async function insertNewPasskey(
  tx: Queries,
  values: DeviceKey & { user_id: string; factor_id: string | null; name: string },
): Promise<string> {
  const { id } = await insertPasskey(tx, values).catch((error: unknown) => {
    const isTaken = isDuplicate(error, 'auth_passkeys_credential_id_key')
    throw isTaken ? new AppError('passkey.refused', { cause: error }) : error
  })
  await recordPasskey(tx, values.user_id, 'passkey.added', id)
  return id
}

export async function removePasskey(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  proof: string | undefined,
): Promise<void> {
  const { user_id, session_id, email } = signedIn(actor)
  const known = await listPasskeys(deps.db.queries, user_id)
  const passkey = known.find((one) => one.id === id)
  if (!passkey) throw new AppError('passkey.missing')
  await requireFresh(deps, session_id, proof)
  await deps.db.transaction(async (tx) => {
    // A passkey used as a second factor is removed together with the factor.
    if (passkey.factor_id) await removeOne(tx, user_id, user_id, passkey.factor_id)
    else if (!(await deletePasskey(tx, user_id, id))) throw new AppError('passkey.missing')
    await recordPasskey(tx, user_id, 'passkey.removed', id)
    await queueSecurityNotice(deps, tx, email, 'passkey-removed')
  })
}

const recordPasskey = (tx: Queries, actor_id: string, action: AuditAction, resource_id: string) =>
  insertAuditEvent(tx, null, { actor_id, action, resource_type: 'passkey', resource_id })
