// Two people at the same thing: the second is told what the first did, and loses nothing.
import { test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, openAs } from '../browser/browser.ts'
import { insertApplication } from '../rows.ts'

const app = await openApp()

// shows: 2-94
test('of two people who move one applicant the second is told', async () => {
  const owner = await app.owner()
  const job = await app.job(owner)
  const organization = owner.organization
  await insertApplication(app.deps.db.queries, { organization, job }, 'maya@example.com')
  const page = await openAs(owner, '/admin/applicants?tab=all&q=Maya')
  const status = page.getByRole('button', { name: 'Applied, change status of Maya Okafor' })
  await status.waitFor()
  // Nobody tells this screen: its line is down.
  await page.route('**/api/live*', (route) => route.abort())
  await app.deps.db.pool.query(
    `update applicants set status = 'hired' where organization_id = $1`,
    [organization.id],
  )
  await status.click()
  await page.getByRole('menuitem', { name: 'Move to Reviewing' }).click()
  await expect(page.getByText('Failed to update applicant status.')).toBeVisible()
  await expect(
    page.getByText('Maya Okafor is Hired now. Your change to Reviewing was not saved.'),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Hired, change status of Maya Okafor' }),
  ).toBeVisible()
  await page.close()
})

// shows: 2-86
test('two people on one job: the second is told, and a deleted job leaves its text', async () => {
  const owner = await app.owner()
  const job = await app.job(owner)
  const staff = await app.staff(owner)
  const page = await openAs(owner, `/admin/jobs?job=${job.id}`)
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

test('a screen notices within seconds what another server process decided', async () => {
  const owner = await app.owner('Twin Servers')
  const member = await app.staff(owner)
  const page = await openAs(member, '/admin/jobs')
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await app.deps.db.pool.query(
    'update profiles set organization_id = null, is_approved = false where id = $1',
    [member.userId],
  )
  await expect(page.getByText('You are no longer part of Twin Servers.')).toBeVisible()
  await expect(page.getByText('You are not part of an organization yet.').first()).toBeVisible()
  await page.context().close()
})
