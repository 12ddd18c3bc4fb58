// The dashboard in the admin of shops that are unlike most: lost, with an old theme, in another language.
import { test } from 'vitest'
import { signedInUser } from '../../standin/shops.ts'
import { expect } from '../browser/browser.ts'
import { setStandinFault } from '../servers/stores.ts'
import { openAdminOf } from './admin-frame.ts'

const { stand, app, openAdmin } = await openAdminOf()

test('a lost store is connected again from the frame, and no other one is', async () => {
  const { page, frame, shop, appPage } = await openAdmin()
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

test('a shop whose theme takes no app blocks gets pages with its jobs instead', async () => {
  const { page, frame, shop, appPage } = await openAdmin()
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
  const { page, frame, shop, appPage } = await openAdmin()
  shop.staff = [{ ...signedInUser(shop), locale: 'de' }]
  await page.goto(appPage)
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await menu.getByRole('link', { name: 'Bewerbungen' }).click()
  await expect(frame.getByRole('tab', { name: /^Alle/ })).toBeVisible()
  await page.close()
})
