// The dashboard in the store's admin, walked in a browser by an owner: what the platform has to do around the frame.
import { test } from 'vitest'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { expect } from '../browser/browser.ts'
import { openAdminOf } from './admin-frame.ts'

const { openAdmin } = await openAdminOf()

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
