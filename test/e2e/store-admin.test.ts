// The dashboard in the store's admin, walked in a browser by an owner: what the platform has to do around the frame.
import type { FrameLocator, Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { signedInUser } from '../../standin/shops.ts'
import { createTestApp, type TestApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import {
  openTestStand,
  registeredOptionalScopes,
  registeredScopes,
  setStandinFault,
  storeClient,
  type Shop,
  type TestStand,
} from '../servers/stores.ts'

let stand: TestStand
let app: TestApp
beforeAll(async () => {
  stand = await openTestStand()
  app = await createTestApp({ env: stand.env, host: '127.0.0.1' })
  stand.appUrl(app.url)
  stand.register(registeredScopes, registeredOptionalScopes)
})
afterAll(async () => {
  await app.close()
  await stand.stop()
})

type Admin = { page: Page; frame: FrameLocator; shop: Shop; appPage: string }

/** A new shop with the app, opened by its owner. */
async function openAdmin(handle: string): Promise<Admin> {
  const shop = stand.shop(handle)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  const appPage = `${stand.url}/store/${handle}/apps/${storeClient.id}`
  await page.goto(appPage)
  await page.getByRole('button', { name: 'Install' }).click()
  const frame = page.frameLocator('iframe[title=Storehand]')
  await frame.getByRole('button', { name: 'Open Storehand' }).click()
  await frame.getByRole('button', { name: 'Hide checklist' }).waitFor()
  return { page, frame, shop, appPage }
}

test('a permission is asked for in place, and what waited for it opens', async () => {
  const { page, frame, shop, appPage } = await openAdmin('asking-shop')
  await page.goto(`${appPage}/shopify-embed/admin/store-pages`)
  const needed = frame.getByRole('region', { name: /^Storehand needs one more permission/ })
  await needed.getByRole('button', { name: 'Give permission' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // Refused, it can be asked again.
  await needed.getByRole('button', { name: 'Give permission' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click()
  await expect(needed).toBeHidden()
  expect(shop.install?.scopes).toContain(PAGES_SCOPE)
  await frame.getByRole('button', { name: 'Create Career Page' }).click()
  await expect(frame.getByRole('dialog', { name: 'Create Career Page' })).toBeVisible()
  await page.close()
})

test('a lost store is connected again from the frame, and no other one is', async () => {
  const { page, frame, shop, appPage } = await openAdmin('lost-shop')
  await page.goto(`${appPage}/shopify-embed/admin/store-pages`)
  const store = frame.getByRole('region', { name: 'Store' })
  await expect(store.getByText('Connected', { exact: true })).toBeVisible()
  await expect(store.getByText('Connect another store')).toHaveCount(0)
  await setStandinFault(stand, shop, 'revoke')
  await app.deps.db.pool.query(
    'update store_sessions set access_token_sealed = null, refresh_token_sealed = null where shop = $1',
    [shop.domain],
  )
  await page.reload()
  await store.getByRole('button', { name: 'Reconnect' }).click()
  await expect(store.getByText('Connected', { exact: true })).toBeVisible()

  // Disconnected by an owner: connecting again is theirs, outside of the frame.
  await store.getByRole('button', { name: 'Disconnect' }).click()
  await frame.getByRole('button', { name: 'Disconnect store' }).click()
  await frame.getByRole('button', { name: 'Reconnect' }).click()
  await page.waitForURL(`${app.url}/connect-shopify?again=true`)
  await page.close()
})

test('what is not saved is not left or dropped without a question', async () => {
  const { page, frame, appPage } = await openAdmin('careful-shop')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  const menu = page.getByRole('navigation', { name: 'Admin' })
  const title = frame.getByRole('textbox', { name: 'Job title' })
  await page.goto(`${appPage}/shopify-embed/admin/jobs?job=new`)
  await title.fill('Mechanic')
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(question).toContainText('Discard all unsaved changes?')
  await question.getByRole('button', { name: 'Continue editing' }).click()
  await expect(title).toHaveValue('Mechanic')
  await menu.getByRole('link', { name: 'Applicants' }).click()
  await expect(question).toContainText('Leave page with unsaved changes?')
  await question.getByRole('button', { name: 'Continue editing' }).click()
  await expect(title).toHaveValue('Mechanic')
  await menu.getByRole('link', { name: 'Applicants' }).click()
  await question.getByRole('button', { name: 'Leave page' }).click()
  await expect(frame.getByText('No applicants yet.')).toBeVisible()
  await expect(bar).toBeHidden()

  // Settings are saved at once, so they have neither bar nor question.
  await menu.getByRole('link', { name: 'Settings' }).click()
  const name = frame.getByRole('textbox', { name: 'Organization Name' })
  const about = frame.getByRole('textbox', { name: 'About the shop' })
  await name.fill('Careful Bicycles')
  await about.fill('We mend bicycles.')
  await menu.getByRole('link', { name: 'Applicants' }).click()
  await expect(frame.getByText('No applicants yet.')).toBeVisible()
  await expect(bar).toBeHidden()
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(name).toHaveValue('Careful Bicycles')
  await expect(about).toHaveValue('We mend bicycles.')
  await name.fill('Careless')
  await name.press('Enter')
  await frame.getByRole('button', { name: 'Undo: Organization Name' }).click()
  await expect(name).toHaveValue('Careful Bicycles')
  await page.close()
})

test('a shop whose theme takes no app blocks gets pages with its jobs instead', async () => {
  const { page, frame, shop, appPage } = await openAdmin('vintage-shop')
  shop.has_old_theme = true
  await app.deps.db.pool.query(
    `insert into job_posts (organization_id, title, slug, description)
     select organization_id, 'Mechanic', 'mechanic', 'Mend bicycles.' from store_sessions where shop = $1`,
    [shop.domain],
  )
  await page.goto(appPage)
  await expect(frame.getByText('Your theme does not support app blocks.').first()).toBeVisible()
  await frame.getByRole('link', { name: 'Put jobs into a page' }).last().click()
  await expect(page).toHaveURL(`${appPage}/shopify-embed/admin/store-pages`)
  await frame.getByRole('button', { name: 'Give permission' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click()
  await frame.getByRole('button', { name: 'Sync Jobs to Shopify' }).click()
  await expect.poll(() => shop.pages.length).toBeGreaterThan(0)
  await page.goto(`${stand.url}/${shop.domain}/pages/${shop.pages[0]?.handle}`)
  await expect(page.getByText('Mechanic').first()).toBeVisible()
  await page.close()
})

test('the frame speaks the language of the admin around it', async () => {
  const { page, frame, shop, appPage } = await openAdmin('german-shop')
  shop.staff = [{ ...signedInUser(shop), locale: 'de' }]
  await page.goto(appPage)
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await menu.getByRole('link', { name: 'Bewerbungen' }).click()
  await expect(frame.getByRole('tab', { name: /^Alle/ })).toBeVisible()
  await page.close()
})
