// The access token of a request under /auth/v1.
import {
  readBearer,
  readFirstFactorBearer,
  type Bearer,
  type FirstFactorBearer,
} from '#features/accounts/sessions/read-bearer.ts'
import type { Ctx } from '../../context.ts'
import { bearerToken } from '../../session.ts'

export const bearerOf = (c: Ctx): Promise<Bearer> => readBearer(c.var.deps, bearerToken(c))

/** For the few calls that a session at the first factor may make. */
export const firstFactorBearerOf = (c: Ctx): Promise<FirstFactorBearer> =>
  readFirstFactorBearer(c.var.deps, bearerToken(c))
