// /api/notifications: what somebody of the staff is told by mail, to be chosen by nobody but themselves.
import { Hono } from 'hono'
import { jobNotificationsInput, notificationsInput } from '#domain/mails/notifications.ts'
import {
  editJobNotifications,
  editNotifications,
  readNotifications,
  resetJobNotifications,
} from '#features/mails/choose-notifications.ts'
import type { Env } from '../context.ts'
import { idParam, readJson } from '../json-body.ts'

export const notificationRoutes = new Hono<Env>()
  .get('/', async (c) => c.json(await readNotifications(c.var.deps, c.var.actor)))
  .patch('/', async (c) => {
    const input = await readJson(c, notificationsInput)
    return c.json(await editNotifications(c.var.deps, c.var.actor, input))
  })
  .put('/jobs/:jobId', async (c) => {
    const input = await readJson(c, jobNotificationsInput)
    const { deps, actor } = c.var
    return c.json(await editJobNotifications(deps, actor, idParam(c, 'jobId'), input))
  })
  .delete('/jobs/:jobId', async (c) =>
    c.json(await resetJobNotifications(c.var.deps, c.var.actor, idParam(c, 'jobId'))),
  )
