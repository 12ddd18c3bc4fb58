// Calls about the organization and its people, and their effect on the cache.
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Role } from '#domain/accounts/access.ts'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { Brand } from '#domain/organizations/brand.ts'
import type { Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import type {
  MembersView,
  OrganizationInput,
  OrganizationMember,
} from '#domain/organizations/organizations.ts'
import { call, reasonOf } from '../api.ts'
import { membersQuery, sessionQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'

/** Resolves when the session was loaded again. */
const readSessionAgain = (client: QueryClient) =>
  client.fetchQuery({ ...sessionQuery, staleTime: 0 })

export function useCreateOrganization() {
  const client = useQueryClient()
  return useServerMutation({
    call: (input: OrganizationInput) => call('POST /api/organizations', { body: input }),
    done: t('success.organizationCreated'),
    failed: (error) => t('organization.createFailed', { message: reasonOf(error) }),
    onSuccess: () => readSessionAgain(client),
  })
}

/** Every header shows the new name at once. */
function useKeepBrand() {
  const client = useQueryClient()
  return (brand: Brand) =>
    client.setQueryData<SessionView>(sessionQuery.queryKey, (session) =>
      session?.organization
        ? { ...session, organization: { ...session.organization, ...brand } }
        : session,
    )
}

/** Errors of settings are shown at their fields. */
export const useEditBrand = () =>
  useServerMutation({
    call: (body: { name?: string; accent?: string | null; language?: Language | null }) =>
      call('PATCH /api/organizations/own', { body, keepalive: true }),
    onSuccess: useKeepBrand(),
  })

export const useUploadLogo = () =>
  useServerMutation({
    call: (file: Blob) => call('PUT /api/organizations/own/logo', { body: file }),
    onSuccess: useKeepBrand(),
  })

export const useRemoveLogo = () =>
  useServerMutation({
    call: () => call('DELETE /api/organizations/own/logo'),
    onSuccess: useKeepBrand(),
  })

export function useAskToJoin() {
  const client = useQueryClient()
  return useServerMutation({
    call: (input: OrganizationInput) => call('POST /api/organizations/join', { body: input }),
    done: t('success.joinRequested'),
    failed: (error) => t('organization.joinFailed', { message: reasonOf(error) }),
    onSuccess: () => readSessionAgain(client),
  })
}

export function useWithdrawRequest() {
  const client = useQueryClient()
  return useServerMutation({
    call: () => call('DELETE /api/organizations/join'),
    done: t('success.joinWithdrawn'),
    failed: (error) => t('organization.joinFailed', { message: reasonOf(error) }),
    onSuccess: () => readSessionAgain(client),
  })
}

/** An error is shown at its field. */
export const useInvite = () =>
  useServerMutation({
    call: (email: string) => call('POST /api/organizations/invitations', { body: { email } }),
    done: ({ email }) => t('success.invitationSent', { email }),
    invalidates: [membersQuery.queryKey],
  })

/** The new mail's link replaces the previous one. */
export const useResendInvitation = () =>
  useServerMutation({
    call: (email: string) => call('POST /api/organizations/invitations', { body: { email } }),
    done: (_answer, email) => t('success.invitationSent', { email }),
    failed: (error) => t('organization.inviteFailed', { message: reasonOf(error) }),
    invalidates: [membersQuery.queryKey],
  })

export function useWithdrawInvitation() {
  const client = useQueryClient()
  return useServerMutation({
    call: (id: string) =>
      call('DELETE /api/organizations/invitations/:invitationId', { params: { invitationId: id } }),
    done: t('success.invitationWithdrawn'),
    failed: (error) => t('organization.withdrawFailed', { message: reasonOf(error) }),
    invalidates: [membersQuery.queryKey],
    onSuccess: (_answer, id) =>
      edit(client, (view) => ({
        ...view,
        invitations: view.invitations?.filter((open) => open.id !== id) ?? null,
      })),
  })
}

export function useLeave() {
  const client = useQueryClient()
  return useServerMutation({
    call: () => call('POST /api/organizations/leave'),
    done: t('success.left'),
    failed: (error) => t('organization.leaveFailed', { message: reasonOf(error) }),
    // An owner may have decided meanwhile: in both cases the session has the current state.
    onSettled: () => readSessionAgain(client),
  })
}

function edit(client: QueryClient, change: (view: MembersView) => MembersView): void {
  client.setQueryData<MembersView>(membersQuery.queryKey, (view) => view && change(view))
}
const without = (members: OrganizationMember[], id: string) =>
  members.filter((member) => member.id !== id)

export function useApproveMember() {
  const client = useQueryClient()
  return useServerMutation({
    call: (id: string) =>
      call('POST /api/organizations/members/:memberId/approve', { params: { memberId: id } }),
    done: t('success.userApproved'),
    failed: (error) => t('organization.approveFailed', { message: reasonOf(error) }),
    invalidates: [membersQuery.queryKey],
    onSuccess: (approved) =>
      edit(client, ({ members, pending, ...more }) => ({
        ...more,
        members: [approved, ...without(members, approved.id)],
        pending: pending && without(pending, approved.id),
      })),
  })
}

export function useChangeRole() {
  const client = useQueryClient()
  return useServerMutation({
    call: ({ id, role }: { id: string; role: Role }) =>
      call('PATCH /api/organizations/members/:memberId/role', {
        params: { memberId: id },
        body: { role },
      }),
    done: t('success.roleUpdated'),
    failed: (error) => t('organization.roleFailed', { message: reasonOf(error) }),
    invalidates: [membersQuery.queryKey],
    onSuccess: (changed) =>
      edit(client, (view) => ({
        ...view,
        members: view.members.map((member) => (member.id === changed.id ? changed : member)),
      })),
  })
}

export function useRemoveMember() {
  const client = useQueryClient()
  return useServerMutation({
    call: (id: string) =>
      call('DELETE /api/organizations/members/:memberId', { params: { memberId: id } }),
    done: t('success.userRemoved'),
    failed: (error) => t('organization.removeFailed', { message: reasonOf(error) }),
    invalidates: [membersQuery.queryKey],
    onSuccess: (_answer, id) =>
      edit(client, ({ members, pending, ...more }) => ({
        ...more,
        members: without(members, id),
        pending: pending && without(pending, id),
      })),
  })
}

export const codeSettingQuery = queryOptions({
  queryKey: ['store', 'code-setting'],
  queryFn: ({ signal }) => call('GET /api/store/code-setting', { signal }),
})

export const useChooseCode = () =>
  useServerMutation({
    call: (is_asked: boolean) => call('PATCH /api/store/code-setting', { body: { is_asked } }),
    invalidates: [codeSettingQuery.queryKey],
  })
