// A store's pages, walked by an owner in a browser: a job, its page in the store with the widget in its frame, and the end of it.
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { PAGES_SCOPE } from '#domain/store.ts'
import { cleanPageContent } from '#gateways/page-html.ts'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { expect, newPage } from '../browser.ts'
import { hostileHtml } from '../hostile-html.ts'
import { connectTestStore, openTestStand, pullLever, type Shop, type TestStand } from '../stores.ts'

let stand: TestStand
let app: TestApp
let owner: Member
let shop: Shop

beforeAll(async () => {
  stand = await openTestStand()
  app = await createTestApp({ env: stand.env })
  stand.appUrl(app.url)
  owner = await app.owner('Tiny Tea Shop')
  shop = stand.shop('tiny-tea')
  await connectTestStore(app, owner, shop, ['read_products', PAGES_SCOPE])
})
afterAll(async () => {
  await app.close()
  await stand.stop()
})

async function open(path: string): Promise<Page> {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = owner.cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: app.url }])
  await page.goto(app.url + path)
  return page
}

test('the shop’s own pages stand in the list, read-only, and the snippet below it', async () => {
  await pullLever(stand, shop, 'pages', {
    title: 'About us',
    handle: 'about-us',
    body: '<p>Tea.</p>',
  })
  const page = await open('/admin/store-pages')
  await page.getByRole('button', { name: 'Refresh Pages' }).click()
  const row = page.getByRole('row', { name: /About us/ })
  await expect(row).toContainText('Made in your store')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Careers widget' })).toContainText('data-org=')
  await page.close()
})

test('nothing hostile runs in a page, read twice and pressed', async () => {
  const page = await newPage()
  const troubles: string[] = []
  await page.exposeFunction('hit', () => troubles.push('a script ran'))
  page.on('dialog', (dialog) => {
    troubles.push('a dialog')
    void dialog.dismiss()
  })
  await page.route('**', (route) => {
    const { hostname, protocol } = new URL(route.request().url())
    if (hostname !== 'ok.example' || protocol !== 'https:') troubles.push(route.request().url())
    return route.fulfill({ body: '<main></main>', contentType: 'text/html' })
  })
  await page.goto('https://ok.example/')
  const written = await page.evaluate(
    async (pages) => {
      const main = document.querySelector('main')!
      const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
      addEventListener('click', (event) => {
        const link = (event.target as Element).closest('a')
        if (link && /^(?:https?|mailto):$/.test(link.protocol)) event.preventDefault()
      })
      let count = 0
      for (const html of pages) {
        main.innerHTML = html
        // What was written out once more is what a store keeps.
        const kept = main.innerHTML
        main.innerHTML = kept
        for (const link of main.querySelectorAll('a')) {
          link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
        }
        count += main.childElementCount > 0 ? 1 : 0
      }
      await nextFrame()
      await nextFrame()
      return count
    },
    hostileHtml.map((payload) => cleanPageContent(`<p>Words</p>${payload}`).html),
  )
  expect(written).toBe(hostileHtml.length)
  expect(troubles).toEqual([])
  await page.close()
})

test('from a job to its page in the store, and to the end of the store', async () => {
  await app.job(owner, { title: 'Tea Taster' })
  const page = await open('/admin/store-pages')
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText('Connected to tiny-tea.myshopify.com.')).toBeVisible()
  await page.getByRole('button', { name: 'Sync Jobs to Shopify' }).click()
  await expect(page.getByText('Store pages are up to date.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Career Page' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Career Page' })
  await dialog.getByRole('radio', { name: 'Job page' }).check()
  await dialog.getByRole('button', { name: 'Create Career Page' }).click()
  await expect(page.getByText('Linked to Tea Taster')).toBeVisible()

  // A visitor of the store.
  const link = page.getByRole('link', { name: 'Open Careers at Tiny Tea Shop' })
  const visitor = await newPage()
  await visitor.goto((await link.getAttribute('href')) ?? '')
  await expect(visitor.getByRole('link', { name: 'Apply for Tea Taster' })).toBeVisible()
  const frame = visitor.frameLocator('iframe[title="Job openings at Shop tiny-tea"]')
  await expect(frame.getByText('Tea Taster')).toBeVisible()

  // The merchant removes the app: the open screen says so by itself, and the store's page is empty.
  await pullLever(stand, shop, 'uninstall')
  await expect(page.getByText(/Storehand was removed from this store/)).toBeVisible()
  await visitor.reload()
  await expect(frame.getByText('Currently no open positions available.')).toBeVisible()
  await page.goto(`${app.url}/admin/jobs`)
  await page.getByRole('button', { name: 'Sync with Shopify' }).click()
  await expect(page.getByText('Failed to sync jobs from Shopify.')).toBeVisible()

  await pullLever(stand, shop, 'webhooks', { topic: 'shop/redact' })
  await page.goto(`${app.url}/admin/store-pages`)
  await expect(page.getByText('No store is connected.')).toBeVisible()
  await expect(page.getByText('No store pages yet.')).toBeVisible()
  await Promise.all([page.close(), visitor.close()])
})
