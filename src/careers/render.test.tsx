// The server's documents: complete, with every text of a visitor or a shop escaped, and scripts allowed by their
// hashes.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CareersPage } from '#domain/careers/careers.ts'
import type { JobView } from '#domain/jobs/jobs.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { createRenderer } from './render.tsx'
import * as sample from '#test/screens/careers-views.ts'

const { render, scriptHashes } = createRenderer({ client: () => '/assets/careers/client-1234.js' })
const documentOf = (page: CareersPage): Document =>
  new DOMParser().parseFromString(render(page), 'text/html')

const hostile = `</script><img src=x onerror="alert(1)">&'"`
const hostileJob: JobView = {
  ...sample.sampleJob,
  title: hostile,
  description: hostile,
  location: hostile,
  responsibilities: [hostile],
}

const everyPage: CareersPage[] = [
  { page: 'embed', view: sample.listView() },
  { page: 'embed', view: sample.listView({ style: 'widget' }) },
  { page: 'embed', view: sample.listView({}, []) },
  { page: 'embed', view: sample.consentView() },
  { page: 'embed', view: sample.emailView() },
  { page: 'embed', view: sample.sentView() },
  { page: 'embed', view: sample.applyView() },
  { page: 'embed', view: sample.doneView() },
  { page: 'application', view: sample.formView() },
  { page: 'application', view: sample.refusedView() },
  {
    page: 'application',
    view: sample.refusedView({ nextSteps: sample.unknownShopSteps, leaves: true }),
  },
  { page: 'verify', view: sample.verifyView() },
  { page: 'verify-embed', view: sample.verifyEmbedView() },
]

describe('every page', () => {
  // shows: 2-21
  test.each(everyPage)('$page is a document with title, language and one main', (page) => {
    const document = documentOf(page)
    expect(render(page)).toMatch(/^<!doctype html><html lang="en-GB">/)
    expect(document.title).toMatch(/^(Error: )?Storehand - Join Our Team$/)
    expect(document.querySelectorAll('main')).toHaveLength(1)
    expect(document.querySelectorAll('h1')).toHaveLength(1)
  })

  test.each(everyPage)('$page has no inline script without a hash, and no handler', (page) => {
    for (const script of documentOf(page).querySelectorAll('script:not([type])')) {
      const digest = createHash('sha256')
        .update(script.textContent ?? '')
        .digest('base64')
      expect(scriptHashes(page.page)).toContain(`'sha256-${digest}'`)
    }
    expect(render(page)).not.toMatch(/<[^>]*\son\w+=/i)
  })
})

test.each([
  ['a refused address', { page: 'embed', view: sample.emailView({ error: 'No.' }) }],
  ['a refused form', { page: 'application', view: sample.formView({ errors: { phone: 'No.' } }) }],
  [
    'a failed link',
    { page: 'verify', view: sample.verifyView({ state: 'error', message: 'No.' }) },
  ],
] as const)('the title says first that there is an error: %s', (_, page) => {
  expect(documentOf(page).title).toBe('Error: Storehand - Join Our Team')
})

describe('the look of the widget', () => {
  const styleOf = (view: WidgetView) =>
    documentOf({ page: 'embed', view }).querySelector('style')?.textContent ?? ''

  // shows: 2-55
  test.each([
    ['the list', sample.listView],
    [
      'the small list',
      (query: Record<string, string>) => sample.listView({ ...query, style: 'widget' }),
    ],
    ['a step', (query: Record<string, string>) => sample.emailView({}, query)],
  ])('%s is light, dark, or as the visitor has chosen', (_, view) => {
    const [light, dark, auto] = ['light', 'dark', 'auto'].map((theme) => styleOf(view({ theme })))
    expect(light).toMatch(/body ?\{[^}]*background: ?#fff/)
    expect(light).not.toMatch(/#1a171f|light-dark/)
    expect(dark).toMatch(/body ?\{[^}]*background: ?#1a171f/)
    expect(dark).toContain(':root{color-scheme:dark}')
    expect(dark).not.toMatch(/background: ?#fff\b/)
    expect(auto).toMatch(/body ?\{[^}]*background: ?light-dark\(#fff,#1a171f\)/)
    expect(auto).toContain(':root{color-scheme:light dark}')
    // The accent stands out from either ground.
    expect(light).toContain('--t:#8555ef')
    expect(auto).toContain('--t:light-dark(#8555ef,')
    for (const style of [light, dark, auto]) expect(style).not.toMatch(/var\(--(?![avote]\b)/)
  })

  // shows: 2-55
  test('a language turns the page, and the widget’s own words stay English', () => {
    const page = (lang: string) => documentOf({ page: 'embed', view: sample.listView({ lang }) })
    const arabic = page('ar')
    expect(arabic.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(arabic.querySelector('h1')?.closest('[lang]')?.getAttribute('lang')).toBe('en-GB')
    expect(arabic.querySelector('h2')?.closest('[lang]')?.getAttribute('lang')).toBe('ar')
    const button = arabic.querySelector('[name=roleId]')
    expect(button?.getAttribute('lang')).toBe('en-GB')
    expect(page('de').documentElement).toMatchObject({ lang: 'de', dir: '' })
    expect(page('"><script>').documentElement).toMatchObject({ lang: 'en-GB', dir: '' })
  })
})

test.each([
  ['list', { page: 'embed', view: sample.listView({}, [hostileJob]) }],
  ['small list', { page: 'embed', view: sample.listView({ style: 'widget' }, [hostileJob]) }],
  [
    'list with an alert',
    {
      page: 'embed',
      view: { ...sample.listView({}, [hostileJob]), alert: hostile },
    },
  ],
  ['options', { page: 'embed', view: sample.listView({ shop: hostile, store: hostile }) }],
  ['consent', { page: 'embed', view: { ...sample.consentView(), job: hostileJob } }],
  [
    'apply',
    {
      page: 'embed',
      view: sample.applyView({ job: hostileJob, token: hostile, values: { coverLetter: hostile } }),
    },
  ],
  [
    'application',
    {
      page: 'application',
      view: sample.formView({
        job: hostileJob,
        shopName: hostile,
        backTo: `/embed?shop=${hostile}`,
      }),
    },
  ],
  [
    'verify',
    {
      page: 'verify',
      view: sample.verifyView({ state: 'success', embed: true, email: hostile, grant: hostile }),
    },
  ],
] as const satisfies [string, CareersPage][])('hostile words stay words: %s', (_, page) => {
  const document = documentOf(page)
  expect(document.querySelector('img')).toBeNull()
  expect(document.body.innerHTML).toContain('onerror')
  const json = document.getElementById('d')?.textContent
  if (json) expect(() => JSON.parse(json)).not.toThrow()
})

test('a hostile title keeps its exact text where it is shown and named', () => {
  const article = documentOf({
    page: 'embed',
    view: sample.listView({}, [hostileJob]),
  }).querySelector('article')
  expect(article?.getAttribute('aria-label')).toBe(hostile)
  expect(article?.querySelector('h2')?.textContent).toBe(hostile)
  expect(article?.querySelector('.description')?.textContent).toBe(hostile)
  expect(article?.querySelector('.button')?.getAttribute('aria-label')).toBe(
    `Apply Now: ${hostile}`,
  )
})

describe('the verification pages', () => {
  test('carry the token in the form, never in its address', () => {
    const document = documentOf({ page: 'verify', view: sample.verifyView({ embed: true }) })
    const form = document.querySelector('form')
    expect(form?.method).toBe('post')
    expect(form?.getAttribute('action')).not.toContain('secret-token')
    expect(new URL(form?.action ?? '').searchParams.get('roleId')).toBe(sample.sampleJob.id)
    expect(form?.querySelector<HTMLInputElement>('[name=token]')?.value).toBe('secret-token')
  })

  // shows: safer-11
  test('hand the grant to our own tabs, and to a window only when opened from a widget', () => {
    const success = { state: 'success', grant: 'grant-7', continueTo: '/application?a=b' } as const
    const alone = documentOf({ page: 'verify', view: sample.verifyView(success) })
    const channel = { type: 'storehand-verification-complete', token: 'grant-7' }
    const heard: unknown = JSON.parse(alone.getElementById('d')?.textContent ?? '')
    expect(heard).toEqual({ channel: expect.objectContaining(channel) as unknown })
    const embedded = documentOf({
      page: 'verify',
      view: sample.verifyView({ ...success, embed: true }),
    })
    const data: unknown = JSON.parse(embedded.getElementById('d')?.textContent ?? '')
    expect(data).toMatchObject({
      message: { type: 'storehand-verification-complete', token: 'grant-7', skipEmailStep: true },
      channel,
      close: true,
    })
  })

  // shows: safer-11
  test('the second one tells the origin it returns to, and no other', () => {
    const returnTo = 'https://tiny.example/pages/careers#verification-success'
    const document = documentOf({
      page: 'verify-embed',
      view: sample.verifyEmbedView({ state: 'success', returnTo }),
    })
    const data: unknown = JSON.parse(document.getElementById('d')?.textContent ?? '')
    expect(data).toMatchObject({ origin: 'https://tiny.example', leave: returnTo, after: 2 })
    expect(document.body.textContent).toContain('Taking you back to Tiny Tea Shop…')
  })
})
