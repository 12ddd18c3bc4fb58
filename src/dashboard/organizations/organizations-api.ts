// The organization and its people: the calls, and what each changes here.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Role } from '#domain/accounts/access.ts'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { Brand } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'
import type {
  MembersView,
  OrganizationInput,
  OrganizationMember,
} from '#domain/organizations/organizations.ts'
import { call, reasonOf } from '../api.ts'
import { membersQuery, sessionQuery } from '../queries.ts'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

const failed = (sentence: (values: { message: string }) => string) => (error: unknown) =>
  toastError(sentence({ message: reasonOf(error) }))

/** Resolves when the screens know who the person is now. */
const readSessionAgain = (client: QueryClient) =>
  client.fetchQuery({ ...sessionQuery, staleTime: 0 })

export function useCreateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: OrganizationInput) => call('POST /api/organizations', { body: input }),
    onSuccess: async () => {
      await readSessionAgain(client)
      toastSuccess(t('success.organizationCreated'))
    },
    onError: failed((values) => t('organization.createFailed', values)),
  })
}

/** Every head has the new name at once. */
function useKeepBrand() {
  const client = useQueryClient()
  return (brand: Brand) =>
    client.setQueryData<SessionView>(sessionQuery.queryKey, (session) =>
      session?.organization
        ? { ...session, organization: { ...session.organization, ...brand } }
        : session,
    )
}

/** A refusal is shown at its field. */
export function useEditBrand() {
  const keep = useKeepBrand()
  return useMutation({
    mutationFn: (body: { name?: string; accent?: string | null }) =>
      call('PATCH /api/organizations/own', { body }),
    onSuccess: (brand, { name }) => {
      keep(brand)
      toastSuccess(
        name === undefined
          ? t('success.accentSaved')
          : t('success.organizationRenamed', { name: brand.name }),
      )
    },
  })
}

/** The same here: it speaks of the picture that was chosen. */
export function useUploadLogo() {
  const keep = useKeepBrand()
  return useMutation({
    mutationFn: (file: File) => call('PUT /api/organizations/own/logo', { body: file }),
    onSuccess: (brand) => {
      keep(brand)
      toastSuccess(t('success.logoSaved'))
    },
  })
}

export function useRemoveLogo() {
  const keep = useKeepBrand()
  return useMutation({
    mutationFn: () => call('DELETE /api/organizations/own/logo'),
    onSuccess: (brand) => {
      keep(brand)
      toastSuccess(t('success.logoRemoved'))
    },
    onError: failed((values) => t('brand.saveFailed', values)),
  })
}

export function useAskToJoin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: OrganizationInput) => call('POST /api/organizations/join', { body: input }),
    onSuccess: async () => {
      await readSessionAgain(client)
      toastSuccess(t('success.joinRequested'))
    },
    onError: failed((values) => t('organization.joinFailed', values)),
  })
}

export function useWithdrawRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/organizations/join'),
    onSuccess: async () => {
      await readSessionAgain(client)
      toastSuccess(t('success.joinWithdrawn'))
    },
    onError: failed((values) => t('organization.joinFailed', values)),
  })
}

export function useInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('POST /api/organizations/invitations', { body: { email } }),
    onSuccess: async ({ email }) => {
      toastSuccess(t('success.invitationSent', { email }))
      await readAgain(client)
    },
  })
}

/** The new mail's link replaces the one before. */
export function useResendInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('POST /api/organizations/invitations', { body: { email } }),
    onSuccess: (_answer, email) => toastSuccess(t('success.invitationSent', { email })),
    onError: failed((values) => t('organization.inviteFailed', values)),
    onSettled: () => readAgain(client),
  })
}

export function useWithdrawInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call('DELETE /api/organizations/invitations/:invitationId', { params: { invitationId: id } }),
    onSuccess: (_answer, id) => {
      edit(client, (view) => ({
        ...view,
        invitations: view.invitations?.filter((open) => open.id !== id) ?? null,
      }))
      toastSuccess(t('success.invitationWithdrawn'))
    },
    onError: failed((values) => t('organization.withdrawFailed', values)),
    onSettled: () => readAgain(client),
  })
}

export function useLeave() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/organizations/leave'),
    onSuccess: () => toastSuccess(t('success.left')),
    onError: failed((values) => t('organization.leaveFailed', values)),
    // An owner may have decided meanwhile: either way the session says where the person is.
    onSettled: () => readSessionAgain(client),
  })
}

function edit(client: QueryClient, change: (view: MembersView) => MembersView): void {
  client.setQueryData<MembersView>(membersQuery.queryKey, (view) => view && change(view))
}
const without = (members: OrganizationMember[], id: string) =>
  members.filter((member) => member.id !== id)

/** Both lists are read again after every decision: another owner may have decided as well. */
const readAgain = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: membersQuery.queryKey })

export function useApproveMember() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call('POST /api/organizations/members/:memberId/approve', { params: { memberId: id } }),
    onSuccess: (approved) => {
      edit(client, ({ members, pending, ...more }) => ({
        ...more,
        members: [approved, ...without(members, approved.id)],
        pending: pending && without(pending, approved.id),
      }))
      toastSuccess(t('success.userApproved'))
    },
    onError: failed((values) => t('organization.approveFailed', values)),
    onSettled: () => readAgain(client),
  })
}

export function useChangeRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      call('PATCH /api/organizations/members/:memberId/role', {
        params: { memberId: id },
        body: { role },
      }),
    onSuccess: (changed) => {
      edit(client, (view) => ({
        ...view,
        members: view.members.map((member) => (member.id === changed.id ? changed : member)),
      }))
      toastSuccess(t('success.roleUpdated'))
    },
    onError: failed((values) => t('organization.roleFailed', values)),
    onSettled: () => readAgain(client),
  })
}

export function useRemoveMember() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call('DELETE /api/organizations/members/:memberId', { params: { memberId: id } }),
    onSuccess: (_answer, id) => {
      edit(client, ({ members, pending, ...more }) => ({
        ...more,
        members: without(members, id),
        pending: pending && without(pending, id),
      }))
      toastSuccess(t('success.userRemoved'))
    },
    onError: failed((values) => t('organization.removeFailed', values)),
    onSettled: () => readAgain(client),
  })
}
