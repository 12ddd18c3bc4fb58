// The admin of a new shop with the dashboard in its frame, opened by the shop's owner.
import type { FrameLocator, Page } from '@playwright/test'
import { newPage, WIDE } from '../browser/browser.ts'
import {
  registeredOptionalScopes,
  registeredScopes,
  storeClient,
  type Shop,
} from '../servers/stores.ts'
import { openStoreApp, type StoreApp } from '../servers/store-app.ts'

type Admin = { page: Page; frame: FrameLocator; shop: Shop; appPage: string }

/** Awaited by a file outside of its tests. */
export async function openAdminOf(): Promise<StoreApp & { openAdmin: () => Promise<Admin> }> {
  const store = await openStoreApp({ host: '127.0.0.1' })
  const { stand } = store
  stand.register(registeredScopes, registeredOptionalScopes)
  return {
    ...store,
    async openAdmin() {
      const shop = store.newShop()
      const page = await newPage(WIDE)
      const appPage = `${stand.url}/store/${shop.handle}/apps/${storeClient.id}`
      await page.goto(appPage)
      await page.getByRole('button', { name: 'Install' }).click()
      const frame = page.frameLocator('iframe[title=Storehand]')
      await frame.getByRole('button', { name: 'Open Storehand' }).click()
      await frame.getByRole('button', { name: 'Hide checklist' }).waitFor()
      return { page, frame, shop, appPage }
    },
  }
}
