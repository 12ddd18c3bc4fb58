// One job in full, with a button to apply.
import { namedFacts, type ViewOf } from '#domain/careers/careers-pages.ts'
import { htmlOfText, linesHtml } from '#domain/store/store-page-bodies.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { directionOf } from '#domain/texts/direction.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { AboutShop } from './about-shop.tsx'
import { OtherJobs } from './job-lines.tsx'

/** Paragraphs and lists as they were typed, in the direction of their language; any markup in them is shown as text. */
function Words({ html, lang }: { html: string; lang: string | null | undefined }) {
  return (
    <div
      className="words"
      // With the same direction as the page the attribute is not needed.
      dir={lang || directionOf(currentLocale()) === 'rtl' ? 'auto' : undefined}
      lang={lang ?? undefined}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** As a person types it. */
const addressOnPaper = (canonical: string): string =>
  decodeURI(canonical).replace(/^https?:\/\//, '')

const mailTo = (subject: string, { canonical }: ViewOf<'job'>): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(canonical)}`

export function JobAdPage({ view }: { view: ViewOf<'job'> }) {
  const { job, shop } = view
  const { lang } = job
  return (
    <>
      <article className="ad">
        <h1 lang={lang ?? undefined}>{job.title}</h1>
        <div className="apply">
          <dl>
            {namedFacts(job).map(([name, fact]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
          <p className="bar">
            <a className="button" href={view.applyHref}>
              {t('careers.card.applyNow')}
            </a>
          </p>
          <p>
            <a
              className="share"
              href={mailTo(t('careers.pageTitle.job', { title: job.title, name: shop.name }), view)}
              data-copied={t('careers.share.copied')}
            >
              {t('careers.share.name')}
            </a>
            <span role="status" />
          </p>
        </div>
        <div className="text">
          {job.byMachine && (
            <p className="secondary">
              {t('careers.byMachine')}
              {job.byMachine.originalHref && (
                <>
                  {' '}
                  <a href={job.byMachine.originalHref}>{t('careers.original')}</a>
                </>
              )}
            </p>
          )}
          <Words html={htmlOfText(job.description)} lang={lang} />
          {job.requirements.trim() !== '' && (
            <>
              <h2>{t('careers.requirements')}</h2>
              <Words html={linesHtml(job.requirements)} lang={lang} />
            </>
          )}
          {job.benefits.trim() !== '' && (
            <>
              <h2>{t('careers.benefits')}</h2>
              <Words html={linesHtml(job.benefits)} lang={lang} />
            </>
          )}
          <h2>{t('careers.next.title')}</h2>
          <p className="paper">{addressOnPaper(view.canonical)}</p>
          <ol className="words">
            <li>{t('careers.next.proof')}</li>
            <li>{t('careers.next.form')}</li>
            <li>{t('careers.next.answer', { name: shop.name })}</li>
          </ol>
          <p className="secondary">
            {`${t('careers.next.kept', { months: RETENTION.applicantMonths })} `}
            <a href="/privacy">{t('careers.privacyPolicy')}</a>
          </p>
        </div>
      </article>
      {/* The job has the benefits of every job among its own. */}
      <AboutShop name={shop.name} profile={{ ...view.profile, benefits: [] }} />
      {view.jobs.length > 0 && (
        <OtherJobs view={view} title={t('careers.page.otherJobs', { name: shop.name })} />
      )}
    </>
  )
}
