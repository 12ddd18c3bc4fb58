// The calls about the person's own passkeys, and what each changes here.
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import type { PasskeyView } from '#domain/accounts/passkeys.ts'
import { call } from '../api.ts'
import { makePasskey } from './passkey-device.ts'
import { toastSuccess } from '../ui/popups/toast.tsx'

const root = '/api/accounts/passkeys'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call<{ passkeys: PasskeyView[] }>('GET', root, { signal }),
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
      const { challenge_id, options } = await call<{
        challenge_id: string
        options: PublicKeyCredentialCreationOptionsJSON
      }>('POST', `${root}/begin`, { body: { proof } })
      const credential = await makePasskey(options)
      await call('POST', root, { body: { challenge_id, name, credential } })
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
      call('DELETE', `${root}/${id}`, { body: { proof } }),
    onSuccess: async () => {
      await readAgain()
      toastSuccess(t('success.passkeyRemoved'))
    },
  })
}
