// Two people claim one address and act in any order: its owner, who reads its mails, and an attacker, who does not. A
// state machine that follows the product's rules (account-model.ts) takes 100,000 random steps; the product takes the
// same ones on a real database. `WALK_STEPS=100000 npx vitest run --project unit test/account-walks.test.ts` does as
// many with the product.
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLAIM_DAYS, effectOfProof, isInside } from '#domain/accounts/account-states.ts'
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { Network } from '#domain/limits.ts'
import type { DeviceAnswer } from '#domain/accounts/passkeys.ts'
import type { TokenSession } from '#domain/accounts/token-api.ts'
import { acceptInvitation } from '#features/accounts/accept-invitation.ts'
import { closeAccount, cancelAccountClosing } from '#features/accounts/close-account.ts'
import { askToConfirm, confirmAddress } from '#features/accounts/confirm-address.ts'
import { endSessions } from '#features/accounts/sessions/end-sessions.ts'
import {
  answerMailRequests,
  requestCodeAgain,
  requestRecovery,
  requestSignInCode,
} from '#features/accounts/mail-requests.ts'
import { enrollFactor, removeFactor } from '#features/accounts/factors/manage-factors.ts'
import { addPasskey, beginPasskey } from '#features/accounts/factors/manage-passkeys.ts'
import { accountOfProvider } from '#features/accounts/sign-in/open-provider-account.ts'
import { sessionFor, verifyAccountCode, type Proof } from '#features/accounts/prove-account-code.ts'
import { readActor } from '#features/accounts/sessions/read-actor.ts'
import { readBearer, readBearerActor } from '#features/accounts/sessions/read-bearer.ts'
import { followMailedLink } from '#features/accounts/read-mailed-link.ts'
import { refreshSession } from '#features/accounts/sessions/refresh-session.ts'
import { requestReset, resetPassword } from '#features/accounts/sign-in/reset-password.ts'
import { challengeFactor, verifyFactor } from '#features/accounts/factors/show-factor.ts'
import {
  beginPasskeySignIn,
  signInByPasskey,
} from '#features/accounts/sign-in/sign-in-by-passkey.ts'
import { signInForTokens, signUpForTokens } from '#features/accounts/sign-in/sign-in-for-tokens.ts'
import { updateUser } from '#features/accounts/update-user.ts'
import type { Deps } from '#features/deps.ts'
import { inviteMember } from '#features/organizations/invite-member.ts'
import { queueApplicationLinks } from '#features/rights/send-page-link.ts'
import {
  factsOf,
  nextAccount,
  signedUpAccount,
  type AccountEvent,
  type AccountState,
} from './account-model.ts'
import { createTestApp, type TestApp } from './app.ts'
import { device, type CreateOptions, type Device, type RequestOptions } from './people/device.ts'
import { codeOfPhone } from './people/phone.ts'

const STEPS = Number(process.env['WALK_STEPS'] ?? 400)
const SEED = Number(process.env['WALK_SEED'] ?? 20_261_122)
/** So many steps, and the next address begins: once it is proved, the attacker has lost. */
const STEPS_OF_ADDRESS = 30

type Person = 'owner' | 'attacker'
const people = ['owner', 'attacker'] as const
/** Everything is named after the person who made it. */
const made = (by: Person, what: string, count: number) => `${by} ${what} ${count}`
const isOf = (name: string, person: Person) => name.startsWith(`${person} `)

function dice(seed: number) {
  let state = seed
  return <Value>(values: readonly Value[]): Value => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return values[Math.floor((state / 2 ** 32) * values.length)]!
  }
}
type Choose = ReturnType<typeof dice>

/** What must hold of every account at any time, no matter who did what. */
function expectSafe(state: AccountState, describeWalk: () => string): void {
  const ways = [
    ...Object.keys(state.sessions),
    ...(state.password === null ? [] : [state.password]),
    ...state.factors,
    ...state.begun,
    ...state.passkeys,
    ...state.providers,
  ]
  const theirs = ways.filter((way) => isOf(way, 'attacker'))
  // Anyone who proved the address is alone in the account.
  if (state.isConfirmed && theirs.length > 0) expect.fail(`${describeWalk()}: ${theirs.join(', ')}`)
  // The owner comes in by mail, or by mail and a factor of her own, or a week after she first tried.
  const mine = state.factors.some((factor) => isOf(factor, 'owner'))
  const later = new Date((state.claimedAt?.getTime() ?? 0) + CLAIM_DAYS * 86_400_000)
  const isClaimed = state.claimedAt !== null
  if (isClaimed && !mine && effectOfProof(factsOf(state), null, later) !== 'claim') {
    expect.fail(`${describeWalk()}: the owner is locked out`)
  }
}

const noteOf = (event: AccountEvent, done: boolean) =>
  `${done ? 'done' : 'refused'}: ${JSON.stringify(event)}`

/** Somebody's next try: mostly something that could work, sometimes with what is not theirs to use. */
function nextEvent(
  choose: Choose,
  person: Person,
  state: AccountState,
  count: number,
): AccountEvent {
  const names = Object.keys(state.sessions).filter((name) => isOf(name, person))
  const session = names.length > 0 ? choose(names) : made(person, 'session that is over', count)
  const fresh = made(person, 'session', count)
  const password = made(person, 'password', count)
  const known = [state.password, made(person, 'password', count - 1)].filter(
    (one): one is string => one !== null && isOf(one, person),
  )
  const guess = known.length > 0 ? choose(known) : made(person, 'password that is none', count)
  const oneOf = (list: readonly string[], what: string) => {
    const own = list.filter((one) => isOf(one, person))
    return own.length > 0 ? choose(own) : made(person, what, count)
  }
  const tries: (() => AccountEvent)[] = [
    () => ({ type: 'sign-in', password: guess, session: fresh }),
    () => ({ type: 'begin-factor', session, factor: made(person, 'factor', count) }),
    () => ({ type: 'finish-factor', session, factor: oneOf(state.begun, 'factor') }),
    () => ({ type: 'show-factor', session, factor: oneOf(state.factors, 'factor') }),
    () => ({ type: 'remove-factor', session, factor: oneOf(state.factors, 'factor') }),
    () => ({ type: 'add-passkey', session, passkey: made(person, 'passkey', count) }),
    () => ({ type: 'passkey-sign-in', passkey: oneOf(state.passkeys, 'passkey'), session: fresh }),
    () => ({ type: 'change-password', session, current: choose([null, guess]), password }),
    () => ({ type: 'end-session', session }),
  ]
  const elsewhere = { type: 'proof', shown: null, session: fresh } as const
  const here = { type: 'proof', shown: { session } } as const
  const proofs: (() => AccountEvent)[] = [
    () => ({ ...elsewhere, method: 'otp' }),
    () => ({ ...elsewhere, method: 'recovery' }),
    () => ({ ...elsewhere, method: 'magiclink' }),
    () => ({ ...elsewhere, method: 'oauth', provider: made(person, 'provider', 0) }),
    () => ({ type: 'proof', method: 'recovery', shown: null, password }),
    () => ({ ...here, method: 'otp' }),
    () => ({ ...here, method: 'otp', session: fresh }),
    () => ({ ...here, method: 'magiclink', isStrict: true }),
    () => ({ ...elsewhere, method: 'magiclink', shown: { password: guess } }),
  ]
  // Only the owner reads mails; her first proof is not always the first thing that happens.
  return person === 'owner' && choose([true, false, false]) ? choose(proofs)() : choose(tries)()
}

// shows: interface-21, V6.1.3, V6.3.4
test('100,000 steps of the machine: whoever proved the address is alone inside, and never locked out', () => {
  const choose = dice(SEED)
  const now = new Date(0)
  const seen = new Set<string>()
  let state = signedUpAccount(made('attacker', 'password', 0), made('attacker', 'session', 0), now)
  for (let step = 1; step <= 100_000; step++) {
    if (step % STEPS_OF_ADDRESS === 0) {
      const first = choose(people)
      state = signedUpAccount(
        made(first, 'first password', step),
        made(first, 'first session', step),
        now,
      )
    }
    const person = choose(people)
    const event = nextEvent(choose, person, state, step)
    const next = nextAccount(state, event, now)
    seen.add(`${event.type} ${next !== undefined}`)
    state = next ?? state
    const describeWalk = () => `seed ${SEED}, step ${step}, ${noteOf(event, next !== undefined)}`
    expectSafe(state, describeWalk)
  }
  // Every kind was done, and every kind but a proof was refused.
  expect(seen.size).toBeGreaterThan(16)
})

describe('the product', () => {
  let app: TestApp
  let deps: Deps
  /** An owner of a shop, who invites. */
  let inviter: Actor
  const hashed = (password: string) => createHmac('sha256', 'walk').update(password).digest('hex')
  const network: Network = { name: '127.0.0.1', isCounted: false }
  const request = new Request('http://localhost/')
  beforeAll(async () => {
    // Without a salt: the walk compares what is kept.
    const hash = (password: string) => Promise.resolve(hashed(password))
    const verify = (data: { hash: string; password: string }) =>
      Promise.resolve(hashed(data.password) === data.hash)
    // Nothing is sent but by the test itself: the walk reads the outbox.
    app = await createTestApp({ hashing: { hash, verify }, work: 'none' })
    deps = app.deps
    const shop = await app.owner()
    await app.mailTo(shop.email)
    inviter = {
      user_id: shop.userId,
      session_id: '',
      email: shop.email,
      first_name: 'Shop',
      last_name: 'Owner',
      organization_id: shop.organization.id,
      role: 'organization_owner',
      is_approved: true,
    }
  })
  afterAll(() => app.close())

  /** One address in the product, and what both people hold of it. */
  class Address {
    readonly email = `${randomUUID()}@staff.example`
    readonly sessions = new Map<string, TokenSession>()
    readonly factors = new Map<string, { id: string; secret: string }>()
    readonly devices = new Map<string, Device>()

    async begin(password: string, session: string): Promise<void> {
      const data = { first_name: 'Ana', last_name: 'Silva' }
      const input = { email: this.email, password, data }
      this.sessions.set(session, await signUpForTokens(deps, input, request, network, {}))
    }

    async bearer(session: string) {
      return readBearer(deps, this.sessions.get(session)?.access_token)
    }

    async actor(session: string) {
      const token = this.sessions.get(session)?.access_token
      return token ? readBearerActor(deps, token) : undefined
    }

    /** The newest mail of a kind, as only the owner of the mailbox can read it. */
    async mail<Data>(kind: string): Promise<Data> {
      await answerMailRequests(deps, queueApplicationLinks)
      const { rows } = await deps.db.pool.query<{ data_sealed: string }>(
        `select data_sealed from mail_outbox where recipient = $1 and kind = $2 order by created_at desc limit 1`,
        [this.email, kind],
      )
      return JSON.parse(deps.secrets.decrypt(rows[0]?.data_sealed ?? '')) as Data
    }

    async code(): Promise<{ code: string; token: string }> {
      const { code, link } = await this.mail<{ code: string; link: string }>('account-code')
      return { code, token: new URL(link).searchParams.get('token') ?? '' }
    }

    /** Does it; throws what the product refuses with. */
    async act(event: AccountEvent, choose: Choose): Promise<void> {
      const { email, sessions } = this
      switch (event.type) {
        case 'sign-in': {
          const input = { email, password: event.password }
          sessions.set(event.session, await signInForTokens(deps, input, request, network))
          return
        }
        case 'passkey-sign-in': {
          const by = this.devices.get(event.passkey) ?? device(app.url)
          const asked = await beginPasskeySignIn(deps, network)
          const credential = by.get(asked.options as RequestOptions) as DeviceAnswer
          const input = { challenge_id: asked.challenge_id, credential }
          const { userId, sessionToken } = await signInByPasskey(deps, input, '', network)
          const actor = await readActor(deps, sessionToken)
          expect(actor?.user_id, 'a passkey is enough').toBe(userId)
          const { rows } = await deps.db.pool.query<{ id: string }>(
            'select id from sessions where token = $1',
            [sessionToken],
          )
          sessions.set(event.session, await tokensFor(rows[0]?.id ?? '', userId))
          return
        }
        case 'proof':
          return this.prove(event, choose)
        case 'begin-factor': {
          const bearer = await this.bearer(event.session)
          const { id, totp } = await enrollFactor(deps, bearer, { factor_type: 'totp' })
          this.factors.set(event.factor, { id, secret: totp.secret })
          return
        }
        case 'finish-factor':
        case 'show-factor': {
          const bearer = await this.bearer(event.session)
          const existing = this.factors.get(event.factor)
          const id = existing?.id ?? randomUUID()
          // Its codes count once each; here they come faster than every half-minute.
          await deps.db.pool.query('update auth_factors set last_step = 0 where id = $1', [id])
          const asked = await challengeFactor(deps, bearer, id)
          const code = codeOfPhone(existing?.secret ?? '', deps.clock.now())
          const input = { challenge_id: asked.id, code }
          sessions.set(event.session, await verifyFactor(deps, bearer, id, input))
          return
        }
        case 'remove-factor': {
          const bearer = await this.bearer(event.session)
          return removeFactor(deps, bearer, this.factors.get(event.factor)?.id ?? randomUUID())
        }
        case 'add-passkey': {
          const actor = await this.actor(event.session)
          const asked = await beginPasskey(deps, actor, undefined)
          const by = device(app.url)
          const credential = by.create(asked.options as CreateOptions) as DeviceAnswer
          const input = { challenge_id: asked.challenge_id, name: 'Key', credential }
          await addPasskey(deps, actor, input)
          this.devices.set(event.passkey, by)
          return
        }
        case 'change-password': {
          const { password, current } = event
          const input = { password, current_password: current }
          await updateUser(deps, await this.bearer(event.session), input, {}, network)
          return
        }
        case 'end-session':
          return endSessions(deps, await this.bearer(event.session), 'local')
      }
    }

    /** By one of the ways that the product has for such a proof. */
    async prove(event: Extract<AccountEvent, { type: 'proof' }>, choose: Choose): Promise<void> {
      const { email, sessions } = this
      const { shown, session, method } = event
      if (event.provider !== undefined) {
        const claims = {
          sub: `${email} ${event.provider}`,
          email,
          email_verified: true,
          first_name: 'Ana',
          last_name: 'Silva',
          expires: new Date(Date.now() + 60_000),
        }
        const userId = await accountOfProvider(deps, 'acme', claims)
        sessions.set(session ?? '', await sessionFor(deps, userId, 'oauth', ''))
        return
      }
      if (event.password !== undefined) {
        await requestReset(deps, email, network)
        const { link } = await this.mail<{ link: string }>('reset-password')
        const token = new URL(link).searchParams.get('token') ?? ''
        return resetPassword(deps, { token, password: event.password }, request, network)
      }
      if (event.isStrict && shown && 'session' in shown) return this.accept(shown.session)
      if (shown && 'session' in shown && session === undefined) {
        const actor = await this.actor(shown.session)
        const { sent } = await askToConfirm(deps, actor, network)
        if (!sent) return
        return confirmAddress(deps, actor, (await this.code()).code, network)
      }
      if (shown && 'password' in shown) {
        await requestCodeAgain(deps, 'signup', email, network, {})
        // Nothing is mailed where the address is confirmed: then any link will do.
        if (await this.isConfirmed()) await requestSignInCode(deps, email, undefined, network, {})
        const { token } = await this.code()
        const type = choose(['email', 'magiclink'] as const)
        const given = { password: shown.password, sessionToken: undefined, isForPage: false }
        const opened = await followMailedLink(deps, { type, token_hash: token }, given, '', network)
        if ('session' in opened) sessions.set(session ?? '', opened.session)
        return
      }
      const bearer = shown && 'session' in shown ? await this.bearer(shown.session) : undefined
      const isRecovery = method === 'recovery'
      if (isRecovery) await requestRecovery(deps, email, network, {})
      else if (choose([true, false]) && !(await this.isConfirmed())) {
        await requestCodeAgain(deps, 'signup', email, network, {})
      } else await requestSignInCode(deps, email, undefined, network, {})
      const { code, token } = await this.code()
      const type = isRecovery ? 'recovery' : 'email'
      const proof: Proof =
        method === 'magiclink' ? { type, token_hash: token } : { type, email, token: code }
      sessions.set(session ?? '', await verifyAccountCode(deps, proof, bearer, '', network))
    }

    /** An owner of a shop invites the address, and the mail's token is accepted in this session. */
    async accept(session: string): Promise<void> {
      await inviteMember(deps, inviter, this.email, network)
      const { link } = await this.mail<{ link: string }>('invitation')
      const token = new URL(link).searchParams.get('invitation') ?? ''
      const actor = await this.actor(session)
      await acceptInvitation(deps, actor, token)
      // Out again, so that the next invitation finds them without an organization.
      await deps.db.pool.query(
        `update profiles set organization_id = null, is_approved = false, approved_by = null
         where id = $1`,
        [actor?.user_id],
      )
    }

    async isConfirmed(): Promise<boolean> {
      const { rows } = await deps.db.pool.query<{ email_verified: boolean }>(
        'select email_verified from users where email = $1',
        [this.email],
      )
      return rows[0]?.email_verified === true
    }

    /** As the database has it, in the words of the machine; things are counted, because it does not know their names. */
    async state() {
      const { rows } = await deps.db.pool.query<{
        confirmed: boolean
        password: string | null
        factors: number
        begun: number
        passkeys: number
        providers: number
        sessions: string[]
      }>(
        `select email_verified as confirmed,
           (select password from credentials where user_id = users.id and provider_id = 'credential') as password,
           (select count(*)::int from auth_factors where user_id = users.id and status = 'verified') as factors,
           (select count(*)::int from auth_factors where user_id = users.id and status = 'unverified') as begun,
           (select count(*)::int from auth_passkeys where user_id = users.id) as passkeys,
           (select count(*)::int from credentials where user_id = users.id and provider_id <> 'credential') as providers,
           (select coalesce(array_agg(aal order by aal), '{}') from sessions where user_id = users.id) as sessions
         from users where email = $1`,
        [this.email],
      )
      return rows[0]
    }
  }

  /** A passkey's session has a cookie; the walk holds all sessions by their tokens. */
  async function tokensFor(sessionId: string, userId: string): Promise<TokenSession> {
    const expires = Math.floor(Date.now() / 1000) + 3600
    const claims = { sub: userId, session_id: sessionId } as Parameters<
      typeof deps.auth.signToken
    >[0]
    const access_token = await deps.auth.signToken(claims, expires)
    return { access_token } as TokenSession
  }

  /** What somebody without the mailbox also tries, and what must change nothing. */
  const sideTries: ((address: Address, session: string) => Promise<unknown>)[] = [
    (address) => requestSignInCode(deps, address.email, undefined, network, {}),
    (address) =>
      requestCodeAgain(deps, 'signup', address.email, network, { codeChallenge: 'x'.repeat(43) }),
    (address) => requestReset(deps, address.email, network),
    (address) => {
      const claims = {
        sub: `${address.email} attacker`,
        email: address.email,
        email_verified: false,
        first_name: 'Ana',
        last_name: 'Silva',
        expires: new Date(Date.now() + 60_000),
      }
      return accountOfProvider(deps, 'acme', claims)
    },
    (address) => {
      const proof = { type: 'email', email: address.email, token: '000000' } as const
      return verifyAccountCode(deps, proof, undefined, '', network)
    },
    async (address, session) => {
      const before = address.sessions.get(session)
      if (before?.refresh_token)
        address.sessions.set(session, await refreshSession(deps, before.refresh_token))
    },
    async (address, session) =>
      confirmAddress(deps, await address.actor(session), '000000', network),
    async (address, session) => acceptInvitation(deps, await address.actor(session), randomUUID()),
    async (address, session) => {
      const actor = await address.actor(session)
      await closeAccount(deps, actor, 'a password that is none', network)
    },
    async (address, session) => cancelAccountClosing(deps, await address.actor(session)),
  ]

  const refusedOr = async (act: Promise<unknown>): Promise<boolean> => {
    try {
      await act
      return true
    } catch (error) {
      if (error instanceof AppError && !['unavailable', 'limited'].includes(error.kind))
        return false
      throw error
    }
  }

  test(
    `${STEPS} steps on a database: it agrees with the machine after each`,
    async () => {
      const choose = dice(SEED)
      let address = new Address()
      let state: AccountState | undefined
      let history: string[] = []
      for (let step = 1; step <= STEPS; step++) {
        if (!state || step % STEPS_OF_ADDRESS === 0) {
          address = new Address()
          await deps.db.pool.query('delete from mail_outbox')
          const first = choose(people)
          const [password, session] = [
            made(first, 'first password', step),
            made(first, 'first session', step),
          ]
          await address.begin(password, session)
          state = signedUpAccount(password, session, deps.clock.now())
          history = [`${first} signs up`]
        }
        if (step % 1000 === 0) console.info(`${step} steps, seed ${SEED}`)
        // Limits are not what is walked here, and the people are faster than any: neither of tries nor of mails.
        await answerMailRequests(deps, queueApplicationLinks)
        await deps.db.pool.query('delete from usage_times')
        const person = choose(people)
        const event = nextEvent(choose, person, state, step)
        const now = deps.clock.now()
        const next = nextAccount(state, event, now)
        const done = await refusedOr(address.act(event, choose))
        history.push(noteOf(event, done))
        const walk = `seed ${SEED}, step ${step}\n${history.join('\n')}`
        if (done !== (next !== undefined)) expect.fail(walk)
        state = next ?? state
        if (choose([true, false])) {
          const own = Object.keys(state.sessions).filter((name) => isOf(name, 'attacker'))
          const session = own.length > 0 ? choose(own) : ''
          await refusedOr(choose(sideTries)(address, session))
        }
        expectSafe(state, () => walk)
        expect(await address.state(), walk).toEqual({
          confirmed: state.isConfirmed,
          password: state.password === null ? null : hashed(state.password),
          factors: state.factors.length,
          begun: state.begun.length,
          passkeys: state.passkeys.length,
          providers: state.providers.length,
          sessions: Object.values(state.sessions)
            .map(({ aal }) => aal)
            .toSorted(),
        })
        // Every session that anybody ever had: inside exactly when the machine says so.
        const facts = factsOf(state)
        for (const name of [...address.sessions.keys()].slice(-3)) {
          const own = state.sessions[name]
          const expected = own !== undefined && isInside(facts, own.aal)
          expect((await address.actor(name)) !== undefined, `${walk}\n${name}`).toBe(expected)
        }
      }
    },
    24 * 3_600_000,
  )
})
