// A breach, from its report to the mails to the people concerned: one member reports it, another sees the alert, an
// owner confirms.
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { openApp, type Member } from '../app.ts'
import { expect, openAs } from '../browser/browser.ts'
import { insertApplication, jobValues } from '../rows.ts'
import { startSmtp } from '../servers/smtp.ts'

const smtp = await startSmtp()
afterAll(() => smtp.close())
const app = await openApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'jobs@storehand.example' } })
const owner = await app.owner('Tiny Tea Shop')
const staff = await app.staff(owner)

beforeAll(async () => {
  await app.deps.db.pool.query(
    `update profiles set first_name = 'Jo', last_name = 'Reed' where id = $1`,
    [staff.userId],
  )
  const job = await app.job(owner, jobValues)
  for (const email of ['maya@example.com', 'jon@example.com', 'lea@example.com']) {
    await insertApplication(app.deps.db.queries, { organization: owner.organization, job }, email)
  }
})

/** Anyone who signed up was asked for the proof of an address, which is no notice. */
const notices = () => smtp.received.filter(({ raw }) => raw.includes('Subject: Important: '))

async function open(person: Member, path: string): Promise<Page> {
  const page = await openAs(person, path)
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  return page
}

// shows: 1-3, 4-18, 8-37
test('a breach is reported, seen, taken on, told to the people concerned, and stands in the log', async () => {
  const reporter = await open(staff, '/admin/incidents')
  const decider = await open(owner, '/admin/incidents')
  await expect(decider.getByText('No incidents found in this category.')).toBeVisible()

  await reporter.getByRole('button', { name: 'Create Incident' }).click()
  const dialog = reporter.getByRole('dialog', { name: 'Create Incident' })
  await dialog
    .getByRole('textbox', { name: 'Title' })
    .fill('Order export sent to the wrong supplier')
  await dialog.getByRole('textbox', { name: 'Incident Type' }).fill('Data breach')
  await dialog.getByRole('combobox', { name: 'Severity' }).click()
  await reporter.getByRole('option', { name: 'Critical' }).click()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('It lists names and addresses.')
  await dialog.getByRole('spinbutton', { name: 'Affected Users' }).fill('214')
  await dialog.getByRole('textbox', { name: 'Data Types Affected' }).fill('name, address')
  await dialog.getByRole('button', { name: 'Create Incident' }).click()
  await expect(reporter.getByText('Security incident created successfully')).toBeVisible()

  // The other screen hears it by itself, and the alarm stays until it is closed.
  const alarm = decider.getByRole('listitem').filter({ hasText: 'CRITICAL Security Incident' })
  await expect(alarm).toBeVisible()
  await expect(
    alarm.getByText(/^Notices prepared\. Deadline \d+ \w{3}, \d\d:\d\d\.$/),
  ).toBeVisible()
  await expect(decider.getByRole('tab', { name: 'Open (1)' })).toBeVisible()
  const row = decider.getByRole('row', { name: /Order export/ })
  await expect(row.getByText(/^7[12] of 72 hours left$/)).toBeVisible()
  await alarm.getByRole('button', { name: 'View' }).click()

  const panel = decider.getByRole('dialog', { name: 'Order export sent to the wrong supplier' })
  await panel.getByRole('combobox', { name: 'Assigned to' }).click()
  await decider.getByRole('option', { name: 'Jo Reed' }).click()
  await expect(decider.getByText('Incident assigned successfully')).toBeVisible()
  await panel.getByRole('button', { name: 'Investigate' }).click()
  await expect(decider.getByText('Incident status updated successfully')).toBeVisible()
  await expect(decider.getByRole('tab', { name: 'Investigating (1)' })).toBeVisible()
  await expect(reporter.getByRole('tab', { name: 'Investigating (1)' })).toBeVisible()

  // Drafted, read, changed, and let go by an owner who is told the number.
  await expect(panel.getByText('3 emails wait for an owner')).toBeVisible()
  await panel.getByRole('button', { name: 'Review' }).click()
  const notice = decider.getByRole('dialog', { name: 'Notice to the people affected' })
  await notice.getByRole('textbox', { name: 'What we did' }).fill('The supplier deleted the file.')
  await notice.getByRole('button', { name: 'Save and preview' }).click()
  const preview = decider.frameLocator('iframe[title="Preview of the email"]')
  await expect(preview.getByText('The supplier deleted the file.')).toBeVisible()
  expect(notices()).toEqual([])
  await notice.getByRole('button', { name: 'Send 3 emails' }).click()
  const question = decider.getByRole('alertdialog', { name: 'Send 3 emails?' })
  await expect(question.getByText(/^3 people will be told/)).toBeVisible()
  await question.getByRole('button', { name: 'Send 3 emails' }).click()
  await expect(decider.getByText('3 emails wait to be sent.')).toBeVisible()
  for (const email of ['maya@example.com', 'jon@example.com', 'lea@example.com']) {
    const { raw } = await smtp.mailTo(email)
    expect(raw).toContain('Subject: Important: your data at Tiny Tea Shop')
  }
  await expect(notice.getByText('3 of 3 emails sent')).toBeVisible()
  expect(notices()).toHaveLength(3)
  await notice.getByRole('button', { name: 'Done' }).click()

  await panel.getByRole('button', { name: 'Read draft' }).click()
  const authority = decider.getByRole('dialog', { name: 'Notice to the authority' })
  await authority.getByRole('textbox', { name: 'Reference' }).fill('IC-204')
  await authority.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(panel.getByText('Authority told in time').first()).toBeVisible()

  // All of it stands in the log, whose chain holds; staff are told why they do not see it.
  await decider.getByRole('navigation', { name: 'Data protection' }).getByText('Audit log').click()
  const log = decider.getByRole('table', { name: 'Audit events' })
  for (const sentence of [
    'Jo Reed reported a critical incident',
    'Ana Silva moved an incident from open to investigating',
    'Ana Silva confirmed the breach notices to 3 people',
    'Storehand sent the breach notices (3 sent, 0 failed)',
    'Ana Silva recorded that the authority was told of a breach',
  ]) {
    await expect(log.getByText(sentence)).toBeVisible()
  }
  await decider.getByRole('button', { name: 'Check the log' }).click()
  await expect(decider.getByText(/The chain holds: \d+ rows/)).toBeVisible()
  await reporter.goto(`${app.url}/admin/audit`)
  await expect(
    reporter.getByText('Only owners of the organization can read the audit log.'),
  ).toBeVisible()
  await Promise.all([reporter.context().close(), decider.context().close()])
})
