// The access token of a request under /auth/v1.
import { readBearer, type Bearer } from '#features/accounts/sessions/read-bearer.ts'
import type { Ctx } from '../../context.ts'
import { bearerToken } from '../../session.ts'

export const bearerOf = (c: Ctx): Promise<Bearer> => readBearer(c.var.deps, bearerToken(c))
