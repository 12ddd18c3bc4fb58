// One job of the list, as an article named by its title.
import type { JobView } from '#domain/jobs/jobs.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { jobMarkup, smallJobMarkup } from './job-markup.ts'

/**
 * Cached: the markup of a job is most of a list's work, and a server shows the same views to many visitors. Only the
 * last one, because an address can name any language.
 */
const cachedMarkup = new WeakMap<JobView, { way: string; markup: string }>()

function lastOr(job: JobView, way: string, render: () => string): string {
  const cached = cachedMarkup.get(job)
  if (cached?.way === way) return cached.markup
  const markup = render()
  cachedMarkup.set(job, { way, markup })
  return markup
}

/** `lang`: the language of the shop's texts from the address, unless the job has its own. */
type Props = { job: JobView; lang: string | null }

/** `isOfShop`: all jobs of the list are from one shop. */
export function JobCard({ job, lang: given, isOfShop }: Props & { isOfShop: boolean }) {
  const lang = job.lang ?? given
  const way = `${currentLocale()} ${lang} ${isOfShop}`
  const markup = lastOr(job, way, () => jobMarkup(job, lang, isOfShop))
  return (
    <article
      aria-label={job.title}
      lang={lang ?? undefined}
      dangerouslySetInnerHTML={{ __html: markup }}
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
