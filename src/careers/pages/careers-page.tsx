// A shop's public page: its open jobs, or one job in full.
import type { CareersView, ShopView, ViewOf } from '#domain/careers/careers-pages.ts'
import type { Logo } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'
import { AboutShop } from './about-shop.tsx'
import { JobAdPage } from './job-ad.tsx'
import { JobLines, OtherJobs } from './job-lines.tsx'
import { ListSearch } from './list-search.tsx'
import { Portraits } from './portraits.tsx'
import { ShopFrame } from './shop-frame.tsx'

/** A short first paragraph stands above the jobs, the rest beside them. */
const LEAD_MAX = 240

function wordsOf(about: string | null): { lead: string; rest: string | null } {
  const [first = '', ...others] = (about ?? '').split(/\n\s*\n/)
  if (first.length > LEAD_MAX || first.includes('\n')) return { lead: '', rest: about }
  return { lead: first, rest: others.join('\n\n') }
}

/** The biggest thing to see, so it is loaded before anything else. */
const Cover = ({ cover: { href, width, height } }: { cover: Logo }) => (
  <img className="cover" src={href} width={width} height={height} alt="" fetchPriority="high" />
)

function OpenJobs({ view }: { view: ViewOf<'jobs'> }) {
  const { isFirst, search, profile } = view
  const { lead, rest } = wordsOf(profile.about)
  if (!isFirst || (search && search.found !== null)) return <JobsOf view={view} />
  return (
    <>
      {profile.cover && <Cover cover={profile.cover} />}
      <JobsOf view={view} lead={lead} about={rest} />
      <Portraits portraits={profile.portraits} />
    </>
  )
}

type JobsProps = { view: ViewOf<'jobs'>; lead?: string; about?: string | null }

function JobsOf({ view, lead, about = view.profile.about }: JobsProps) {
  const { shop, jobs } = view
  return (
    <div className="shop">
      <h1>{t('careers.pageTitle.jobs', { name: shop.name })}</h1>
      {lead && <p className="lead">{lead}</p>}
      {view.search && <ListSearch search={view.search} />}
      {jobs.length > 0 && <JobLines jobs={jobs} level="h2" />}
      {jobs.length === 0 && !view.search && <p className="secondary">{t('careers.list.empty')}</p>}
      {(view.moreHref || !view.isFirst) && (
        <p className="more">
          {!view.isFirst && <a href={shop.href}>{t('careers.page.newest')}</a>}
          {view.moreHref && (
            <a href={view.moreHref} rel="next">
              {t('careers.page.more')}
            </a>
          )}
        </p>
      )}
      <AboutShop name={shop.name} profile={{ ...view.profile, about }} />
    </div>
  )
}

function Gone({ view }: { view: ViewOf<'closed' | 'missing'> }) {
  const { shop, state } = view
  const isClosed = state === 'closed'
  return (
    <>
      <h1>{t(isClosed ? 'embed.jobClosed' : 'careers.jobMissing')}</h1>
      <p className="secondary">
        {isClosed ? t('careers.page.empty', { name: shop.name }) : t('careers.jobMissingWhy')}
      </p>
      {view.jobs.length > 0 ? (
        <OtherJobs view={view} title={t('careers.page.othersOpen')} />
      ) : (
        <p className="secondary">{t('careers.list.empty')}</p>
      )}
    </>
  )
}

export function CareersPart({ view }: { view: ShopView }) {
  switch (view.state) {
    case 'jobs':
      return <OpenJobs view={view} />
    case 'job':
      return <JobAdPage view={view} />
    case 'closed':
    case 'missing':
      return <Gone view={view} />
  }
}

export function CareersPage({ view }: { view: CareersView }) {
  if (view.state === 'unavailable') {
    return (
      <main id="main">
        <h1>{view.message}</h1>
        {view.reference && <p>{view.reference}</p>}
        <p className="more">
          <a href={view.againHref}>{t('careers.tryAgain')}</a>
        </p>
      </main>
    )
  }
  return (
    <ShopFrame shop={view.shop} isHome={view.state === 'jobs' && view.isFirst}>
      <CareersPart view={view} />
    </ShopFrame>
  )
}
