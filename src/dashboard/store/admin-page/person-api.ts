// The person behind the user of the store's admin, and the steps that give them access.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ADMIN_PAGE_REFRESH_MS } from '#domain/store/store.ts'
import type { JoinAs, StorePersonProof } from '#domain/store/store-person.ts'
import { call } from '../../api.ts'
import { sessionQuery } from '../../queries.ts'
import { useServerMutation } from '../../server-mutation.ts'

export const adminPageKey = ['admin-page'] as const

export const storePersonQuery = queryOptions({
  queryKey: ['store', 'person'],
  queryFn: ({ signal }) => call('GET /api/store/person', { signal }),
  // An owner approves pending people.
  refetchInterval: ({ state }) => (state.data?.state === 'pending' ? ADMIN_PAGE_REFRESH_MS : false),
})

/** After each step: loads the person, their session and the page's content again. */
function useReadAgain() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      client.invalidateQueries({ queryKey: storePersonQuery.queryKey }),
      client.invalidateQueries({ queryKey: adminPageKey }),
    ])
}

export const useJoin = () =>
  useServerMutation({
    call: (as: JoinAs) => call('POST /api/store/person', { body: { as } }),
    onSettled: useReadAgain(),
  })

export const useMailCode = () =>
  useServerMutation({ call: () => call('POST /api/store/person/code') })

export const useProve = <Proof extends StorePersonProof>() =>
  useServerMutation({
    call: (body: Proof) => call('POST /api/store/person/proof', { body }),
    onSuccess: useReadAgain(),
  })

export const useShowFactor = () =>
  useServerMutation({
    call: (code: string) => call('POST /api/store/person/second-factor', { body: { code } }),
    onSuccess: useReadAgain(),
  })
