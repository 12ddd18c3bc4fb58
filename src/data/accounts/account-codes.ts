// Mailed codes and links of accounts, and the codes that an opened link is exchanged for.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type {
  AccountCodeKind,
  FlowProofKind,
  NewUserData,
  ProofMethod,
} from '#domain/accounts/token-api.ts'
import { lockAccountShared } from './account-states.ts'
import type { Queries } from '../database.ts'

export type AccountCode = {
  id: string
  kind: AccountCodeKind
  email: string
  user_id: string | null
  user_data: NewUserData | null
  code_hash: Buffer
  code_challenge: string | null
  /** The session that requested the mail. */
  session_id: string | null
  /** The operator created the link, and the content of the account. */
  is_vouched: boolean
}

/**
 * The newest of its kind for an address replaces earlier ones. Two accounts may request the same address at once:
 * neither replaces the other's code.
 */
export async function insertAccountCode(
  db: Queries,
  {
    user_data,
    session_id,
    ...values
  }: Omit<AccountCode, 'id'> & { token_hash: Buffer; expires_at: Date },
): Promise<void> {
  if (values.user_id) await lockAccountShared(db, { user_id: values.user_id }, session_id)
  await db
    .deleteFrom('auth_mailed_codes')
    .where('kind', '=', values.kind)
    .where((eb) => {
      const sameAddress = eb('email', '=', values.email)
      if (!values.user_id) return sameAddress
      const samePerson = eb('user_id', '=', values.user_id)
      return values.kind === 'email_change' ? samePerson : eb.or([sameAddress, samePerson])
    })
    .execute()
  await db
    .insertInto('auth_mailed_codes')
    .values((eb) => ({
      ...values,
      user_data: user_data && JSON.stringify(user_data),
      // Null when the session has ended meanwhile.
      session_id: eb.selectFrom('sessions').select('id').where('id', '=', session_id),
    }))
    .execute()
}

const codes = (db: Queries, kinds: readonly AccountCodeKind[], now: Date) =>
  db
    .selectFrom('auth_mailed_codes')
    .select([
      'id',
      'kind',
      'email',
      'user_id',
      'user_data',
      'code_hash',
      'code_challenge',
      'session_id',
      'is_vouched',
    ])
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')

/** Newest first; several only when several accounts requested one address. */
export function listAccountCodes(
  db: Queries,
  kinds: readonly AccountCodeKind[],
  email: string,
  now: Date,
): Promise<AccountCode[]> {
  return codes(db, kinds, now).where('email', '=', email).execute()
}

export function findAccountCodeByToken(
  db: Queries,
  kinds: readonly AccountCodeKind[],
  tokenHash: Buffer,
  now: Date,
): Promise<AccountCode | undefined> {
  return codes(db, kinds, now).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** The change of address that waits for verification. */
export function findPendingEmail(
  db: Queries,
  userId: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  return codes(db, ['email_change'], now).where('user_id', '=', userId).executeTakeFirst()
}

/** Counts an attempt at the code and returns the number of attempts, including this one. */
export async function updateAccountCodeTries(db: Queries, id: string): Promise<number> {
  const row = await db
    .updateTable('auth_mailed_codes')
    .set({ code_tries: sql`code_tries + 1` })
    .where('id', '=', id)
    .returning('code_tries')
    .executeTakeFirst()
  return row?.code_tries ?? Number.POSITIVE_INFINITY
}

/** False when it was already used. */
export async function deleteAccountCode(db: Queries, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('auth_mailed_codes')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the mailed codes and the flow codes of an account. */
export async function deleteAccountCodes(db: Queries, userId: string): Promise<void> {
  await db.deleteFrom('auth_mailed_codes').where('user_id', '=', userId).execute()
  await db.deleteFrom('auth_flow_codes').where('user_id', '=', userId).execute()
}

/** Unused ones: a used code is deleted with its use. */
export async function deleteExpiredAccountCodes(db: Queries, before: Cutoff): Promise<void> {
  const end = before.toISOString()
  await db.deleteFrom('auth_mailed_codes').where('expires_at', '<', end).execute()
  await db.deleteFrom('auth_flow_codes').where('expires_at', '<', end).execute()
}

export type FlowCode = {
  user_id: string
  method: ProofMethod
  code_challenge: string
  /** What the link proved, stored until the client sends the verifier. */
  proof_kind: FlowProofKind | null
  proof_email: string | null
  session_id: string | null
  expires_at: string
}

export async function insertFlowCode(
  db: Queries,
  values: Omit<FlowCode, 'expires_at'> & { code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db.insertInto('auth_flow_codes').values(values).execute()
}

/** Deletes the code with the first attempt, right or wrong: a code allows one attempt. */
export function deleteFlowCode(db: Queries, codeHash: Buffer): Promise<FlowCode | undefined> {
  return db
    .deleteFrom('auth_flow_codes')
    .where('code_hash', '=', codeHash)
    .returning([
      'user_id',
      'method',
      'code_challenge',
      'proof_kind',
      'proof_email',
      'session_id',
      'expires_at',
    ])
    .executeTakeFirst()
}
