// Views of every step as the server would create them, for render tests.
import { feedHref, feeds, readerFeeds } from '#domain/jobs/feeds.ts'
import { accentOf } from '#domain/careers/accent.ts'
import { colorOf, type Brand } from '#domain/organizations/brand.ts'
import type { CareersView, ListSearch } from '#domain/careers/careers-pages.ts'
import { noFacts } from '#domain/jobs/job-facts.ts'
import type {
  ApplicationView,
  CareersPage,
  VerifyEmbedView,
  VerifyView,
  NextStepsView,
} from '#domain/careers/careers.ts'
import type { JobView } from '#domain/jobs/jobs.ts'
import { readWidgetOptions, type WidgetStep, type WidgetView } from '#domain/careers/widget.ts'
import { SEARCHED_FROM } from '#domain/careers/job-search.ts'
import { sampleChoices, sampleJobs } from './careers-jobs.ts'

export const sampleJob = sampleJobs[0] as JobView
/** All data of the job in the steps. */
const stepJob = { id: sampleJob.id, title: sampleJob.title }
export const sampleEmail = 'maya.okafor@example.com'

type ViewOf<Step extends WidgetStep> = Extract<WidgetView, { step: Step }>

const common = (query: Record<string, string> = {}) => {
  const options = readWidgetOptions(query)
  const alert: string | null = null
  return {
    options,
    accent: accentOf(colorOf(null, options.color)),
    shopName: 'Tiny Tea Shop',
    alert,
  }
}

export const listView = (
  query: Record<string, string> = {},
  jobs = sampleJobs,
): ViewOf<'list'> => ({
  ...common(query),
  step: 'list',
  jobs,
  choices: jobs.length < SEARCHED_FROM ? null : sampleChoices,
})

export const consentView = (): ViewOf<'consent'> => ({
  ...common(),
  step: 'consent',
  jobs: sampleJobs,
  choices: sampleChoices,
  job: sampleJob,
  recipient: 'Tiny Tea Shop',
})

export const emailView = (
  given: Partial<ViewOf<'email'>> = {},
  query: Record<string, string> = {},
): ViewOf<'email'> => ({
  ...common(query),
  step: 'email',
  job: stepJob,
  email: '',
  error: null,
  ...given,
})

export const sentView = (given: Partial<ViewOf<'sent'>> = {}): ViewOf<'sent'> => ({
  ...common(),
  step: 'sent',
  job: stepJob,
  email: sampleEmail,
  verification: 'verification-1',
  nextMailSeconds: 60,
  error: null,
  isSpent: false,
  ...given,
})

export const applyView = (given: Partial<ViewOf<'apply'>> = {}): ViewOf<'apply'> => ({
  ...common(),
  step: 'apply',
  job: stepJob,
  email: sampleEmail,
  token: 'grant-1',
  values: {},
  cv: null,
  errors: {},
  prefilled: false,
  stopped: null,
  ...given,
})

export const doneView = (given: Partial<ViewOf<'done'>> = {}): ViewOf<'done'> => ({
  ...common(),
  step: 'done',
  job: stepJob,
  returnTo: null,
  mailFrom: null,
  ...given,
})

const sampleBrand: Brand = { name: 'Tiny Tea Shop', accent: null, logo: null }

export const formView = (
  given: Partial<Extract<ApplicationView, { state: 'form' }>> = {},
): ApplicationView => ({
  state: 'form',
  action: '/application',
  brand: sampleBrand,
  job: sampleJob,
  shopName: 'Tiny Tea Shop',
  email: sampleEmail,
  token: 'grant-1',
  values: {},
  cv: null,
  errors: {},
  alert: null,
  prefilled: false,
  customerLine: null,
  backTo: '/embed?shop=tiny',
  ...given,
})

/** The shop is unknown. */
export const unknownShopSteps: NextStepsView = {
  brand: null,
  visit: '',
  shopName: null,
  isClosed: false,
  jobs: [],
  sendAgain: null,
  askAgain: null,
  jobsHref: '/',
}

export const refusedView = (
  given: Partial<Extract<ApplicationView, { state: 'refused' }>> = {},
): ApplicationView => ({
  state: 'refused',
  message: 'No.',
  typed: {},
  nextSteps: {
    ...unknownShopSteps,
    brand: sampleBrand,
    shopName: 'Tiny Tea Shop',
    jobsHref: '/careers/tiny-tea-shop',
    jobs: [{ title: sampleJob.title, facts: 'Leeds', href: '/careers/tiny-tea-shop/job' }],
  },
  leaves: false,
  ...given,
})

export const verifyView = (given: Partial<VerifyView> = {}): VerifyView => ({
  brand: null,
  visit: '',
  state: 'loading',
  token: 'secret-token',
  embed: false,
  continueTo: null,
  ownPageHref: null,
  redirectTo: null,
  message: null,
  job: { id: sampleJob.id, title: sampleJob.title },
  email: sampleEmail,
  grant: null,
  nextSteps: null,
  ...given,
})

export const verifyEmbedView = (given: Partial<VerifyEmbedView> = {}): VerifyEmbedView => ({
  brand: null,
  visit: '',
  state: 'loading',
  token: 'secret-token',
  email: sampleEmail,
  store: 'tiny.example',
  returnTo: null,
  shopName: 'Tiny Tea Shop',
  message: null,
  nextSteps: null,
  ...given,
})

const shop = {
  name: 'Tiny Tea Shop',
  href: '/careers/tiny-tea-shop',
  brand: { name: 'Tiny Tea Shop', accent: '1F6B52', logo: null },
}
const lines = sampleJobs.map(({ title, location, type, pay }, place) => ({
  title,
  href: `/careers/tiny-tea-shop/job-${place}`,
  facts: [location, type, pay ?? '£12.50 per hour'].join(' · '),
}))
const careersPage = {
  shop,
  feeds: readerFeeds.map((kind) => ({
    type: feeds[kind].type,
    href: feedHref({ slug: 'tiny-tea-shop' }, kind),
  })),
  profile: {
    about: 'We blend tea in Leeds and sell it in three shops and everywhere by post.',
    website: 'https://tinytea.example/',
    address: '12 Park Row\nLeeds LS1 5HN',
    picture: null,
    cover: null,
    benefits: [],
    portraits: [],
  },
  picture: {
    href: 'https://jobs.example/careers/tiny-tea-shop/picture-0123456789abcdef.png',
    width: 1200,
    height: 630,
  },
}

const linkOf = (label: string) => ({
  label,
  href: `/careers/tiny-tea-shop?place=${encodeURIComponent(label)}`,
  isChosen: label === 'All',
})
const listSearch: ListSearch = {
  words: '',
  action: '/careers/tiny-tea-shop',
  kept: [],
  groups: [
    {
      name: 'Location',
      links: ['All', 'Leeds', 'Remote', 'Wakefield', 'Harrogate', 'York', 'Stoke-on-Trent'].map(
        linkOf,
      ),
    },
    { name: 'Type', links: ['All', 'Full-time', 'Part-time', 'Contract'].map(linkOf) },
    { name: 'Pay', links: ['All', 'From £14 per hour', 'From £18 per hour'].map(linkOf) },
  ],
  found: null,
  allHref: '/careers/tiny-tea-shop',
}

type JobsView = Extract<CareersView, { state: 'jobs' }>

/** A shop's page of twenty jobs. */
export const shopView = (): JobsView => ({
  ...careersPage,
  canonical: 'https://jobs.example/careers/tiny-tea-shop',
  state: 'jobs',
  jobs: lines,
  isFirst: true,
  moreHref: null,
  search: listSearch,
})

const picture = (side: number) => ({
  href: `/logos/0193a000-0000-7000-8000-0000000${side}.webp`,
  width: side,
  height: side,
})

/** The same with everything that a shop can show of itself. */
export const showcaseView = (): JobsView => ({
  ...shopView(),
  profile: {
    ...careersPage.profile,
    cover: picture(1600),
    benefits: Array.from({ length: 12 }, (_, place) => `A benefit of every job, number ${place}`),
    portraits: Array.from({ length: 8 }, (_, place) => ({
      id: String(place),
      kind: place < 5 ? ('person' as const) : ('place' as const),
      name: `Name ${place}`,
      words: `A few words about number ${place}, who packs tea and answers the telephone.`,
      picture: picture(640 + place),
    })),
  },
})

/** The page of one of them. */
export const adView = (): CareersView => ({
  ...careersPage,
  canonical: 'https://jobs.example/careers/tiny-tea-shop/job-0',
  state: 'job',
  jobs: lines.slice(1, 6),
  applyHref: '/careers/tiny-tea-shop/job-0?step=consent',
  job: {
    ...noFacts,
    title: sampleJob.title,
    description: sampleJob.description,
    requirements: sampleJob.requirements.join('\n'),
    benefits: 'Staff discount\nPension',
    location: 'Leeds',
    employment_type: 'part-time',
    experience_level: 'entry-level',
    salary_range: '£12.50 per hour',
    created_at: '2026-08-01T10:00:00Z',
    closes_at: null,
  },
})

/** The form at the address of that page. */
export const jobFormPage = (): CareersPage => {
  const view = applyView()
  const page = { href: '/careers/tiny-tea-shop/job-0', jobsHref: shop.href, jobId: sampleJob.id }
  const job = lines[0] ?? { title: '', href: '', facts: '' }
  return { page: 'steps', shop, job, view: { ...view, options: { ...view.options, page } } }
}
