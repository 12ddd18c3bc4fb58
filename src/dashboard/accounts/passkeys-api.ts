// Calls about the person's own passkeys, and their effect on the cache.
import { queryOptions } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { makePasskey } from './passkey-device.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('GET /api/accounts/passkeys', { signal }),
  staleTime: 30_000,
})

/** `proof` is required only when the session is not fresh. */
type Proof = { proof: string | undefined }

export const useAddPasskey = () =>
  useServerMutation({
    call: async ({ name, proof }: Proof & { name: string }) => {
      const { challenge_id, options } = await call('POST /api/accounts/passkeys/begin', {
        body: { proof },
      })
      const credential = await makePasskey(options)
      await call('POST /api/accounts/passkeys', { body: { challenge_id, name, credential } })
    },
    done: t('success.passkeyAdded'),
    invalidates: [passkeysQuery.queryKey],
    asksFirst: true,
  })

export const useRemovePasskey = () =>
  useServerMutation({
    call: ({ id, proof }: Proof & { id: string }) =>
      call('DELETE /api/accounts/passkeys/:passkeyId', {
        params: { passkeyId: id },
        body: { proof },
      }),
    done: t('success.passkeyRemoved'),
    invalidates: [passkeysQuery.queryKey],
  })
