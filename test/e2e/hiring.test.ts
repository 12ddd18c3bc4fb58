// A shop with many applicants: the list is filtered, sorted, selected, moved and undone; the board is used by keys
// alone.
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { beforeAll, test } from 'vitest'
import type { ApplicantCounts } from '#domain/applicants/applicants.ts'
import { openApp } from '../app.ts'
import { expect, openAs } from '../browser/browser.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

beforeAll(async () => {
  const job = await app.job(owner, { title: 'Packing Lead' })
  const names = [
    'Zoë Adams',
    'Ángel Ruiz',
    'Björk Grant',
    'Maya Okafor',
    'Jon Bell',
    'Ada Lindqvist',
  ]
  await app.deps.db.pool.query(
    `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name,
       is_existing_customer, status, created_at)
     select $1, 'p' || n || '@example.com', $2, $2, 'Packing Lead', split_part(name, ' ', 1), split_part(name, ' ', 2),
       n <= 4, case when n = 6 then 'reviewing' else 'applied' end, now() - make_interval(hours => n::int)
     from unnest($3::text[]) with ordinality as people (name, n)`,
    [owner.organization.id, job.id, names],
  )
})

const names = (page: Page) =>
  page.getByRole('button', { name: /^View profile of/ }).allTextContents()

const appliedByServer = async () =>
  (await owner.call<ApplicantCounts>('/api/applicants/counts')).body.applied

// shows: 2-91
test('a list is narrowed, sorted, selected, moved together and taken back', async () => {
  const page = await openAs(owner, '/admin/applicants')
  await expect(page.getByRole('tab', { name: 'Applied (5)' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer Status' }).click()
  await page.getByRole('option', { name: 'Customer', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Applied (4)' })).toBeVisible()

  const head = page.getByRole('columnheader', { name: 'Applicant' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect
    .poll(() => names(page))
    .toEqual(['Ángel Ruiz', 'Björk Grant', 'Maya Okafor', 'Zoë Adams'])
  expect(new URL(page.url()).search).toBe('?customer=customer&sort=name')
  await page.reload()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')

  // One, and with Shift the two below it.
  await page.getByRole('checkbox', { name: 'Select Ángel Ruiz' }).click()
  await page.getByRole('checkbox', { name: 'Select Maya Okafor' }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: '3 selected' })
  await expect(bar).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '3 applicants selected' })).toHaveCount(1)

  const [table] = await Promise.all([
    page.waitForEvent('download'),
    bar
      .getByRole('button', { name: 'Export' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Export CSV' }).click()),
  ])
  expect(table.suggestedFilename()).toBe('applicants.csv')
  const csv = parse(await text(await table.createReadStream()), { bom: true })
  expect(csv[0]?.slice(0, 3)).toEqual(['First Name', 'Last Name', 'Email'])
  expect(csv.slice(1).map((cells) => cells.slice(0, 3).join(' '))).toEqual([
    'Ángel Ruiz p2@example.com',
    'Björk Grant p3@example.com',
    'Maya Okafor p4@example.com',
  ])

  await bar.getByRole('button', { name: 'Move to' }).click()
  await page.getByRole('menuitem', { name: 'Reviewing' }).click()
  await expect(page.getByText('3 applicants moved to Reviewing.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Applied (1)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Reviewing (3)' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Applied (4)' })).toBeVisible()
  await expect.poll(() => names(page)).toHaveLength(4)

  // Rejecting asks first, and looks like no system error.
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 4 applicants?' })
  // Where Enter rejects nobody.
  await expect(dialog.getByRole('checkbox', { name: 'Send rejection email' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Rejected (4)' })).toBeVisible()
  await page.getByText('4 applicants rejected.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('tab', { name: 'Applied (4)' })).toBeVisible()
  // Shown before the server has it: a page that closes at once could break it off.
  await expect.poll(appliedByServer).toBe(5)
  await page.close()
})

// shows: 2-93
test('the board is worked by keys alone, and says each move', async () => {
  const page = await openAs(owner, '/admin/applicants')
  await expect(page.getByRole('tab', { name: /^Applied/ })).toHaveAccessibleName('Applied (5)')
  await page.keyboard.press('b')
  await expect(page.getByRole('region', { name: 'Reviewing, 1' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?view=board')
  const announcement = (text: string) => page.getByRole('status').filter({ hasText: text })
  const card = page.getByRole('button', { name: 'View profile of Jon Bell' })
  await card.focus()
  await page.keyboard.press('Space')
  await expect(announcement('Jon Bell picked up from Applied.')).toHaveCount(1)
  await expect(page.getByRole('region', { name: /^Interviewed/ })).toContainText('Review first')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(announcement('Jon Bell stays in Applied.')).toHaveCount(1)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(announcement('Jon Bell moved to Reviewing, 1 of 2.')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Reviewing, 2' })).toContainText('Jon Bell')
  await expect(card).toBeFocused()

  // The same without lifting anything, by menu and by pointer.
  await page.getByRole('button', { name: 'Move Jon Bell' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Move to Interviewed', 'Move to Applied'])
  await page.getByRole('menuitem', { name: 'Move to Interviewed' }).click()
  await expect(page.getByRole('region', { name: 'Interviewed, 1' })).toContainText('Jon Bell')
  await page
    .getByRole('region', { name: /^Reviewing/ })
    .getByRole('listitem')
    .filter({ hasText: 'Ada Lindqvist' })
    .dragTo(page.getByRole('region', { name: /^Interviewed/ }))
  await expect(page.getByRole('region', { name: 'Interviewed, 2' })).toContainText('Ada Lindqvist')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Interviewed, 2' })).toBeVisible()
  // A drop is a rejection like any other: asked first, about the mail too.
  const rejected = page.getByRole('region', { name: /^Rejected/ })
  const interviewed = page.getByRole('region', { name: 'Interviewed, 2' })
  await interviewed.getByRole('listitem').filter({ hasText: 'Ada Lindqvist' }).dragTo(rejected)
  const asked = page.getByRole('dialog', { name: 'Reject Ada Lindqvist?' })
  await expect(asked.getByRole('checkbox', { name: 'Send rejection email' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Interviewed, 2' })).toContainText('Ada Lindqvist')
  await page.close()
})
