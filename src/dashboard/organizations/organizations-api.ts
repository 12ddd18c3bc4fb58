// Creating the organization: the call, and what it changes here.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fill, messages } from '#domain/messages.ts'
import type { Organization, OrganizationInput } from '#domain/organizations.ts'
import { call, reasonOf } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { sayDone, sayProblem } from '../ui/toast.tsx'

export function useCreateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: OrganizationInput) =>
      call<Organization>('POST', '/api/organizations', { body: input }),
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      sayDone(messages['success.organizationCreated'])
    },
    onError: (error) => sayProblem(fill('organization.createFailed', { message: reasonOf(error) })),
  })
}
