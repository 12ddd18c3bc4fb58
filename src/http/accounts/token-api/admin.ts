// /auth/v1/admin: accounts, for the operator's token.
import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import {
  adminUserInput,
  adminUserUpdate,
  deleteUserInput,
  linkInput,
  pageInput,
} from '#domain/accounts/token-api.ts'
import { isUuid } from '#domain/uuid.ts'
import { makeLink } from '#features/accounts/invite-user.ts'
import {
  changeUser,
  createUser,
  deleteUser,
  deleteUserFactor,
  findUserById,
  listUserFactors,
  listUsers,
  requireOperator,
} from '#features/accounts/manage-users.ts'
import type { Ctx, Env } from '../../context.ts'
import { isJson, readQuery } from '../../json-body.ts'
import { bearerToken } from '../../session.ts'
import { readJson } from './token-body.ts'

function userId(c: Ctx): string {
  const id = c.req.param('userId') ?? ''
  if (!isUuid(id)) throw new AppError('user.missing')
  return id
}

export const adminRoutes = new Hono<Env>()
  .use(async (c, next) => {
    requireOperator(c.var.deps, bearerToken(c))
    await next()
  })
  .post('/generate_link', async (c) => {
    const input = await readJson(c, linkInput)
    const redirectTo = input.redirect_to ?? c.req.query('redirect_to')
    return c.json(await makeLink(c.var.deps, input, redirectTo))
  })
  .get('/users', async (c) => {
    const { page, per_page } = readQuery(c, pageInput)
    const { users, total } = await listUsers(c.var.deps, page, per_page)
    const last = Math.max(1, Math.ceil(total / per_page))
    // As the client reads them: the page first, and always a last one.
    const link = (to: number, rel: string) =>
      `</auth/v1/admin/users?page=${to}&per_page=${per_page}>; rel="${rel}"`
    const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
    c.header('Link', links.join(', '))
    c.header('X-Total-Count', String(total))
    return c.json({ users, aud: 'authenticated' })
  })
  .post('/users', async (c) =>
    c.json(await createUser(c.var.deps, await readJson(c, adminUserInput))),
  )
  .get('/users/:userId', async (c) => c.json(await findUserById(c.var.deps, userId(c))))
  .put('/users/:userId', async (c) =>
    c.json(await changeUser(c.var.deps, userId(c), await readJson(c, adminUserUpdate))),
  )
  .delete('/users/:userId', async (c) => {
    // Soft deletion is not offered: a deleted account is deleted completely.
    if (isJson(c)) await readJson(c, deleteUserInput)
    await deleteUser(c.var.deps, userId(c))
    return c.json({})
  })
  .get('/users/:userId/factors', async (c) => c.json(await listUserFactors(c.var.deps, userId(c))))
  .delete('/users/:userId/factors/:factorId', async (c) => {
    const id = c.req.param('factorId')
    if (!isUuid(id)) throw new AppError('factor.missing')
    await deleteUserFactor(c.var.deps, userId(c), id)
    return c.json({ id })
  })
