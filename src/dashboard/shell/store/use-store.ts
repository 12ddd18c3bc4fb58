// The organization's store for the screens: loaded again when it is connected, removed or disconnected.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent, useLiveReturn } from '../live/live.tsx'
import { storeQuery } from '../../queries.ts'

export function useStore() {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: storeQuery.queryKey })
  useLiveEvent('store.changed', readAgain)
  useLiveReturn(readAgain)
  return useQuery(storeQuery)
}
