// PKCE: exchanges the code of an opened link and the client's verifier for a session.
import { AppError } from '#domain/errors.ts'
import type { TokenSession } from '#domain/accounts/token-api.ts'
import { deleteFlowCode } from '#data/accounts/account-codes.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../../deps.ts'
import { applyProof, sessionFor } from '../prove-account-code.ts'

export async function exchangeCode(
  deps: Deps,
  input: { auth_code: string; code_verifier: string },
  userAgent: string,
): Promise<TokenSession> {
  const flow = await deleteFlowCode(deps.db.queries, hashOf(input.auth_code))
  if (!flow) throw new AppError('token.flowMissing')
  if (Date.parse(flow.expires_at) <= deps.clock.now().getTime()) {
    throw new AppError('token.flowExpired')
  }
  if (hashOf(input.code_verifier).toString('base64url') !== flow.code_challenge) {
    throw new AppError('token.verifierWrong')
  }
  const { user_id, proof_kind, proof_email, session_id } = flow
  if (proof_kind && proof_email) {
    // The verifier proves that this client started the flow in that session, which counts while the session exists.
    const shown = session_id ? ({ by: 'session', session_id } as const) : null
    await deps.db.transaction((tx) =>
      applyProof(deps, tx, user_id, { kind: proof_kind, email: proof_email }, shown),
    )
  }
  return sessionFor(deps, user_id, flow.method, userAgent)
}
