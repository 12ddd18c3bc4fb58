// A list of open jobs, each linked to its page.
import { CAREERS_JOBS, type JobLine, type ShopView } from '#domain/careers/careers-pages.ts'
import { t } from '#domain/texts/text.ts'

export function JobLines({
  jobs,
  level: Heading,
}: {
  jobs: readonly JobLine[]
  level: 'h2' | 'h3'
}) {
  return (
    <ul className="jobs">
      {jobs.map(({ title, href, facts, lang }) => (
        <li key={href}>
          <Heading>
            <a href={href} lang={lang ?? undefined}>
              {title}
            </a>
          </Heading>
          <p className="secondary">{facts}</p>
        </li>
      ))}
    </ul>
  )
}

/** Some of the shop's other jobs, and a link to all of them. */
export function OtherJobs({ view, title }: { view: ShopView; title: string }) {
  return (
    <section aria-labelledby="others">
      <h2 id="others">{title}</h2>
      <JobLines jobs={view.jobs} level="h3" />
      {view.jobs.length === CAREERS_JOBS.others && (
        <p className="more">
          <a href={view.shop.href}>{t('careers.page.allJobs', { name: view.shop.name })}</a>
        </p>
      )}
    </section>
  )
}
