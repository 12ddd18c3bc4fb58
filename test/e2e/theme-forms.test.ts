// Less usual ways from the theme's blocks to an application: in place, without scripts, and past a proxy that refuses a CV.
import { beforeAll, test } from 'vitest'
import { workStores } from '#test/work.ts'
import type { Member } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { pdf } from '../input/files.ts'
import { openStoreApp } from '../servers/store-app.ts'
import type { Shop } from '../servers/stores.ts'

const { stand, app, connectedShop } = await openStoreApp()
let owner: Member
let shop: Shop

beforeAll(async () => {
  ;({ owner, shop } = await connectedShop())
  shop.name = 'Tiny Tea & Söhne'
  await app.job(owner, { title: 'Tea Taster' })
  // Where the block stands.
  await owner.call('/api/store/jobs-page', { method: 'POST' })
  await workStores(app.deps)
})

test('where the block is set so, the form opens in place, and only then there is a frame', async () => {
  shop.blocks = { careers: { apply: 'place' } }
  const page = await newPage({ viewport: { width: 1200, height: 800 } })
  await page.goto(`${stand.url}/${shop.domain}/pages/careers?job=tea-taster`)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByRole('link', { name: 'Apply for Tea Taster' }).click()
  const inside = page.frameLocator('[title="Apply for Tea Taster"]')
  await inside.getByRole('checkbox').check()
  await inside.getByRole('button', { name: 'Continue' }).click()
  await expect(inside.getByRole('heading', { name: 'Email Verification Required' })).toBeVisible()
  await page.close()
})

test('without scripts the button still opens, and leads to a job in the theme', async () => {
  shop.blocks = { 'careers-embed': { label: 'Jobs & more', side: 'right' } }
  const page = await newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
  await page.goto(`${stand.url}/${shop.domain}`)
  await page.getByRole('button', { name: 'Jobs & more' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Tea Taster' }).click()
  await expect(page.getByRole('banner')).toContainText('Tiny Tea & Söhne')
  await expect(page.getByRole('heading', { name: 'Tea Taster' }).first()).toBeVisible()
  await page.close()
})

// shows: 2-125
test('without scripts a CV that the proxy refuses is sent on a page of ours, and what was typed stays', async () => {
  shop.proxy = { largest_form: 1_000_000 }
  const job = await app.job(owner, { title: 'Tea Blender' })
  const token = await app.grant('ada@mail.example', job)
  const page = await newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
  const large = {
    name: 'large.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([pdf, Buffer.alloc(2_000_000, ' ')]),
  }
  await page.goto(`${stand.url}/${shop.domain}/apps/careers/${job.slug}?step=apply&token=${token}`)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lin')
  await page.getByLabel('CV').setInputFiles(large)
  await page.getByRole('button', { name: 'Send the CV separately' }).click()
  await expect(page.getByRole('heading', { name: 'Send your CV' })).toBeVisible()
  expect(page.url()).toContain(app.url)
  await page.getByLabel('CV').setInputFiles(large)
  await page.getByRole('button', { name: 'Send CV' }).click()
  await expect(page.getByText('Your CV has arrived: large.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Back to your application' }).click()
  await expect(page.getByRole('banner')).toContainText('Tiny Tea & Söhne')
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByText('large.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  shop.proxy = {}
  await page.close()
})
