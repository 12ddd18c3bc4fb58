// A person with one name applies: the box hides the second field, with and without scripts.
import { test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'

const app = await openApp()
const owner = await app.owner()
const job = await app.job(owner)

test.each([true, false])('with scripts: %s', async (javaScriptEnabled) => {
  const email = `suharto-${javaScriptEnabled}@example.com`
  const token = await app.grant(email, job)
  for (const width of [360, 900]) {
    const page = await newPage({ javaScriptEnabled, viewport: { width, height: 900 } })
    await page.goto(`${app.url}/embed?step=apply&roleId=${job.id}&token=${token}`)
    await expect(page.getByLabel('Last Name')).toBeVisible()
    await page.getByLabel('I have only one name').check()
    await expect(page.getByLabel('Last Name')).toBeHidden()
    await page.getByLabel('First Name').fill('Suharto')
    if (width === 900) {
      await page.getByRole('button', { name: 'Submit Application' }).click()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    }
    await page.context().close()
  }
  const { rows } = await app.deps.db.pool.query(
    'select first_name, last_name from applicants where email = $1',
    [email],
  )
  expect(rows).toEqual([{ first_name: 'Suharto', last_name: '' }])
})
