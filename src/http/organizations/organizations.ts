// /api/organizations: creating one, the ways in, and what owners decide about its people.
import { Hono } from 'hono'
import {
  acceptInput,
  brandInput,
  invitationInput,
  organizationInput,
  roleInput,
} from '#domain/organizations/organizations.ts'
import { acceptInvitation } from '#features/accounts/accept-invitation.ts'
import { approveMember } from '#features/organizations/approve-member.ts'
import { askToJoin, withdrawJoinRequest } from '#features/organizations/ask-to-join.ts'
import { editBrand } from '#features/organizations/change-brand.ts'
import { changeRole } from '#features/organizations/change-role.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { inviteMember } from '#features/organizations/invite-member.ts'
import { readInvitation } from '#features/organizations/read-invitation.ts'
import { readMembers } from '#features/organizations/read-members.ts'
import { leaveOrganization } from '#features/organizations/leave-organization.ts'
import { removeMember } from '#features/organizations/remove-member.ts'
import { withdrawInvitation } from '#features/organizations/withdraw-invitation.ts'
import type { Env } from '../context.ts'
import { idParam, readJson } from '../json-body.ts'
import { networkOf } from '../server/network.ts'

export const organizationRoutes = new Hono<Env>()
  .post('/', async (c) =>
    c.json(
      await createOrganization(c.var.deps, c.var.actor, await readJson(c, organizationInput)),
      201,
    ),
  )
  .patch('/own', async (c) =>
    c.json(await editBrand(c.var.deps, c.var.actor, await readJson(c, brandInput))),
  )
  .post('/join', async (c) => {
    const { name } = await readJson(c, organizationInput)
    return c.json(await askToJoin(c.var.deps, c.var.actor, name), 202)
  })
  .delete('/join', async (c) => {
    await withdrawJoinRequest(c.var.deps, c.var.actor)
    return c.body(null, 204)
  })
  .post('/invitations', async (c) => {
    const { email } = await readJson(c, invitationInput)
    return c.json(await inviteMember(c.var.deps, c.var.actor, email, networkOf(c)), 201)
  })
  .post('/invitations/read', async (c) => {
    const { token } = await readJson(c, acceptInput)
    return c.json(await readInvitation(c.var.deps, token, networkOf(c)))
  })
  .post('/invitations/accept', async (c) => {
    const { token } = await readJson(c, acceptInput)
    return c.json(await acceptInvitation(c.var.deps, c.var.actor, token))
  })
  .delete('/invitations/:invitationId', async (c) => {
    await withdrawInvitation(c.var.deps, c.var.actor, idParam(c, 'invitationId'))
    return c.body(null, 204)
  })
  .post('/leave', async (c) => {
    await leaveOrganization(c.var.deps, c.var.actor)
    return c.body(null, 204)
  })
  .get('/members', async (c) => c.json(await readMembers(c.var.deps, c.var.actor)))
  .post('/members/:memberId/approve', async (c) =>
    c.json(await approveMember(c.var.deps, c.var.actor, idParam(c, 'memberId'))),
  )
  .patch('/members/:memberId/role', async (c) => {
    const memberId = idParam(c, 'memberId')
    const { role } = await readJson(c, roleInput)
    return c.json(await changeRole(c.var.deps, c.var.actor, memberId, role))
  })
  .delete('/members/:memberId', async (c) => {
    await removeMember(c.var.deps, c.var.actor, idParam(c, 'memberId'))
    return c.body(null, 204)
  })
