// Handles live events of jobs: invalidates everything about jobs.
import { useQueryClient } from '@tanstack/react-query'
import { useLiveEvent, useLiveReturn } from '../shell/live/live.tsx'
import { jobsKey } from '../queries.ts'

export function JobsLive() {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: jobsKey })
  useLiveEvent('jobs.changed', readAgain)
  // A new application changes a job's count.
  useLiveEvent('applicant.created', readAgain)
  useLiveReturn(readAgain)
  return null
}
