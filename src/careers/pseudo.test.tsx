// Public pages in the pseudo-language: plain English that nobody typed is not in the catalogue.
import { expect, test } from 'vitest'
import type { CareersPage } from '#domain/careers/careers.ts'
import type { CareersView, ListSearch } from '#domain/careers/careers-pages.ts'
import { noFacts } from '#domain/jobs/job-facts.ts'
import { inLocale } from '#domain/texts/locale.ts'
import * as sample from '#test/screens/careers-views.ts'
import { plainWords, textsOf } from '#test/screens/pseudo.ts'
import { createRenderer } from './render.tsx'

const { render } = createRenderer({ client: () => '/assets/careers/client-1234.js' })

const cv = { id: 'cv-1', name: '4.pdf', size: 184_000 }
const jobsHref = '/careers/3'
const nextSteps = {
  ...sample.unknownShopSteps,
  shopName: '3',
  jobsHref,
  isClosed: true,
  sendAgain: { token: 'a' },
}
const shop = { name: '3', href: jobsHref, brand: { name: '3', accent: null, logo: null } }
const line = { title: '1', href: '/careers/3/1', facts: '2' }
const picture = { href: '/logos/1.webp', width: 640, height: 480 }
const portrait = { id: '1', kind: 'person', name: '5', words: '6', picture } as const
const profile = {
  about: '1',
  website: 'https://2.3/',
  address: '4',
  picture: null,
  cover: picture,
  benefits: ['7'],
  portraits: [portrait, { ...portrait, id: '2', kind: 'place' as const }],
}
const page = { shop, profile, canonical: 'https://x/1', feeds: [], picture: null }

const search: ListSearch = {
  words: '1',
  action: '/careers/3',
  kept: [],
  groups: [{ name: '2', links: [{ label: '3', href: '/careers/3', isChosen: true }] }],
  found: 1,
  allHref: '/careers/3',
}

const careers: CareersView[] = [
  {
    ...page,
    state: 'jobs',
    jobs: [],
    isFirst: true,
    moreHref: null,
    search: { ...search, found: 0 },
  },
  { ...page, state: 'jobs', jobs: [line], isFirst: false, moreHref: '/careers/3?after=1', search },
  {
    ...page,
    state: 'job',
    jobs: [line],
    applyHref: '/embed?shop=3',
    job: {
      title: '1',
      description: '2',
      requirements: '3\n4',
      benefits: '5',
      location: '6',
      employment_type: 'part-time',
      experience_level: 'entry-level',
      salary_range: '7',
      ...noFacts,
      closes_at: null,
      created_at: '2026-01-02T03:04:05Z',
    },
  },
  { ...page, state: 'closed', jobs: [line] },
  { ...page, state: 'missing', jobs: [] },
  { state: 'unavailable', message: '1', reference: '2', againHref: jobsHref },
]

const pages: CareersPage[] = [
  {
    page: 'steps',
    shop,
    job: line,
    view: {
      ...sample.emailView(),
      options: {
        ...sample.emailView().options,
        page: { href: '/careers/3/1', jobsHref, jobId: '1' },
      },
    },
  },
  { page: 'embed', view: sample.listView() },
  { page: 'embed', view: sample.listView({ style: 'widget' }) },
  { page: 'embed', view: sample.listView({ style: 'button' }) },
  { page: 'embed', view: sample.listView({}, []) },
  { page: 'embed', view: sample.consentView() },
  { page: 'embed', view: sample.emailView() },
  { page: 'embed', view: sample.sentView() },
  { page: 'embed', view: sample.sentView({ isSpent: true, nextMailSeconds: 0 }) },
  { page: 'embed', view: sample.applyView() },
  { page: 'embed', view: sample.applyView({ cv, prefilled: true, errors: { phone: '1' } }) },
  {
    page: 'embed',
    view: sample.applyView({
      stopped: { why: 'applied', on: '1', ownPageHref: '/me/1', jobsHref },
    }),
  },
  { page: 'embed', view: sample.applyView({ stopped: { why: 'closed', jobsHref } }) },
  { page: 'embed', view: sample.doneView() },
  { page: 'embed', view: sample.doneView({ returnTo: 'https://x/1', mailFrom: '5' }) },
  { page: 'application', view: sample.formView() },
  { page: 'application', view: sample.formView({ cv, prefilled: true, errors: { phone: '1' } }) },
  { page: 'application', view: sample.refusedView() },
  {
    page: 'application',
    view: sample.refusedView({ nextSteps: sample.unknownShopSteps, leaves: true }),
  },
  {
    page: 'application',
    view: { state: 'submitted', brand: null, job: { title: '1' }, shopName: '3', backTo: '/embed' },
  },
  { page: 'verify', view: sample.verifyView() },
  { page: 'verify', view: sample.verifyView({ state: 'success', continueTo: '/application' }) },
  { page: 'verify', view: sample.verifyView({ state: 'error', message: '1', nextSteps }) },
  { page: 'verify', view: sample.verifyView({ state: 'sent', nextSteps }) },
  { page: 'verify-embed', view: sample.verifyEmbedView() },
  {
    page: 'verify-embed',
    view: sample.verifyEmbedView({ state: 'success', returnTo: 'https://x/1' }),
  },
  {
    page: 'verify-embed',
    view: sample.verifyEmbedView({ state: 'error', message: '1', nextSteps }),
  },
  ...careers.map((view): CareersPage => ({ page: 'careers', view })),
]

test.each(pages)('$page $view.step $view.state', (page) => {
  const html = inLocale('en-XA', () => render(page))
  const rendered = new DOMParser().parseFromString(html, 'text/html')
  expect(rendered.documentElement.lang).toBe('en-XA')
  const typed = JSON.stringify(page)
  expect(textsOf(rendered).flatMap((text) => plainWords(text, typed))).toEqual([])
})
