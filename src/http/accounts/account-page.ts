// What the account page asks beside second factor and passkeys: sessions, password, address, names.
import { Hono } from 'hono'
import {
  changePasswordInput,
  confirmNewAddressInput,
  namesInput,
  newAddressInput,
} from '#domain/accounts/accounts.ts'
import { askForNewAddress, confirmNewAddress } from '#features/accounts/change-own-address.ts'
import {
  changeOwnNames,
  changeOwnPassword,
  readHasPassword,
} from '#features/accounts/change-own-details.ts'
import {
  endOtherSessions,
  endSession,
  readSessions,
} from '#features/accounts/sessions/manage-sessions.ts'
import type { Env } from '../context.ts'
import { readJson } from '../json-body.ts'
import { networkOf } from '../server/network.ts'
import { originOfCall } from '../session.ts'

export const accountPageRoutes = new Hono<Env>()
  .get('/sessions', async (c) => c.json({ sessions: await readSessions(c.var.deps, c.var.actor) }))
  .delete('/sessions', async (c) => {
    await endOtherSessions(c.var.deps, c.var.actor, originOfCall(c))
    return c.body(null, 204)
  })
  .delete('/sessions/:sessionId', async (c) => {
    await endSession(c.var.deps, c.var.actor, c.req.param('sessionId'), originOfCall(c))
    return c.body(null, 204)
  })
  .get('/password', async (c) =>
    c.json({ has_password: await readHasPassword(c.var.deps, c.var.actor) }),
  )
  .post('/password', async (c) => {
    const { deps, actor } = c.var
    const input = await readJson(c, changePasswordInput)
    await changeOwnPassword(deps, actor, input, networkOf(c), originOfCall(c))
    return c.body(null, 204)
  })
  .post('/email', async (c) => {
    const input = await readJson(c, newAddressInput)
    await askForNewAddress(c.var.deps, c.var.actor, input, networkOf(c))
    return c.body(null, 204)
  })
  .post('/email/verify', async (c) => {
    const input = await readJson(c, confirmNewAddressInput)
    await confirmNewAddress(c.var.deps, c.var.actor, input, networkOf(c))
    return c.body(null, 204)
  })
  .put('/names', async (c) => {
    await changeOwnNames(c.var.deps, c.var.actor, await readJson(c, namesInput))
    return c.body(null, 204)
  })
