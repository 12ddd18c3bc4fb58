// /api/notifications: the mails that a staff member gets; each member chooses only their own.
import { notificationContracts } from '#domain/mails/mails-contract.ts'
import {
  editJobNotifications,
  editNotifications,
  readNotifications,
  resetJobNotifications,
} from '#features/mails/choose-notifications.ts'
import { mount } from '../mount.ts'

export const notificationRoutes = mount(notificationContracts, {
  'GET /api/notifications': ({ deps, actor }) => readNotifications(deps, actor),
  'PATCH /api/notifications': ({ deps, actor, body }) => editNotifications(deps, actor, body),
  'PUT /api/notifications/jobs/:jobId': ({ deps, actor, params, body }) =>
    editJobNotifications(deps, actor, params.jobId, body),
  'DELETE /api/notifications/jobs/:jobId': ({ deps, actor, params }) =>
    resetJobNotifications(deps, actor, params.jobId),
})
