// /auth/v1: accounts and sessions in the shape of GoTrue, for clients that carry tokens instead of cookies.
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { AppError } from '#domain/errors.ts'
import {
  idTokenGrantInput,
  inviteInput,
  newUserData,
  otpInput,
  passwordGrantInput,
  pkceGrantInput,
  recoverInput,
  refreshGrantInput,
  resendInput,
  signOutScopes,
  tokenSignUpInput,
  userUpdateInput,
  verifyInput,
} from '#domain/accounts/token-api.ts'
import { walletGrantInput } from '#domain/accounts/wallets.ts'
import { endSessions } from '#features/accounts/sessions/end-sessions.ts'
import { exchangeCode } from '#features/accounts/sign-in/exchange-code.ts'
import { verifyAccountCode } from '#features/accounts/prove-account-code.ts'
import { inviteUser } from '#features/accounts/invite-user.ts'
import { requireOperator } from '#features/accounts/manage-users.ts'
import { readKeys } from '#features/accounts/sessions/read-keys.ts'
import { readUser } from '#features/accounts/read-user.ts'
import { refreshSession } from '#features/accounts/sessions/refresh-session.ts'
import {
  requestCodeAgain,
  requestRecovery,
  requestSignInCode,
} from '#features/accounts/mail-requests.ts'
import type { LinkOptions } from '#features/accounts/send-account-code.ts'
import { signInByIdToken } from '#features/accounts/sign-in/sign-in-by-token.ts'
import { signInByWallet } from '#features/accounts/sign-in/sign-in-by-wallet.ts'
import { signInForTokens, signUpForTokens } from '#features/accounts/sign-in/sign-in-for-tokens.ts'
import { readProviders } from '#features/accounts/sign-in/sign-in-by-provider.ts'
import { reauthenticate, updateUser } from '#features/accounts/update-user.ts'
import type { Ctx, Env } from '../../context.ts'
import { isJson, smallBody } from '../../json-body.ts'
import { networkOf } from '../../server/network.ts'
import { bearerToken } from '../../session.ts'
import { adminRoutes } from './admin.ts'
import { bearerOf, firstFactorBearerOf } from './bearer.ts'
import { factorRoutes } from './factors.ts'
import { followLink, showLink, userAgentOf } from './mailed-link.ts'
import { authorize, comeBack } from './providers.ts'
import { readJson } from './token-body.ts'
import { answerTokenError } from './token-errors.ts'

/** Of an address; longer ones are cut, and lead to our front page then. */
const REDIRECT_MAX = 2000

const linkOptions = (
  c: Ctx,
  flow: { code_challenge?: string | null | undefined },
): LinkOptions => ({
  redirectTo: c.req.query('redirect_to')?.slice(0, REDIRECT_MAX),
  codeChallenge: flow.code_challenge ?? undefined,
})

export const tokenApiRoutes = new Hono<Env>()
  .use(
    // Any site may call: no cookie is read here, and only the bearer knows the token.
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: [
        'authorization',
        'apikey',
        'content-type',
        'x-client-info',
        'x-supabase-api-version',
      ],
      exposeHeaders: ['x-total-count', 'link', 'x-supabase-api-version', 'retry-after'],
      maxAge: 600,
    }),
    smallBody,
    async (c, next) => {
      c.header('Cache-Control', 'no-store')
      await next()
    },
  )
  .get('/health', (c) =>
    c.json({ name: 'Storehand', version: '1', description: 'Accounts and sessions' }),
  )
  .get('/settings', (c) =>
    c.json({
      external: {
        email: true,
        phone: false,
        anonymous_users: false,
        ...Object.fromEntries(readProviders(c.var.deps).map(({ id }) => [id, true])),
      },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }),
  )
  .get('/.well-known/jwks.json', async (c) => {
    const keys = await readKeys(c.var.deps)
    c.header('Cache-Control', 'public, max-age=600')
    return c.json(keys)
  })
  .post('/signup', async (c) => {
    const input = await readJson(c, tokenSignUpInput)
    return c.json(
      await signUpForTokens(c.var.deps, input, c.req.raw, networkOf(c), linkOptions(c, input)),
    )
  })
  .post('/token', async (c) => {
    const { deps } = c.var
    const grant = c.req.query('grant_type')
    if (grant === 'password') {
      return c.json(
        await signInForTokens(deps, await readJson(c, passwordGrantInput), c.req.raw, networkOf(c)),
      )
    }
    if (grant === 'refresh_token') {
      const { refresh_token } = await readJson(c, refreshGrantInput)
      return c.json(await refreshSession(deps, refresh_token))
    }
    if (grant === 'pkce') {
      return c.json(await exchangeCode(deps, await readJson(c, pkceGrantInput), userAgentOf(c)))
    }
    if (grant === 'id_token') {
      const input = await readJson(c, idTokenGrantInput)
      return c.json(await signInByIdToken(deps, input, userAgentOf(c), networkOf(c)))
    }
    if (grant === 'web3') {
      const input = await readJson(c, walletGrantInput)
      return c.json(await signInByWallet(deps, input, userAgentOf(c), networkOf(c)))
    }
    throw new AppError('token.grantUnknown')
  })
  .post('/otp', async (c) => {
    const { email, create_user, data, ...flow } = await readJson(c, otpInput)
    const newcomer = create_user ? newUserData.safeParse(data).data : undefined
    await requestSignInCode(c.var.deps, email, newcomer, networkOf(c), linkOptions(c, flow))
    return c.json({})
  })
  .post('/recover', async (c) => {
    const { email, ...flow } = await readJson(c, recoverInput)
    await requestRecovery(c.var.deps, email, networkOf(c), linkOptions(c, flow))
    return c.json({})
  })
  .post('/resend', async (c) => {
    const { email, type, ...flow } = await readJson(c, resendInput)
    await requestCodeAgain(c.var.deps, type, email, networkOf(c), linkOptions(c, flow))
    return c.json({})
  })
  .get('/reauthenticate', async (c) => {
    await reauthenticate(c.var.deps, await bearerOf(c))
    return c.json({})
  })
  .route('/factors', factorRoutes)
  .route('/admin', adminRoutes)
  .post('/invite', async (c) => {
    requireOperator(c.var.deps, bearerToken(c))
    const input = await readJson(c, inviteInput)
    return c.json(await inviteUser(c.var.deps, input, c.req.query('redirect_to')))
  })
  .get('/verify', showLink)
  .post('/verify', async (c, next) => {
    if (!isJson(c)) return next()
    const proof = await readJson(c, verifyInput)
    // The session in which the code was typed, if the client sends its token; any other content of the header is
    // ignored.
    const bearer = await firstFactorBearerOf(c).catch((error: unknown) => {
      if (error instanceof AppError) return undefined
      throw error
    })
    const { deps } = c.var
    return c.json(await verifyAccountCode(deps, proof, bearer, userAgentOf(c), networkOf(c)))
  })
  .post('/verify', followLink)
  .get('/authorize', authorize)
  .get('/callback', comeBack)
  .get('/user', async (c) => {
    const { session } = await firstFactorBearerOf(c)
    return c.json(await readUser(c.var.deps, session.user_id))
  })
  .put('/user', async (c) => {
    const bearer = await bearerOf(c)
    const input = await readJson(c, userUpdateInput)
    const options = linkOptions(c, input)
    return c.json(await updateUser(c.var.deps, bearer, input, options, networkOf(c)))
  })
  .post('/logout', async (c) => {
    const bearer = await firstFactorBearerOf(c)
    const scope = signOutScopes.find((known) => known === (c.req.query('scope') ?? 'global'))
    if (!scope) throw new AppError('token.scopeUnknown')
    await endSessions(c.var.deps, bearer, scope)
    return c.body(null, 204)
  })
  .all('*', () => {
    throw new AppError('server.notFound')
  })

tokenApiRoutes.onError((error, c) => answerTokenError(error, c))
