// Handles live events of requests about personal data: reads the register and its counts again.
import { useQueryClient } from '@tanstack/react-query'
import { rightsKey } from '../queries.ts'
import { useLiveEvent, useLiveReturn } from '../shell/live/live.tsx'

export function RequestsLive() {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: rightsKey })
  useLiveEvent('rights.changed', readAgain)
  useLiveReturn(readAgain)
  return null
}
