// A profile in a real browser: notes that a colleague receives live, the timeline, and the two kinds of deletion, by
// keyboard alone.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, openAs } from '../browser/browser.ts'
import { pdfWith } from '../input/cv-files.ts'
import { pdf } from '../input/files.ts'

const app = await openApp()
const owner = await app.owner()
const staff = await app.staff(owner)
const job = await app.job(owner)

async function apply(firstName: string, to = job, cv: Buffer<ArrayBuffer> = pdf): Promise<string> {
  const token = await app.grant(`${firstName.toLowerCase()}@example.com`, to)
  const sent = await app.visitor().form('/api/applications', {
    token,
    firstName,
    lastName: 'Okafor',
    coverLetter: `I am ${firstName}`,
    cvFile: new File([cv], `${firstName}.pdf`),
  })
  return ((await sent.json()) as { id: string }).id
}

const panelOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** How many rows of any table, and how many files, still tell of this person. */
async function traces(word: string): Promise<string[]> {
  const { rows } = await app.deps.db.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await app.deps.db.pool.query(
      `select from ${name} t where strpos(lower(to_jsonb(t)::text), $1) > 0`,
      [word],
    )
    if (rowCount) found.push(name)
  }
  return found
}
const files = async () => (await readdir(path.join(app.dataDir, 'files/cvs'))).length

// shows: 4-14
test('a note arrives at a colleague, stands in the timeline, and goes with the person', async () => {
  const second = await app.job(owner, { title: 'Packing Lead' })
  const id = await apply('Wagtail')
  await apply('Wagtail', second)
  const before = await files()
  const page = await openAs(owner, `/admin/applicants?applicant=${id}`)
  const colleague = await openAs(staff, `/admin/applicants?applicant=${id}`)
  const complaints: string[] = []
  for (const one of [page, colleague])
    one.on('pageerror', ({ message }) => complaints.push(message))
  const panel = panelOf(page, 'Wagtail Okafor')
  const theirs = panelOf(colleague, 'Wagtail Okafor')
  await expect(theirs.getByRole('region', { name: 'Application Details' })).toBeVisible()
  // Where no store can be connected, nothing is said of customers.
  await expect(panel.getByRole('region', { name: 'Customer Information' })).toHaveCount(0)

  await page.keyboard.press('n')
  await expect(panel.getByLabel('Write a note for the team')).toBeFocused()
  await page.keyboard.type('Knows wagtail bikes')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByText('Knows wagtail bikes')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Notes 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Move to Reviewing' }).click()
  await expect(theirs.getByText('Ana Silva moved this applicant to Reviewing.')).toBeVisible()
  // Both have the CV before their eyes, whenever it came there.
  const acts = theirs.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(acts.filter({ hasNotText: 'Opened the CV' })).toHaveText([
    /Ana Silva · Applied to Reviewing/,
    /Ana Silva · Wrote a note/,
    /Confirmation email/,
    /Applied for Weekend Sales Assistant/,
  ])

  await expect(panel.getByRole('region', { name: 'Other applications' })).toContainText(
    'Packing Lead',
  )
  await panel.getByRole('button', { name: 'Remove Data' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Data' })
  await expect(question).toContainText('2 applications')
  await question.getByRole('button', { name: 'Remove Data' }).click()
  await expect(page.getByText('Data Removal Successful')).toBeVisible()
  await expect(panel).toHaveCount(0)
  await expect(colleague.getByText('This applicant no longer exists.')).toBeVisible()
  await expect(colleague.getByText('Knows wagtail bikes')).toHaveCount(0)
  expect(await traces('wagtail')).toEqual([])
  expect(await files()).toBe(before - 2)
  expect(complaints).toEqual([])
  await Promise.all([page.close(), colleague.close()])
})

// shows: 7-75
test('what one marks the other sees; two are compared by keys, and paper shows the person alone', async () => {
  const cv = await pdfWith(['Seven years at the counter'])
  const id = await apply('Plover', job, cv)
  await apply('Dunlin')
  await app.cvsChecked()
  const page = await openAs(owner, '/admin/applicants')
  const colleague = await openAs(staff, '/admin/applicants')
  const name = (on: Page, first: string) =>
    on.getByRole('button', { name: `View profile of ${first} Okafor` })
  const row = (on: Page, first: string) => on.getByRole('row', { name: new RegExp(first) })
  await name(colleague, 'Dunlin').waitFor()

  await name(page, 'Plover').focus()
  await page.keyboard.press('f')
  await expect(row(colleague, 'Plover').getByRole('img', { name: 'Starred' })).toBeVisible()
  await page.keyboard.press('Enter')
  const panel = panelOf(page, 'Plover Okafor')
  await panel.getByRole('button', { name: 'Add tag' }).click()
  await page.keyboard.type('Knows the till')
  await page.keyboard.press('Enter')
  await expect(row(colleague, 'Plover')).toContainText('Knows the till')
  await colleague.getByRole('button', { name: 'Starred' }).click()
  await expect(name(colleague, 'Dunlin')).toHaveCount(0)
  expect(new URL(colleague.url()).search).toBe('?star=starred')
  await colleague.goto(`${app.url}/admin/applicants?tag=KNOWS+the+till`)
  await expect(name(colleague, 'Plover')).toBeVisible()
  await expect(name(colleague, 'Dunlin')).toHaveCount(0)
  await expect(colleague.getByRole('combobox', { name: 'Tag' })).toContainText('Knows the till')

  // On paper: the person, without the app around them and without its buttons.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-was-printed', '')
  })
  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await page.locator('body[data-was-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const words of ['Weekend Sales Assistant', 'plover@example.com', 'I am Plover']) {
    await expect(panel.getByText(words).first()).toBeVisible()
  }
  await expect(panel.locator('[data-cv-text]')).toHaveText('Seven years at the counter')
  await expect(panel.getByText('Applied', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(name(page, 'Dunlin')).toBeHidden()
  await page.emulateMedia({ media: null })

  // The field for a new tag closes first, then the profile around it.
  await panel.getByRole('textbox', { name: 'New tag' }).press('Escape')
  await expect(panel.getByRole('button', { name: 'Add tag' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(name(page, 'Plover')).toBeFocused()
  await page.keyboard.press('x')
  await name(page, 'Dunlin').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('m')
  const one = page.getByRole('article', { name: 'Plover Okafor' })
  const other = page.getByRole('article', { name: 'Dunlin Okafor' })
  await expect(one.getByText('I am Plover')).toBeVisible()
  await expect(other.getByText('I am Dunlin')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('compare')).toContain(id)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(one.or(other)).toHaveCount(1)
  await page
    .getByRole('group', { name: 'Who is shown' })
    .getByRole('button', { pressed: false })
    .click()
  await expect(one.or(other)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(name(page, 'Dunlin')).toBeVisible()
  await page.close()
  await colleague.close()
})

test('deleting by the keyboard alone: asked first, with the way back under the finger', async () => {
  await apply('Siskin')
  await apply('Linnet')
  const page = await openAs(staff, '/admin/applicants')
  await page.getByRole('button', { name: 'View profile of Linnet Okafor' }).focus()
  await page.keyboard.press('Enter')
  const panel = panelOf(page, 'Linnet Okafor')
  await expect(panel.getByRole('region', { name: 'CV' })).toBeVisible()
  await page.keyboard.press(']')
  const next = panelOf(page, 'Siskin Okafor')
  await expect(next.getByRole('region', { name: 'CV' })).toBeVisible()
  await page.keyboard.press('[')
  await expect(panel.getByRole('region', { name: 'CV' })).toBeVisible()

  const ask = async () => {
    await panel.getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Print' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }),
    ).toBeFocused()
  }
  await ask()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await ask()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Applicant deleted successfully')).toBeVisible()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'View profile of Siskin Okafor' })).toBeFocused()
  expect(await traces('linnet')).toEqual([])
  await page.close()
})
