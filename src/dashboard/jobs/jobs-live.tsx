// What live events do to the list of job posts: it is read again.
import { useQueryClient } from '@tanstack/react-query'
import { useLiveEvent, useLiveReturn } from '../live.tsx'
import { jobsQuery } from '../queries.ts'

export function JobsLive() {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: jobsQuery.queryKey })
  useLiveEvent('jobs.changed', readAgain)
  // A new application changes a job's count.
  useLiveEvent('applicant.created', readAgain)
  useLiveReturn(readAgain)
  return null
}
