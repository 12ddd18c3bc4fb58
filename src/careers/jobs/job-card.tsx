// One job of the list, as an article named by its title.
import type { JobView } from '#domain/jobs.ts'
import { jobMarkup, smallJobMarkup } from './job-markup.ts'

type Props = { job: JobView }

export function JobCard({ job }: Props) {
  return <article aria-label={job.title} dangerouslySetInnerHTML={{ __html: jobMarkup(job) }} />
}

export function SmallJobCard({ job }: Props) {
  return (
    <article aria-label={job.title} dangerouslySetInnerHTML={{ __html: smallJobMarkup(job) }} />
  )
}
