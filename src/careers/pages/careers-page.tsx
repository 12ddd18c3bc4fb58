// A shop's public page: its open jobs, or one job in full.
import type { CareersView, ShopView, ViewOf } from '#domain/careers/careers-pages.ts'
import { t } from '#domain/texts/text.ts'
import { AboutShop } from './about-shop.tsx'
import { JobAdPage } from './job-ad.tsx'
import { JobLines, OtherJobs } from './job-lines.tsx'
import { ListSearch } from './list-search.tsx'
import { ShopFrame } from './shop-frame.tsx'

function OpenJobs({ view }: { view: ViewOf<'jobs'> }) {
  const { shop, jobs } = view
  return (
    <div className="shop">
      <h1>{t('careers.pageTitle.jobs', { name: shop.name })}</h1>
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
      <AboutShop name={shop.name} profile={view.profile} />
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
