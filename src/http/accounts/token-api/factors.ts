// /auth/v1/factors: second factors of the bearer.
import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import {
  enrollInput,
  recoveryCodeInput,
  recoveryCodesInput,
  verifyFactorInput,
} from '#domain/accounts/token-api.ts'
import { isUuid } from '#domain/uuid.ts'
import {
  createRecoveryCodes,
  enrollFactor,
  enrollPasskeyFactor,
  readRecoveryCodes,
  removeFactor,
  removeRecoveryCodes,
  renewRecoveryCodes,
} from '#features/accounts/factors/manage-factors.ts'
import { challengeFactor, verifyFactor } from '#features/accounts/factors/show-factor.ts'
import { verifyRecoveryCode } from '#features/accounts/factors/verify-factor.ts'
import type { Ctx, Env } from '../../context.ts'
import { isJson, readText } from '../../json-body.ts'
import { bearerOf, firstFactorBearerOf } from './bearer.ts'
import { readJson } from './token-body.ts'

function factorId(c: Ctx): string {
  const id = c.req.param('factorId') ?? ''
  if (!isUuid(id)) throw new AppError('factor.missing')
  return id
}

export const factorRoutes = new Hono<Env>()
  .post('/', async (c) => {
    const bearer = await bearerOf(c)
    const input = await readJson(c, enrollInput)
    const enroll = input.factor_type === 'webauthn' ? enrollPasskeyFactor : enrollFactor
    return c.json(await enroll(c.var.deps, bearer, input))
  })
  .get('/recovery-codes', async (c) =>
    c.json(await readRecoveryCodes(c.var.deps, await bearerOf(c))),
  )
  .post('/recovery-codes', async (c) => {
    const bearer = await bearerOf(c)
    // The client sends nothing at all when no name was given.
    const hasBody = isJson(c) && (await readText(c)) !== ''
    const name = hasBody ? (await readJson(c, recoveryCodesInput)).friendly_name : undefined
    return c.json(await createRecoveryCodes(c.var.deps, bearer, name ?? undefined))
  })
  .delete('/recovery-codes', async (c) =>
    c.json(await removeRecoveryCodes(c.var.deps, await bearerOf(c))),
  )
  .post('/recovery-codes/regenerate', async (c) =>
    c.json(await renewRecoveryCodes(c.var.deps, await bearerOf(c))),
  )
  .post('/recovery-codes/verify', async (c) => {
    const bearer = await firstFactorBearerOf(c)
    const { code } = await readJson(c, recoveryCodeInput)
    return c.json(await verifyRecoveryCode(c.var.deps, bearer, code))
  })
  .post('/:factorId/challenge', async (c) =>
    c.json(await challengeFactor(c.var.deps, await firstFactorBearerOf(c), factorId(c))),
  )
  .post('/:factorId/verify', async (c) => {
    const bearer = await firstFactorBearerOf(c)
    const input = await readJson(c, verifyFactorInput)
    return c.json(await verifyFactor(c.var.deps, bearer, factorId(c), input))
  })
  .delete('/:factorId', async (c) => {
    const bearer = await bearerOf(c)
    const id = factorId(c)
    await removeFactor(c.var.deps, bearer, id)
    return c.json({ id })
  })
