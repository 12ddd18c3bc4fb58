// /api/organizations: creating one, the ways in, and what owners decide about its people.
import { organizationContracts } from '#domain/organizations/organizations-contract.ts'
import { acceptInvitation } from '#features/accounts/accept-invitation.ts'
import { approveMember } from '#features/organizations/approve-member.ts'
import { askToJoin, withdrawJoinRequest } from '#features/organizations/ask-to-join.ts'
import { editBrand } from '#features/organizations/change-brand.ts'
import { editProfile, readProfile } from '#features/organizations/change-profile.ts'
import { changeRole } from '#features/organizations/change-role.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { inviteMember } from '#features/organizations/invite-member.ts'
import { readInvitation } from '#features/organizations/read-invitation.ts'
import { readMembers } from '#features/organizations/read-members.ts'
import { leaveOrganization } from '#features/organizations/leave-organization.ts'
import { removeMember } from '#features/organizations/remove-member.ts'
import { withdrawInvitation } from '#features/organizations/withdraw-invitation.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'

export const organizationRoutes = mount(organizationContracts, {
  'POST /api/organizations': ({ deps, actor, body }) => createOrganization(deps, actor, body),
  'PATCH /api/organizations/own': ({ deps, actor, body }) => editBrand(deps, actor, body),
  'GET /api/organizations/own/profile': ({ deps, actor }) => readProfile(deps, actor),
  'PATCH /api/organizations/own/profile': ({ deps, actor, body }) => editProfile(deps, actor, body),
  'POST /api/organizations/join': ({ deps, actor, body }) => askToJoin(deps, actor, body.name),
  'DELETE /api/organizations/join': ({ deps, actor }) => withdrawJoinRequest(deps, actor),
  'POST /api/organizations/invitations': ({ c, deps, actor, body }) =>
    inviteMember(deps, actor, body.email, networkOf(c)),
  'POST /api/organizations/invitations/read': ({ c, deps, body }) =>
    readInvitation(deps, body.token, networkOf(c)),
  'POST /api/organizations/invitations/accept': ({ deps, actor, body }) =>
    acceptInvitation(deps, actor, body.token),
  'DELETE /api/organizations/invitations/:invitationId': ({ deps, actor, params }) =>
    withdrawInvitation(deps, actor, params.invitationId),
  'POST /api/organizations/leave': ({ deps, actor }) => leaveOrganization(deps, actor),
  'GET /api/organizations/members': ({ deps, actor }) => readMembers(deps, actor),
  'POST /api/organizations/members/:memberId/approve': ({ deps, actor, params }) =>
    approveMember(deps, actor, params.memberId),
  'PATCH /api/organizations/members/:memberId/role': ({ deps, actor, params, body }) =>
    changeRole(deps, actor, params.memberId, body.role),
  'DELETE /api/organizations/members/:memberId': ({ deps, actor, params }) =>
    removeMember(deps, actor, params.memberId),
})
