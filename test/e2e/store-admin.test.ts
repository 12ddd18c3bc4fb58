// The dashboard in the store's admin, walked in a browser by an owner: what the platform has to do around the frame.
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { expect } from '../browser/browser.ts'
import { openAdminOf } from './admin-frame.ts'

const { openAdmin } = await openAdminOf()

/** The scripts of the frame arrive when `start` is called. */
async function withoutScripts(page: Page): Promise<() => void> {
  let start = () => {}
  const isStarted = new Promise<void>((resolve) => {
    start = resolve
  })
  await page.route('**/assets/dashboard/**/*.js', async (route) => {
    await isStarted
    await route.continue()
  })
  return () => start()
}

// shows: interface-141, 2-131
test('the home is read before any script has run; what is clicked then is done, and nothing moves', async () => {
  const { page, frame, appPage } = await openAdmin()
  const start = await withoutScripts(page)
  const create = frame.getByRole('link', { name: 'Create Job Post' })
  const block = frame.getByText('Your jobs need a page in your shop')
  await page.goto(appPage, { waitUntil: 'commit' })
  await expect(create).toBeVisible()
  await expect(block).toBeVisible()
  const places = () => Promise.all([create, block].map((one) => one.boundingBox()))
  const before = await places()
  await create.evaluate((first) => first.setAttribute('data-first', ''))
  start()
  await expect(frame.locator('[data-first]')).toHaveCount(0)
  expect(await places()).toEqual(before)

  const startAgain = await withoutScripts(page)
  await page.goto(appPage, { waitUntil: 'commit' })
  await create.click()
  startAgain()
  await expect(frame.getByRole('dialog', { name: 'Create Job Post' })).toBeVisible()
  await page.close()
})

test('a permission is asked for in place, and what waited for it opens', async () => {
  const { page, frame, shop, appPage } = await openAdmin()
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

test('what is not saved is not left or dropped without a question', async () => {
  const { page, frame, appPage } = await openAdmin()
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
