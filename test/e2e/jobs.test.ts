// The jobs section, used by an owner in a browser: a generated description, a copy, closing, and deleting.
import type { Page } from '@playwright/test'
import { afterAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, newPage, openAs } from '../browser/browser.ts'
import { startFakeAi, written } from '../servers/fake-ai.ts'

const ai = await startFakeAi()
afterAll(() => ai.close())
const app = await openApp({ env: { AI_BASE_URL: ai.url, AI_MODEL: 'small' } })
const owner = await app.owner('Tiny Tea Shop')

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
  const page = await openAs(owner, '/admin/jobs')
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
