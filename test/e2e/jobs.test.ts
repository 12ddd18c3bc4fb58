// The jobs section, used by an owner in a browser: a generated description, a copy, closing, deleting, and two editors
// at once.
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { watchSettling } from '../browser/settled.ts'
import { startFakeAi, written, type FakeAi } from '../servers/fake-ai.ts'

let ai: FakeAi
let app: TestApp
let owner: Member

beforeAll(async () => {
  ai = await startFakeAi()
  app = await createTestApp({ env: { AI_BASE_URL: ai.url, AI_MODEL: 'small' } })
})
beforeEach(async () => {
  owner = await app.owner('Tiny Tea Shop')
})
afterAll(async () => {
  await app.close()
  await ai.close()
})

async function open(path: string, who = owner): Promise<Page> {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = who.cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: app.url }])
  await page.goto(app.url + path)
  return page
}
const inWidget = async (title: string): Promise<boolean> => {
  const answer = await app.visitor().fetch(`/embed?org=${owner.organization.slug}`)
  return (await answer.text()).includes(title)
}
const act = async (page: Page, title: string, action: string) => {
  await page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

// shows: 2-17, 2-83
test('from a written description over a copy to a deleted job', async () => {
  const page = await open('/admin/jobs')
  await page.getByRole('button', { name: 'Create Job Post' }).click()
  const editor = page.getByRole('dialog', { name: 'Create Job Post' })
  const field = (name: string) => editor.getByRole('textbox', { name })
  const generate = editor.getByRole('button', { name: 'Generate description' })

  await generate.click()
  await expect(
    editor.getByText('Please enter a job title before generating description'),
  ).toBeVisible()
  await field('Job Title').fill('Tea Taster')
  await field('Description').fill('My own words.')
  await field('What must they know or be good at?').fill('Patience, a fine tongue')

  // It grows in sight and is stopped: the own words stay.
  ai.answers.push({ text: JSON.stringify(written), pace: 60, isDelayed: true })
  await generate.click()
  await expect(editor.getByRole('group', { name: 'Text so far' })).toContainText('You look')
  await editor.getByRole('button', { name: 'Stop' }).click()
  await expect(editor.getByText('Stopped. Your text is unchanged.')).toBeVisible()
  await expect(field('Description')).toHaveValue('My own words.')
  await expect.poll(() => ai.questions.at(-1)?.isAbandoned).toBe(true)

  // A server that fails costs nothing either.
  ai.answers.push({ status: 500 })
  await generate.click()
  await expect(editor.getByRole('alert')).toContainText('Failed to generate job description.')
  await expect(field('Description')).toHaveValue('My own words.')

  // Whole, it goes into the form; once out and in again.
  await editor.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Job description generated!')).toBeVisible()
  await expect(field('Description')).toHaveValue(written.fullDescription)
  await expect(field('Benefits')).toHaveValue(written.benefits.join('\n'))
  await editor.getByRole('button', { name: 'Undo' }).click()
  await expect(field('Description')).toHaveValue('My own words.')
  await editor.getByRole('button', { name: 'Redo' }).click()
  const preview = editor.getByRole('complementary', { name: 'Preview as in the widget' })
  await expect(preview).toContainText(written.requiredQualifications[0]!)
  await editor.getByRole('button', { name: 'Create Job Post' }).click()
  await expect(page.getByText('Job post created!')).toBeVisible()
  await expect(page.getByRole('row', { name: /Tea Taster/ })).toContainText('Active')
  await expect(page.getByRole('row', { name: /Tea Taster/ })).toContainText('shown as ‘Remote’')
  await expect.poll(() => inWidget('Tea Taster')).toBe(true)

  // What follows: the link, and behind it the whole job as an applicant's phone shows it.
  const share = page.getByRole('region', { name: 'Share Tea Taster' })
  await expect(share).toBeInViewport()
  await expect(share.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const link = (await share.getByRole('link').getAttribute('href')) ?? ''
  const phone = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await phone.goto(link)
  await expect(phone.getByRole('banner')).toHaveText('Tiny Tea Shop')
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Tea Taster')
  for (const words of [...written.requiredQualifications, ...written.benefits]) {
    await expect(phone.getByText(words, { exact: true })).toBeAttached()
  }
  const apply = phone.getByRole('link', { name: 'Apply Now' })
  await expect(apply).toBeInViewport({ ratio: 1 })
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await apply.tap()
  await expect(phone.getByRole('dialog', { name: 'Data Processing Consent' })).toContainText(
    'To process your application for Tea Taster, we need to:',
  )
  await share.getByRole('button', { name: 'Close' }).click()
  await expect(share).toHaveCount(0)

  await act(page, 'Tea Taster', 'Duplicate')
  await expect(field('Job Title')).toHaveValue('Tea Taster (copy)')
  await expect(editor.getByRole('switch', { name: 'Active' })).not.toBeChecked()
  await editor.getByRole('button', { name: 'Create Job Post' }).click()
  await expect(page.getByRole('row', { name: /Tea Taster \(copy\)/ })).toContainText('Inactive')
  expect(await inWidget('(copy)')).toBe(false)

  await act(page, 'Tea Taster', 'Deactivate')
  await expect(page.getByText('Job post deactivated.')).toBeVisible()
  await expect.poll(() => inWidget('Tea Taster')).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inWidget('Tea Taster')).toBe(true)

  await act(page, 'Tea Taster', 'Deactivate')
  await expect.poll(() => inWidget('Tea Taster')).toBe(false)
  // A poster still hangs: its code leads to what else is open.
  expect((await phone.goto(link))?.status()).toBe(410)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(
    'This position is no longer open.',
  )
  await phone.close()

  await page.getByRole('button', { name: 'Delete Tea Taster', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete "Tea Taster"? This action cannot be undone.',
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Job post deleted successfully.')).toBeVisible()
  await expect.poll(() => inWidget('Tea Taster')).toBe(false)
  await page.close()
})

// shows: 2-86
test('two people on one job: the second is told, and a deleted job leaves its text', async () => {
  const job = await app.job(owner)
  const staff = await app.staff(owner)
  const page = await open(`/admin/jobs?job=${job.id}`)
  const editor = page.getByRole('dialog', { name: 'Edit Job Post' })
  await editor.getByRole('textbox', { name: 'Location' }).fill('Bath')
  // Behind the dialog nothing is reachable, but the line is there.
  const line = page.getByRole('status', { includeHidden: true })
  await expect(line.filter({ hasText: 'Live' })).toBeAttached()
  await staff.call(`/api/jobs/${job.id}`, {
    method: 'PATCH',
    body: { location: 'York', title: 'By somebody else' },
  })
  const notice = editor.getByRole('alert')
  await expect(notice).toContainText('Somebody else saved this job post in the meantime.')
  await expect(notice).toBeInViewport()
  await expect(editor.getByRole('textbox', { name: 'Job Title' })).toHaveValue('By somebody else')
  await expect(editor.getByRole('textbox', { name: 'Location' })).toHaveValue('Bath')

  await staff.call(`/api/jobs/${job.id}`, { method: 'DELETE' })
  await expect(editor.getByText('This job post no longer exists.')).toBeVisible()
  await editor.getByRole('button', { name: 'Save as a new job post' }).click()
  await expect(page.getByText('Job post created!')).toBeVisible()
  await expect(page.getByRole('row', { name: /By somebody else/ })).toContainText('Bath')
  await page.close()
})

test('signs of HTML and script in every field are words everywhere', async () => {
  const bad = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'
  const job = await app.job(owner, {
    title: bad,
    description: bad,
    requirements: `${bad}\n${bad}`,
    benefits: bad,
    location: bad,
    salary_range: bad,
  })
  const page = await open('/admin/jobs')
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
  const page = await open('/admin/jobs')
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
