// One job of the list, as an article named by its title.
import type { JobView } from '#domain/jobs/jobs.ts'
import { jobMarkup, smallJobMarkup } from './job-markup.ts'

/** `lang`: the language of the shop's texts where the address names it, unless the job says that of its own. */
type Props = { job: JobView; lang: string | null }

/** `isOfShop`: all jobs of the list are of one shop. */
export function JobCard({ job, lang: given, isOfShop }: Props & { isOfShop: boolean }) {
  const lang = job.lang ?? given
  return (
    <article
      aria-label={job.title}
      lang={lang ?? undefined}
      dangerouslySetInnerHTML={{ __html: jobMarkup(job, lang, isOfShop) }}
    />
  )
}

export function SmallJobCard({ job, lang: given }: Props) {
  const lang = job.lang ?? given
  return (
    <article
      aria-label={job.title}
      lang={lang ?? undefined}
      dangerouslySetInnerHTML={{ __html: smallJobMarkup(job, lang) }}
    />
  )
}
