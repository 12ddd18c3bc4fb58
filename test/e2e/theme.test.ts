// The theme's blocks in a store: switched on in the theme editor, used by the store's visitors without a frame.
import { beforeAll, test } from 'vitest'
import type { ThemeEditor } from '#domain/store/store.ts'
import { themeEditorUrl } from '#domain/careers/widget-snippets.ts'
import { workStores } from '#test/work.ts'
import type { Member } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { openStoreApp } from '../servers/store-app.ts'
import type { Shop } from '../servers/stores.ts'

const { stand, app, connectedShop } = await openStoreApp()
let owner: Member
let shop: Shop
let editor: ThemeEditor

beforeAll(async () => {
  const connected = await connectedShop()
  ;({ owner, shop } = connected)
  shop.name = 'Tiny Tea & Söhne'
  editor = connected.stores.app.themeEditor(shop.domain)
  for (let number = 1; number <= 8; number += 1) {
    await app.job(owner, {
      title: `Tea Taster ${number}`,
      location: number > 6 ? 'York' : 'Leeds',
      is_remote: false,
      street: '1 Mill Lane',
      town: number > 6 ? 'York' : 'Leeds',
      region: 'Yorkshire',
      postcode: 'LS1 1AA',
      country: 'GB',
      // One of them is for both shops.
      further_places:
        number === 7
          ? [{ street: null, town: 'Leeds', region: null, postcode: null, country: 'GB' }]
          : [],
    })
  }
  await workStores(app.deps)
})

/** What Google asks of a JobPosting: all required properties, and the recommended ones that the job has. */
function expectPosting(texts: readonly string[], url: string): void {
  expect(texts).toHaveLength(1)
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: 'Tea Taster 8',
    description: expect.stringMatching(/^<p>You look after the shop floor/),
    datePosted: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    hiringOrganization: { '@type': 'Organization', name: 'Tiny Tea Shop' },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Mill Lane',
        addressLocality: 'York',
        addressRegion: 'Yorkshire',
        postalCode: 'LS1 1AA',
        addressCountry: 'GB',
      },
    },
    employmentType: 'FULL_TIME',
    identifier: { '@type': 'PropertyValue', name: 'Tiny Tea Shop', value: expect.any(String) },
    directApply: true,
    url,
  })
}

const TITLE = 'Job openings at Tiny Tea & Söhne'

// shows: 2-113
test('the block has the jobs as text of the page: narrowed, read at an address of their own, without a frame', async () => {
  const page = await newPage({ viewport: { width: 1200, height: 800 } })
  // As the home in the admin leads: a page for the jobs, then the block in the template of all pages.
  await owner.call('/api/store/jobs-page', { method: 'POST' })
  await page.goto(themeEditorUrl(editor, 'page', 'careers'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Careers at Tiny Tea Shop' })).toBeVisible()
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
  const jobs = page.getByRole('heading', { level: 3 })
  await expect(jobs).toHaveCount(8)
  const status = page.getByRole('status')
  await expect(status).toHaveText('')
  await page.getByLabel('Place').selectOption('York')
  await expect(jobs.and(page.locator(':visible'))).toHaveCount(2)
  // For people who do not see what went.
  await expect(status).toHaveText('Jobs shown: 2')
  await page.getByLabel('Place').selectOption('Leeds')
  await expect(jobs.and(page.locator(':visible'))).toHaveCount(7)
  await page.getByLabel('Place').selectOption('All')

  // By the keyboard: a job opens, and has a link to itself.
  await page.locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You look after the shop floor').first()).toBeVisible()
  // The list of many jobs is no posting.
  const postings = page.locator('script[type="application/ld+json"]')
  await expect(postings).toHaveCount(0)

  // The job's own address is the one that search engines are told, and has its data, for people who run no script too.
  const plain = await newPage({
    javaScriptEnabled: false,
    viewport: { width: 1200, height: 800 },
  })
  await page.getByRole('link', { name: 'Link to this job' }).first().click()
  const own = `${stand.url}/${shop.domain}/apps/careers/tea-taster-8`
  await expect(page).toHaveURL(`${own}?lang=en`)
  await plain.goto(page.url())
  // The platform forwards with a slash at the end of the path, or as it was visited.
  shop.proxy = { keeps_path: true }
  const visited = await newPage({ viewport: { width: 1200, height: 800 } })
  await visited.goto(page.url())
  shop.proxy = {}
  for (const one of [page, plain, visited]) {
    const canonical = await one.locator('link[rel=canonical]').getAttribute('href')
    expect(canonical).toBe(own)
    expectPosting(await one.locator('script[type="application/ld+json"]').allTextContents(), own)
  }
  await plain.close()
  await visited.close()

  // In the list it is shown alone, with the same data.
  await page.goto(`${stand.url}/${shop.domain}/pages/careers?job=tea-taster-8`)
  await expect(page).toHaveTitle(/^Tea Taster 8 – /)
  await expect(jobs.and(page.locator(':visible'))).toHaveText(['Tea Taster 8'])
  expectPosting(await postings.allTextContents(), own)
  await page.getByRole('link', { name: 'All jobs' }).click()
  await expect(jobs.and(page.locator(':visible'))).toHaveCount(8)
  await expect(postings).toHaveCount(0)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.close()
})

test('the button on every page opens the jobs without a frame and without us, and gives the focus back', async () => {
  shop.blocks = {}
  const page = await newPage({ viewport: { width: 1200, height: 800 } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto(themeEditorUrl(editor, 'everyPage'))
  await page.getByRole('button', { name: 'Save' }).click()
  const button = page.getByRole('button', { name: 'We are hiring' })
  await expect(button).toBeInViewport()
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: TITLE })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(dialog.getByRole('listitem')).toHaveCount(8)
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(new Set(asked)).toEqual(new Set([stand.url]))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.close()
})
