// A CV from the form to the search and to the screen.
import { beforeAll, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import { openApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { docxWith, pdfWith } from '../input/cv-files.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

beforeAll(async () => {
  const job = await app.job(owner)
  const apply = async (firstName: string, cv?: File) => {
    const email = `${firstName.toLowerCase()}@example.com`
    const sent = await app.visitor().form('/api/applications', {
      token: await app.grant(email, job),
      firstName,
      lastName: 'Okafor',
      ...(cv && { cvFile: cv }),
    })
    if (sent.status !== 201) throw new Error(`sending answered ${sent.status}`)
  }
  const script = `<img src=x onerror="document.title='run'">`
  await apply('Maya', new File([await pdfWith(['Licence for the Kardexlift'])], 'Maya.pdf'))
  await apply('Jon', new File([await docxWith(`Kardexlift night shifts\n${script}`)], 'Jon.docx'))
  await apply('Eve')
  // Their text is taken out in the background; a search that is open does not wait for it.
  const found = () => owner.call<ApplicantPage>('/api/applicants?tab=all&q=kardexlift')
  await expect.poll(async () => (await found()).body.applicants.length).toBe(2)
})

// shows: 7-105, 7-107
test('a rare word of a CV finds its person, and the page is drawn', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 1000 } })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${app.url}/auth`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Welcome!')).toBeVisible()
  await page.goto(`${app.url}/admin/applicants`)
  await expect(page.getByRole('button', { name: /^View profile of/ })).toHaveCount(3)

  await page.keyboard.press('/')
  await page.keyboard.type('kardex licence')
  await expect(page.getByRole('tab', { name: 'Applied (1)' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Maya Okafor' })
  await expect(row.locator('mark')).toHaveText(['Licence', 'Kardexlift'])
  await expect(page.getByRole('button', { name: 'View profile of Jon Okafor' })).toHaveCount(0)

  await page.getByRole('button', { name: 'View profile of Maya Okafor' }).click()
  const profile = page.getByRole('dialog', { name: 'Maya Okafor' })
  await expect(profile.getByRole('region', { name: 'CV' })).toBeVisible()
  await page.keyboard.press('v')
  const rendered = profile.getByRole('img', { name: 'Page 1 of 1 of Maya.pdf' })
  await expect(rendered).toHaveAttribute('aria-busy', 'false')
  const dark = await rendered.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) count += 1
    return count
  })
  expect(dark).toBeGreaterThan(100)
  await profile.getByRole('button', { name: 'Show as text' }).click()
  await expect(profile.getByRole('group', { name: 'Text of the CV' })).toHaveText(
    'Licence for the Kardexlift',
  )

  await page.goto(`${app.url}/admin/applicants?q=kardexlift+night`)
  await page.getByRole('button', { name: 'View profile of Jon Okafor' }).click()
  const other = page.getByRole('dialog', { name: 'Jon Okafor' })
  await expect(other.getByRole('region', { name: 'CV' })).toBeVisible()
  await page.keyboard.press('v')
  await expect(other.getByRole('group', { name: 'Text of the CV' })).toContainText('<img src=x')
  expect(await page.title()).not.toBe('run')
  expect(complaints).toEqual([])
  await page.close()
})
