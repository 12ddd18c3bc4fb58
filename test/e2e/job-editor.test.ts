// The editor of a job by keys alone, and jobs whose every word looks like markup.
import { afterAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, openAs } from '../browser/browser.ts'
import { watchSettling } from '../browser/settled.ts'
import { startFakeAi } from '../servers/fake-ai.ts'

const ai = await startFakeAi()
afterAll(() => ai.close())
const app = await openApp({ env: { AI_BASE_URL: ai.url, AI_MODEL: 'small' } })

test('signs of HTML and script in every field are words everywhere', async () => {
  const owner = await app.owner()
  const bad = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'
  const job = await app.job(owner, {
    title: bad,
    description: bad,
    requirements: `${bad}\n${bad}`,
    benefits: bad,
    location: bad,
    salary_range: bad,
  })
  const page = await openAs(owner, '/admin/jobs')
  await expect(page.getByText(bad).first()).toBeVisible()
  // With everything that a page reads after it was opened: each is a place for such signs.
  const settled = watchSettling(page)
  for (const path of [
    `/admin/jobs?job=${job.id}`,
    '/admin/applicants',
    `/careers/${owner.organization.slug}`,
    `/careers/${owner.organization.slug}/${job.slug}`,
    `/embed?org=${owner.organization.slug}`,
    `/embed?org=${owner.organization.slug}&step=consent&roleId=${job.id}`,
  ]) {
    await page.goto(app.url + path)
    await settled()
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
  }
  await page.close()
})

test('the whole way by keys alone', async () => {
  const page = await openAs(await app.owner(), '/admin/jobs')
  const create = page.getByRole('button', { name: 'Create Job Post' })
  await create.focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Create Job Post' })
  await expect(editor.getByRole('textbox', { name: 'Job Title' })).toBeFocused()
  await page.keyboard.type('Tea Taster')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(editor.getByRole('radio', { name: 'Several places' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(editor.getByRole('textbox', { name: 'Location' })).toHaveValue('Remote')
  // Location, type, level, salary and its figures, skills, context, generate.
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press('Tab')
  await expect(editor.getByRole('button', { name: 'Generate description' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Job description generated!')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(editor.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your text?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await editor.getByRole('button', { name: 'Create Job Post' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Tea Taster/ })).toBeVisible()
  await expect(editor).toBeHidden()
  // The panel that follows stands before the list.
  const share = page.getByRole('region', { name: 'Share Tea Taster' })
  for (const name of ['Copy link', 'Copy code', 'QR code']) {
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab')
        return page.evaluate(() => document.activeElement?.textContent)
      })
      .toBe(name)
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share job post' })
  await expect(dialog.getByRole('textbox', { name: 'Public link' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(share.getByRole('button', { name: 'QR code' })).toBeFocused()
  await page.close()
})
