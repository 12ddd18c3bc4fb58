// The theme's blocks in a store: switched on in the theme editor, seen and used by the store's visitors.
import { afterAll, beforeAll, test } from 'vitest'
import { themeEditorUrl } from '#domain/careers/widget-snippets.ts'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { expect, newPage } from '../browser.ts'
import { connectTestStore, openTestStand, type Shop, type TestStand } from '../stores.ts'

let stand: TestStand
let app: TestApp
let owner: Member
let shop: Shop
let adminUrl: string

beforeAll(async () => {
  stand = await openTestStand()
  app = await createTestApp({ env: stand.env })
  stand.appUrl(app.url)
  owner = await app.owner('Tiny Tea Shop')
  for (let number = 1; number <= 8; number += 1) {
    await app.job(owner, { title: `Tea Taster ${number}` })
  }
  shop = stand.shop('tiny-tea')
  shop.name = 'Tiny Tea & Söhne'
  const stores = await connectTestStore(app, owner, shop)
  adminUrl = stores.app.appUrl(shop.domain)
})
afterAll(async () => {
  await app.close()
  await stand.stop()
})

const TITLE = 'Job openings at Tiny Tea & Söhne'

test('the block shows the jobs in a page of the theme, and the frame grows with them', async () => {
  const page = await newPage({ viewport: { width: 1200, height: 800 } })
  await page.goto(themeEditorUrl(adminUrl, 'page'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Work with us' })).toBeVisible()
  const inside = page.frameLocator(`[title="${TITLE}"]`)
  await expect(inside.getByRole('article', { name: 'Tea Taster 1', exact: true })).toBeVisible()
  const frame = page.getByTitle(TITLE)
  const rest = async () =>
    (await frame.boundingBox())!.height -
    (await inside.locator('.widget').evaluate((element: HTMLElement) => element.offsetHeight))
  await expect.poll(rest).toBe(40)
  await inside.getByRole('button', { name: 'Apply Now: Tea Taster 1', exact: true }).click()
  await inside.getByRole('checkbox').check()
  await inside.getByRole('button', { name: 'Continue' }).click()
  await expect(
    inside.getByRole('heading', { name: 'Email Verification Required' }),
  ).toBeInViewport()
  await expect.poll(rest).toBe(40)
  await page.close()
})

test('the block takes the style and the colour of its settings, and without one the organization’s', async () => {
  await owner.call('/api/organizations/own', { method: 'PATCH', body: { accent: 'AA3300' } })
  const page = await newPage()
  const inside = page.frameLocator(`[title="${TITLE}"]`)
  const apply = inside.getByRole('button', { name: 'Apply: Tea Taster 8' })
  for (const [color, shown] of [
    ['', 'rgb(170, 51, 0)'],
    ['#008060', 'rgb(0, 128, 96)'],
  ] as const) {
    shop.blocks = { careers: { style: 'widget', color, powered: false } }
    await page.goto(`${stand.url}/${shop.domain}/pages/work-with-us`)
    await expect(apply).toHaveCSS('background-color', shown)
  }
  await expect(inside.getByRole('heading', { name: 'Join Our Team' })).toBeVisible()
  await expect(inside.getByRole('link', { name: 'Powered by Storehand' })).toHaveCount(0)
  await page.close()
})

test('the button on every page asks for the jobs only when it is pressed, and gives the focus back', async () => {
  shop.blocks = {}
  const page = await newPage({ viewport: { width: 1200, height: 800 } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(themeEditorUrl(adminUrl, 'everyPage'))
  await page.getByRole('button', { name: 'Save' }).click()
  const button = page.getByRole('button', { name: 'We are hiring' })
  await expect(button).toBeInViewport()
  expect(asked).toContain('/cdn/extensions/careers.js')
  expect(asked).not.toContain('/embed')
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: TITLE })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  const inside = dialog.frameLocator('iframe')
  await expect(inside.getByRole('heading', { name: 'Career Opportunities' })).toBeVisible()
  await expect
    .poll(async () => (await dialog.locator('iframe').boundingBox())!.height)
    .toBeGreaterThan(800)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.close()
})

test('without scripts the block scrolls in its frame, and the button still opens', async () => {
  shop.blocks = { careers: {}, 'careers-embed': { label: 'Jobs & more', side: 'right' } }
  const page = await newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
  await page.goto(`${stand.url}/${shop.domain}/pages/work-with-us`)
  const block = page.locator('main').frameLocator('iframe')
  await expect(block.getByRole('article').first()).toBeVisible()
  expect((await page.locator('main iframe').boundingBox())!.height).toBe(600)
  await page.getByRole('button', { name: 'Jobs & more' }).click()
  await expect(
    page.getByRole('dialog').frameLocator('iframe').getByRole('article').first(),
  ).toBeVisible()
  await page.close()
})
