// A careers page worth showing, in a real browser: an owner sets it up, a visitor sees it, and nothing jumps.
import { beforeAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, newPage, openAs } from '../browser/browser.ts'
import { heavyPictures } from '../input/heavy-pictures.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

beforeAll(async () => {
  for (let at = 0; at < 20; at += 1) await app.job(owner, { title: `Tea Taster ${at}` })
})

/** Of megabytes, and nothing but detail. */
const photo = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: heavyPictures.picture[1] ?? Buffer.alloc(0),
}

// shows: interface-128, interface-129
test('an owner sets a cover, benefits and a person by keyboard and file; a visitor sees them without a jump', async () => {
  const settings = await openAs(owner, '/admin/settings', { viewport: { width: 390, height: 844 } })
  const section = settings.getByRole('region', { name: 'Careers page' })
  await section.getByLabel('Benefits of every job').fill('Free tea\n\nA day off on your birthday')
  await settings.keyboard.press('Tab')
  await expect(section.getByRole('button', { name: 'Undo: Benefits of every job' })).toBeVisible()
  const cover = section.getByRole('group', { name: 'Cover picture' })
  expect(photo.buffer.length).toBeGreaterThan(1_000_000)
  await cover.locator('input[type=file]').setInputFiles(photo)
  await expect(cover.getByRole('button', { name: 'Change Picture…' })).toBeVisible()

  await section.getByRole('button', { name: 'Add Person' }).press('Enter')
  // The focus is in the new row.
  await settings.keyboard.type('Mara')
  const mara = section.getByRole('listitem', { name: 'Person: Mara' })
  await mara.locator('input[type=file]').setInputFiles(photo)
  await expect(mara.getByRole('button', { name: 'Change Picture…' })).toBeVisible()
  await section.getByRole('button', { name: 'Add Place' }).press('Enter')
  await settings.keyboard.type('The shed')
  const shed = section.getByRole('listitem', { name: 'Place: The shed' })
  await shed.getByRole('button', { name: 'Move up' }).press('Enter')
  await expect(section.getByRole('listitem').first()).toHaveAccessibleName('Place: The shed')
  await expect(section.getByRole('button', { name: 'Undo: People and places' })).toBeVisible()
  // Removed and brought back, with the picture.
  await mara.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(mara).toHaveCount(0)
  await section.getByRole('button', { name: 'Undo: People and places' }).press('Enter')
  await expect(mara.getByRole('button', { name: 'Change Picture…' })).toBeVisible()
  await expect(section.getByText('Undone.')).toBeVisible()
  expect(await settings.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await settings.close()
  await visit()
})

async function visit(): Promise<void> {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(request.url())
  })
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      const seen = globalThis as unknown as { shift: number }
      for (const entry of list.getEntries())
        seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${app.url}/careers/${owner.organization.slug}`, { waitUntil: 'networkidle' })
  expect(pictures.length).toBeLessThanOrEqual(2)
  // Jobs stay the first thing that one can act on.
  await expect(page.getByRole('link', { name: 'Tea Taster 19' })).toBeInViewport()
  await expect(page.getByText('A day off on your birthday')).toBeVisible()
  const mara = page.getByRole('heading', { name: 'Mara' })
  for (let at = 0; at < 30; at += 1) await page.mouse.wheel(0, 200)
  await mara.scrollIntoViewIfNeeded()
  await expect.poll(() => pictures.length).toBe(2)
  for (const [place, most] of [400_000, 120_000].entries()) {
    const file = await page.request.get(pictures[place] ?? '')
    expect((await file.body()).length).toBeLessThanOrEqual(most)
  }
  await expect(page.getByRole('heading', { name: 'People and places' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBe(0)
  await page.getByRole('link', { name: 'Tea Taster 19' }).click()
  await expect(page.getByText('Free tea')).toBeVisible()
  await page.close()
}
