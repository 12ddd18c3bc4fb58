// The form of an application on a line that is slow, or breaks: nothing that was done is lost, or sent twice.
import type { Page } from '@playwright/test'
import { describe, test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { pdf } from '../input/files.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

const cv = { name: 'Okafor-CV.pdf', mimeType: 'application/pdf', buffer: pdf }

// shows: 8-10
test('a CV that could not be sent is said, kept, and sent again', async () => {
  const page = await newPage()
  const job = await app.job(owner)
  const token = await app.grant('upload@example.com', job)
  await page.goto(`${app.url}/embed?step=apply&roleId=${job.id}&token=${token}`)
  await page.getByLabel('First Name').fill('Maya')
  await page.route('**/api/applications/cv?*', (route) => route.abort())
  await page.getByLabel('CV', { exact: true }).setInputFiles(cv)
  await expect(
    page.getByText('Upload Failed: Failed to upload CV. Please try again.').first(),
  ).toBeVisible()
  await expect(page.getByText(cv.name).first()).toBeVisible()
  await page.unroute('**/api/applications/cv?*')
  await page.getByRole('button', { name: 'Retry upload' }).click()
  await expect(page.getByRole('button', { name: `Remove ${cv.name}` })).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Maya')

  // Nor is it lost when the form itself finds no connection.
  await page.getByLabel('Last Name').fill('Okafor')
  await page.route('**/embed?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByText(/There is no connection/)).toBeVisible()
  await page.unroute('**/embed?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await expect(page.getByText(/^We have emailed you a copy\./)).toBeVisible()
  const { rows } = await app.deps.db.pool.query(
    `select original_name from applicants join cv_files on applicant_id = applicants.id where email = $1`,
    ['upload@example.com'],
  )
  expect(rows).toEqual([{ original_name: cv.name }])
  await page.close()
})

/** Holds the script of the careers pages back until `answer` is called, and counts who asks for it. */
async function withoutScript(page: Page) {
  const released = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/assets/careers/**', async (route) => {
    asked += 1
    await released.promise
    await route.continue()
  })
  return { answer: released.resolve, asked: () => asked }
}

describe('a form on a slow line', () => {
  test('is one small answer until it is touched, and what was done before the script came is kept', async () => {
    const job = await app.job(owner, { title: 'Tea Writer' })
    const token = await app.grant('slow@example.com', job)
    const page = await newPage()
    const script = await withoutScript(page)
    const network = await page.context().newCDPSession(page)
    const loaded: number[] = []
    await network.send('Network.enable')
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      loaded.push(encodedDataLength)
    })
    await page.goto(
      `${app.url}/careers/${owner.organization.slug}/tea-writer?step=apply&token=${token}`,
    )
    const letter = page.getByLabel('Why are you interested?')
    // A pointer on its way is no touch.
    await letter.hover()
    // Whatever the pointer had caused would have been asked for before this.
    await page.evaluate(async () => (await fetch('/robots.txt')).text())
    await expect.poll(() => loaded.length).toBe(2)
    expect(loaded[0]).toBeLessThanOrEqual(6000)
    expect(script.asked()).toBe(0)

    await page.getByLabel('First Name').fill('Maya')
    await page.getByLabel('Last Name').fill('Okafor')
    await page.getByLabel('CV', { exact: true }).setInputFiles(cv)
    await letter.pressSequentially('I write.')
    await page.keyboard.press('ArrowLeft')
    expect(script.asked()).toBe(1)
    script.answer()
    // Nobody has touched the form since: the file was taken up, the text and its caret are where they were.
    await expect(page.getByRole('button', { name: `Remove ${cv.name}` })).toBeVisible()
    await expect(letter).toBeFocused()
    await page.keyboard.type(' well')
    await expect(letter).toHaveValue('I write well.')
    await expect(page.getByLabel('First Name')).toHaveValue('Maya')

    // Kept on this device too: opened again, the form asks for the script by itself.
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('storehand-draft')))
      .toContain('I write well.')
    await page.reload()
    await expect(page.getByText('We kept your draft.')).toBeVisible()
    await expect(letter).toHaveValue('I write well.')
    await expect(page.getByRole('button', { name: `Remove ${cv.name}` })).toBeVisible()
    await page.close()
  })

  test('sends what was pressed before the script came once, when it is there', async () => {
    const job = await app.job(owner, { title: 'Tea Sender' })
    for (const address of [
      `/embed?step=apply&roleId=${job.id}&token=${await app.grant('pressed@example.com', job)}`,
      `/application?${new URLSearchParams({
        email: 'pressed-page@example.com',
        roleId: job.id,
        roleTitle: job.title,
        token: await app.grant('pressed-page@example.com', job),
      })}`,
    ]) {
      const page = await newPage()
      const script = await withoutScript(page)
      let posts = 0
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (request.method() === 'POST' && !pathname.startsWith('/api/')) posts += 1
      })
      await page.goto(app.url + address)
      await page.getByLabel('First Name').fill('Maya')
      await page.getByLabel('Last Name').fill('Okafor')
      await page.getByLabel('CV', { exact: true }).setInputFiles(cv)
      await page.getByRole('button', { name: 'Submit Application' }).dblclick()
      await expect(page.getByRole('button', { name: 'Submit Application' })).toHaveAttribute(
        'aria-busy',
        'true',
      )
      expect(posts).toBe(0)
      const draft = 'storehand-draft'
      await page.evaluate((key) => localStorage.setItem(key, '{}'), draft)
      script.answer()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
      expect(posts).toBe(1)
      expect(await page.evaluate((key) => localStorage.getItem(key), draft)).toBeNull()
      await page.close()
    }
    const { rows } = await app.deps.db.pool.query(
      `select email, original_name from applicants left join cv_files on applicant_id = applicants.id
       where email in ('pressed@example.com', 'pressed-page@example.com') order by email`,
    )
    expect(rows).toEqual([
      { email: 'pressed-page@example.com', original_name: cv.name },
      { email: 'pressed@example.com', original_name: cv.name },
    ])
  })
})
