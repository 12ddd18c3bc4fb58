// A model of an account with all its sign-in methods: a state machine that follows the rules of
// src/domain/accounts/account-states.ts, with which account-walks.test.ts compares the product.
import {
  effectOfProof,
  isFresh,
  isInside,
  mayChangePassword,
  refuseFactor,
  type AccountFacts,
  type Shown,
} from '#domain/accounts/account-states.ts'
import type { AssuranceLevel, ProofMethod, ProvenMethod } from '#domain/accounts/token-api.ts'

/**
 * An account with all its sign-in methods. Their names have no meaning here: tests name them after the person who
 * created them.
 */
export type AccountState = {
  readonly isConfirmed: boolean
  readonly claimedAt: Date | null
  readonly password: string | null
  /** Finished second factors. */
  readonly factors: readonly string[]
  /** Enrolments that were never finished. */
  readonly begun: readonly string[]
  readonly passkeys: readonly string[]
  readonly providers: readonly string[]
  readonly sessions: Readonly<Record<string, SessionState>>
}
type SessionState = { readonly aal: AssuranceLevel; readonly amr: readonly ProvenMethod[] }

/** An action on an account. The caller names a new session. */
export type AccountEvent =
  | { type: 'sign-in'; password: string; session: string }
  | { type: 'passkey-sign-in'; passkey: string; session: string }
  /**
   * A verification by mail or by a provider: what was shown with it, and the session or password that begins with it.
   */
  | {
      type: 'proof'
      method: ProofMethod
      shown: { session: string } | { password: string } | null
      session?: string
      password?: string
      provider?: string
      /** By an invitation: keeps only the session and the password. */
      isStrict?: boolean
    }
  | { type: 'begin-factor'; session: string; factor: string }
  | { type: 'finish-factor'; session: string; factor: string }
  | { type: 'show-factor'; session: string; factor: string }
  | { type: 'remove-factor'; session: string; factor: string }
  | { type: 'add-passkey'; session: string; passkey: string }
  | { type: 'change-password'; session: string; current: string | null; password: string }
  | { type: 'end-session'; session: string }

export const factsOf = (state: AccountState): AccountFacts => ({
  isConfirmed: state.isConfirmed,
  hasFactor: state.factors.length > 0,
  hasPassword: state.password !== null,
  claimedAt: state.claimedAt,
})

/** A new account, in the session of the person who signed up. */
export const signedUpAccount = (password: string, session: string, now: Date): AccountState => ({
  isConfirmed: false,
  claimedAt: null,
  password,
  factors: [],
  begun: [],
  passkeys: [],
  providers: [],
  sessions: { [session]: begun('password', now) },
})

const seconds = (now: Date) => Math.floor(now.getTime() / 1000)
const begun = (method: ProofMethod, now: Date, aal: AssuranceLevel = 'aal1'): SessionState => ({
  aal,
  amr: [{ method, timestamp: seconds(now) }],
})

/** The account after the event; undefined when it is refused, and nothing changes. */
export function nextAccount(
  state: AccountState,
  event: AccountEvent,
  now: Date,
): AccountState | undefined {
  const withSession = (name: string, session: SessionState): AccountState => ({
    ...state,
    sessions: { ...state.sessions, [name]: session },
  })
  const session = 'session' in event && event.session ? state.sessions[event.session] : undefined
  const facts = factsOf(state)
  switch (event.type) {
    case 'sign-in':
      if (state.password !== event.password) return undefined
      return withSession(event.session, begun('password', now))
    case 'passkey-sign-in':
      if (!state.passkeys.includes(event.passkey)) return undefined
      return withSession(event.session, begun('mfa/webauthn', now, 'aal2'))
    case 'proof':
      return afterProof(state, event, now)
    case 'begin-factor':
      if (!session || refuseFactor(facts, session.aal) || !isFresh(session.amr, now))
        return undefined
      return { ...state, begun: [...state.begun, event.factor] }
    case 'finish-factor': {
      if (!session || refuseFactor(facts, session.aal)) return undefined
      if (!state.begun.includes(event.factor)) return undefined
      const factors = [...state.factors, event.factor]
      return raised({ ...state, factors, begun: [] }, event.session, now)
    }
    case 'show-factor':
      if (!session || !state.factors.includes(event.factor)) return undefined
      return raised(state, event.session, now)
    case 'remove-factor': {
      if (!session || session.aal !== 'aal2' || !state.factors.includes(event.factor)) {
        return undefined
      }
      if (!isFresh(session.amr, now)) return undefined
      const factors = state.factors.filter((factor) => factor !== event.factor)
      if (factors.length > 0) return { ...state, factors }
      const weaker = Object.entries(state.sessions).map(
        ([name, { amr }]): [string, SessionState] => [name, { aal: 'aal1', amr }],
      )
      return { ...state, factors, sessions: Object.fromEntries(weaker) }
    }
    case 'add-passkey':
      if (!session || refuseFactor(facts, session.aal) || !isFresh(session.amr, now))
        return undefined
      return { ...state, passkeys: [...state.passkeys, event.passkey] }
    case 'change-password': {
      if (!session || !isInside(facts, session.aal)) return undefined
      const isRight = event.current !== null && event.current === state.password
      if (event.current !== null && !isRight) return undefined
      if (!isRight && !mayChangePassword(facts, session.amr, now)) return undefined
      return { ...state, password: event.password, sessions: { [event.session]: session } }
    }
    case 'end-session': {
      if (!session) return undefined
      const { [event.session]: _, ...sessions } = state.sessions
      return { ...state, sessions }
    }
  }
}

function afterProof(
  state: AccountState,
  event: Extract<AccountEvent, { type: 'proof' }>,
  now: Date,
): AccountState | undefined {
  const shown = shownIn(state, event.shown)
  // The shown session or password is invalid.
  if (event.shown && !shown) return undefined
  // Without a new session or password the proof is an API call, which knows only the authenticated session.
  const isCall = event.session === undefined && event.password === undefined
  if (isCall && shown?.by === 'session' && !isInside(factsOf(state), shown.aal)) return undefined
  const effect = effectOfProof(factsOf(state), shown, now)
  let next = state
  if (effect === 'wait') next = { ...state, claimedAt: state.claimedAt ?? now }
  if (effect === 'claim') {
    next = {
      isConfirmed: true,
      claimedAt: null,
      password: null,
      factors: [],
      begun: [],
      passkeys: [],
      providers: [],
      sessions: {},
    }
  }
  if (effect === 'confirm') {
    next = { ...state, isConfirmed: true, claimedAt: null }
    const name = event.shown && 'session' in event.shown ? event.shown.session : undefined
    const kept = name === undefined ? undefined : state.sessions[name]
    if (event.isStrict && name !== undefined && kept) {
      next = { ...next, sessions: { [name]: kept } }
      if (next.factors.length === 0) next = { ...next, begun: [], passkeys: [], providers: [] }
    }
  }
  if (event.provider !== undefined && effect !== 'wait') {
    next = { ...next, providers: [...new Set([...next.providers, event.provider])] }
  }
  // A new password ends every session.
  if (event.password !== undefined) next = { ...next, password: event.password, sessions: {} }
  if (event.session !== undefined) {
    next = { ...next, sessions: { ...next.sessions, [event.session]: begun(event.method, now) } }
  }
  return next
}

function shownIn(
  state: AccountState,
  shown: Extract<AccountEvent, { type: 'proof' }>['shown'],
): Shown {
  if (!shown) return null
  if ('password' in shown) return shown.password === state.password ? { by: 'password' } : null
  const session = state.sessions[shown.session]
  return session ? { by: 'session', aal: session.aal } : null
}

/** The session showed the factor; the sessions that did not are ended. */
function raised(state: AccountState, name: string, now: Date): AccountState {
  const strong = Object.entries(state.sessions).filter(([, { aal }]) => aal === 'aal2')
  const own = state.sessions[name]
  const proof: ProvenMethod = { method: 'totp', timestamp: seconds(now) }
  const amr = [proof, ...(own?.amr ?? []).filter(({ method }) => method !== 'totp')]
  return { ...state, sessions: { ...Object.fromEntries(strong), [name]: { aal: 'aal2', amr } } }
}
