// The calls about the person's own passkeys, and what each changes here.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { makePasskey } from './passkey-device.ts'
import { toastSuccess } from '../ui/popups/toast.tsx'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('GET /api/accounts/passkeys', { signal }),
  staleTime: 30_000,
})

function useReadAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
}

/** `proof` is asked for only in a session that is not fresh. */
type Proof = { proof: string | undefined }

export function useAddPasskey() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: async ({ name, proof }: Proof & { name: string }) => {
      const { challenge_id, options } = await call('POST /api/accounts/passkeys/begin', {
        body: { proof },
      })
      const credential = await makePasskey(options)
      await call('POST /api/accounts/passkeys', { body: { challenge_id, name, credential } })
    },
    onSuccess: async () => {
      await readAgain()
      toastSuccess(t('success.passkeyAdded'))
    },
  })
}

export function useRemovePasskey() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: ({ id, proof }: Proof & { id: string }) =>
      call('DELETE /api/accounts/passkeys/:passkeyId', {
        params: { passkeyId: id },
        body: { proof },
      }),
    onSuccess: async () => {
      await readAgain()
      toastSuccess(t('success.passkeyRemoved'))
    },
  })
}
