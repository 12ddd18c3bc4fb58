// The tables of accounts, their factors and their sessions.
import type { ColumnType, Generated } from 'kysely'
import type { PasskeyPurpose } from '#domain/accounts/passkeys.ts'
import type {
  AccountCodeKind,
  AssuranceLevel,
  FactorType,
  FlowProofKind,
  MailRequestKind,
  Metadata,
  NewUserData,
  ProofMethod,
  ProvenMethod,
} from '#domain/accounts/token-api.ts'
import type { Moment, DefaultMoment, OptionalMoment } from '../column-types.ts'

export type AccountTables = {
  sessions: {
    id: Generated<string>
    token: string
    user_id: string
    user_agent: string | null
    expires_at: Moment
    last_seen_at: DefaultMoment
    aal: Generated<AssuranceLevel>
    amr: ColumnType<ProvenMethod[], string | undefined, string>
    created_at: DefaultMoment
  }
  users: {
    id: Generated<string>
    name: string
    email: string
    email_verified: boolean
    first_name: string
    last_name: string
    language: string | null
    user_metadata: ColumnType<Metadata, string | undefined, string>
    app_metadata: ColumnType<Metadata, string | undefined, string>
    banned_until: OptionalMoment
    claimed_at: OptionalMoment
    email_confirmed_at: OptionalMoment
    created_at: DefaultMoment
    updated_at: DefaultMoment
  }
  auth_refresh_tokens: {
    token_hash: Buffer
    session_id: string
    parent_hash: Buffer | null
    revoked_at: OptionalMoment
    created_at: DefaultMoment
  }
  auth_mailed_codes: {
    id: Generated<string>
    kind: AccountCodeKind
    email: string
    user_id: string | null
    user_data: ColumnType<NewUserData | null, string | null, never>
    token_hash: Buffer
    code_hash: Buffer
    code_tries: Generated<number>
    code_challenge: string | null
    session_id: ColumnType<string | null, string | null | undefined, string | null>
    is_vouched: Generated<boolean>
    expires_at: Moment
    created_at: DefaultMoment
  }
  auth_mail_requests: {
    id: Generated<string>
    kind: MailRequestKind
    email: string
    user_data: ColumnType<NewUserData | null, string | null, never>
    redirect_to: string | null
    code_challenge: string | null
    is_for_page: boolean
    session_id: string | null
    created_at: DefaultMoment
  }
  auth_factors: {
    id: Generated<string>
    user_id: string
    factor_type: FactorType
    friendly_name: string | null
    status: 'unverified' | 'verified'
    secret_sealed: string | null
    last_step: ColumnType<number, number | undefined, number>
    created_at: DefaultMoment
    updated_at: DefaultMoment
  }
  auth_challenges: { id: Generated<string>; factor_id: string; expires_at: Moment }
  auth_recovery_codes: { factor_id: string; code_hash: Buffer; used_at: OptionalMoment }
  auth_flow_codes: {
    code_hash: Buffer
    user_id: string
    method: ProofMethod
    code_challenge: string
    proof_kind: FlowProofKind | null
    proof_email: string | null
    session_id: string | null
    expires_at: Moment
  }
  auth_provider_flows: {
    state_hash: Buffer
    provider_id: string
    browser_hash: Buffer
    secrets_sealed: string
    redirect_to: string | null
    code_challenge: string | null
    expires_at: Moment
  }
  auth_passkeys: {
    id: Generated<string>
    user_id: string
    factor_id: string | null
    name: string
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string
    created_at: DefaultMoment
    last_used_at: OptionalMoment
  }
  auth_passkey_challenges: {
    id: Generated<string>
    purpose: PasskeyPurpose
    user_id: string | null
    factor_id: string | null
    challenge: string
    expires_at: Moment
  }
  auth_used_proofs: { proof_hash: Buffer; expires_at: Moment }
  credentials: {
    id: Generated<string>
    account_id: string
    provider_id: string
    user_id: string
    password: ColumnType<string | null, string | null | undefined, string | null>
    created_at: DefaultMoment
    updated_at: Moment
  }
  auth_verifications: { id: Generated<string>; identifier: string; value: string }
  account_closings: { user_id: string; requested_at: DefaultMoment; closes_at: Moment }
}
