// A store's pages, used by an owner in a browser: a job, its page in the store with the widget in its frame, and its
// deletion.
import { test } from 'vitest'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { workStores } from '../work.ts'
import { cleanPageContent } from '#gateways/store/page-html.ts'
import { expect, newPage, openAs } from '../browser/browser.ts'
import { hostileHtml } from '../input/hostile-html.ts'
import { openStoreApp } from '../servers/store-app.ts'
import { connectTestStore, setStandinFault } from '../servers/stores.ts'

const { stand, app } = await openStoreApp()
const owner = await app.owner()
const shop = stand.shop('tiny-tea')
await connectTestStore(app, owner, shop)

const open = (path: string) => openAs(owner, path)

test('the shop’s own pages stand in the list, read-only', async () => {
  await setStandinFault(stand, shop, 'pages', {
    title: 'About us',
    handle: 'about-us',
    body: '<p>Tea.</p>',
  })
  const page = await open('/admin/store-pages')
  await page.getByRole('button', { name: 'Refresh Pages' }).click()
  const row = page.getByRole('row', { name: /About us/ })
  await expect(row).toContainText('Made in your store')
  await expect(row.getByRole('button')).toHaveCount(0)
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
    await Promise.all(
      hostileHtml.map(async (payload) => (await cleanPageContent(`<p>Words</p>${payload}`)).html),
    ),
  )
  expect(written).toBe(hostileHtml.length)
  expect(troubles).toEqual([])
  await page.close()
})

// shows: 1-2, 7-116
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

  // A visitor of the store: each job once, and a button that looks like one and leads to the whole ad.
  const addressOf = async (name: string) =>
    (await page.getByRole('link', { name: `Open ${name}` }).getAttribute('href')) ?? ''
  const visitor = await newPage({ viewport: { width: 390, height: 844 } })
  await visitor.goto(await addressOf('Careers at Tiny Tea Shop'))
  const apply = visitor.getByRole('link', { name: 'Apply for Tea Taster' })
  const look = await apply.evaluate((link) => {
    const { backgroundColor, color, textDecorationLine } = getComputedStyle(link)
    return {
      backgroundColor,
      color,
      textDecorationLine,
      height: link.getBoundingClientRect().height,
    }
  })
  expect(look).toMatchObject({ color: 'rgb(255, 255, 255)', textDecorationLine: 'none' })
  expect(look.backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
  expect(look.height).toBeGreaterThanOrEqual(44)
  await expect(visitor.getByText('Tea Taster', { exact: true })).toHaveCount(1)
  const frame = visitor.frameLocator('iframe[title="Job openings at Shop tiny-tea"]')
  await visitor.getByText('Apply without leaving this page').click()
  await expect(frame.getByText('Tea Taster')).toBeVisible()
  await apply.click()
  await expect(visitor).toHaveURL(/\/careers\/[^/]+\/tea-taster\?shop=/)

  // The job's own page applies for this job and no other.
  await app.job(owner, { title: 'Van Driver' })
  const jobPage = await addressOf('Careers - Tea Taster')
  expect(jobPage).toMatch(/\/pages\/careers-[0-9a-f-]{36}$/)
  await visitor.goto(jobPage)
  await expect(visitor.getByRole('link', { name: 'Apply for Tea Taster' })).toBeVisible()
  await visitor.getByText('Apply without leaving this page').click()
  const form = visitor.frameLocator('iframe[title="Apply for Tea Taster at Shop tiny-tea"]')
  await expect(
    form.getByText('To process your application for Tea Taster, we need to:'),
  ).toBeVisible()
  await expect(form.getByText('Van Driver')).toHaveCount(0)
  await visitor.goto(await addressOf('Careers at Tiny Tea Shop'))

  // Taken away in the store: two windows say so in words. Given again from one of them: gone from both, before any sync.
  const beside = await open('/admin/store-pages')
  await setStandinFault(stand, shop, 'scopes', ['read_products', 'read_customers'])
  const needed = { name: 'Storehand needs one more permission from your store' }
  for (const window of [page, beside]) {
    const asked = window.getByRole('region', needed)
    await expect(asked).toContainText('Add and change pages in your online store')
    await expect(window.locator('body')).not.toContainText(PAGES_SCOPE)
    await expect(window.getByRole('button', { name: 'Sync Jobs to Shopify' })).toBeDisabled()
  }
  await app.job(owner, { title: 'Tea Buyer' })
  await workStores(app.deps)
  await page.getByRole('button', { name: 'Give permission' }).click()
  await page.waitForURL(`${stand.url}/**`)
  await page.getByRole('button', { name: 'Install' }).click()
  // It ends in the store's admin; the other window learns of it by itself.
  await page.waitForURL(`${stand.url}/store/tiny-tea/apps/**`)
  await expect(beside.getByRole('button', { name: 'Sync Jobs to Shopify' })).toBeEnabled()
  await page.goto(`${app.url}/admin/store-pages`)
  for (const window of [page, beside]) {
    await expect(window.getByRole('button', { name: 'Sync Jobs to Shopify' })).toBeEnabled()
    await expect(window.getByRole('region', needed)).toHaveCount(0)
    await expect(window.getByRole('alert')).toHaveCount(0)
  }

  // Disconnected by an owner, who is asked first: the other window sees it, and the way back is one press.
  await page.goto(`${app.url}/admin/store-pages`)
  const connected = page.getByRole('region', { name: 'Store' })
  await connected.getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disconnect Shop tiny-tea?' })
  await expect(question).toContainText('Your job posts, all applications')
  await question.getByRole('button', { name: 'Disconnect store' }).click()
  await expect(connected).toHaveCount(0)
  await expect(page.getByText(/This store was disconnected/)).toBeVisible()
  await expect(beside.getByText(/This store was disconnected/)).toBeVisible()
  await page.getByRole('link', { name: 'Connect it again' }).click()
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByRole('textbox', { name: 'Store URL' })).toHaveValue(
    `https://${shop.domain}`,
  )
  await page.getByRole('button', { name: 'Connect Store' }).click()
  await expect(beside.getByRole('button', { name: 'Sync Jobs to Shopify' })).toBeEnabled()
  await beside.close()
  await page.goto(`${app.url}/admin/store-pages`)

  // The merchant removes the app: the open screen says so by itself, and the store's page is empty.
  await setStandinFault(stand, shop, 'uninstall')
  await expect(page.getByText(/Storehand was removed from this store/)).toBeVisible()
  await visitor.reload()
  await visitor.getByText('Apply without leaving this page').click()
  await expect(frame.getByText('Currently no open positions available.')).toBeVisible()
  await page.goto(`${app.url}/admin/jobs`)
  await page.getByRole('button', { name: 'Sync with Shopify' }).click()
  await expect(page.getByText('Failed to sync jobs from Shopify.')).toBeVisible()

  await setStandinFault(stand, shop, 'webhooks', { topic: 'shop/redact' })
  await page.goto(`${app.url}/admin/store-pages`)
  await expect(page.getByText('No store is connected.')).toBeVisible()
  await expect(page.getByText('No store pages yet.')).toBeVisible()
  await Promise.all([page.close(), visitor.close()])
})
