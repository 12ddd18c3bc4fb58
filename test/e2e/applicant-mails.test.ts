// Mails to applicants, from the widget's form to the mailbox: an application is confirmed, two are rejected, one
// rejection is undone in time.
import { afterAll, beforeAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { beSignedIn, expect, newPage, WIDE } from '../browser/browser.ts'
import { pdf } from '../input/files.ts'
import { startSmtp } from '../servers/smtp.ts'
import { sendMails } from '../work.ts'

const smtp = await startSmtp()
afterAll(() => smtp.close())
const app = await openApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'jobs@storehand.example' } })
const owner = await app.owner('Tiny Tea Shop')
const page = await newPage(WIDE)

beforeAll(async () => {
  await beSignedIn(page, owner)
})

const subjectOf = (raw: string) => /^subject: (.*(?:\r?\n[ \t].*)*)/im.exec(raw)?.[1] ?? ''
const rejectionsTo = (email: string) =>
  smtp.received.filter(
    ({ to, raw }) =>
      to.includes(email) &&
      /not to take your\s+application\s+further/.test(raw.replace(/=\r?\n/g, '')),
  )

/** By the code in the mail, as a visitor of the store does it. */
async function apply(firstName: string, email: string, roleId: string): Promise<void> {
  const visitor = app.visitor()
  const sent = await visitor.fetch(`/embed?step=email&roleId=${roleId}`, {
    method: 'POST',
    body: new URLSearchParams({ roleId, consent: 'yes', email }),
    headers: { accept: 'application/json' },
  })
  const { view } = (await sent.json()) as { view: { verification: string } }
  const { code } = await smtp.mailTo(email)
  const verified = await visitor.fetch(`/embed?step=sent&roleId=${roleId}`, {
    method: 'POST',
    body: new URLSearchParams({ v: view.verification, code }),
    headers: { accept: 'application/json' },
  })
  const { token } = ((await verified.json()) as { view: { token: string } }).view
  const cvFile = new File([pdf], `${firstName}.pdf`)
  const form = { token, firstName, lastName: 'Okafor', cvFile }
  expect((await visitor.form('/api/applications', form)).status).toBe(201)
}

// shows: 7-61
test('an arrival is confirmed; of two rejected with email one is taken back, and only the other is told', async () => {
  const job = await app.job(owner, { title: 'Packing Lead' })
  await apply('Maya', 'maya@example.com', job.id)
  await apply('Jon', 'jon@example.com', job.id)
  for (const email of ['maya@example.com', 'jon@example.com']) {
    await expect
      .poll(() => subjectOf(smtp.received.findLast(({ to }) => to.includes(email))?.raw ?? ''))
      .toBe('We have your application for Packing Lead')
  }

  await page.goto(`${app.url}/admin/applicants`)
  await page.getByRole('checkbox', { name: 'Select Maya Okafor' }).check()
  await page.getByRole('checkbox', { name: 'Select Jon Okafor' }).check()
  await page.getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 applicants?' })
  const box = dialog.getByRole('checkbox', { name: 'Send rejection email' })
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(dialog.getByText(/^2 people get an email in ten minutes/)).toBeVisible()
  await expect(
    dialog
      .frameLocator('iframe[title="Preview of the email"]')
      .getByText('We have decided not to take your application further.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('main').getByText(/^2 emails go out at \d\d:\d\d\./)).toBeVisible()

  await page.getByRole('tab', { name: 'Rejected (2)' }).click()
  await page.getByRole('button', { name: 'View profile of Maya Okafor' }).click()
  const panel = page.getByRole('dialog', { name: 'Maya Okafor' })
  await expect(panel.getByText(/^Rejection email goes out at \d\d:\d\d\.$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel the email' }).click()
  await expect(panel.getByText('No email sent about Rejected yet.')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^1 email goes out at \d\d:\d\d\./)).toBeVisible()

  expect(rejectionsTo('jon@example.com')).toEqual([])
  app.clock.move(601)
  await sendMails(app.deps)
  expect(rejectionsTo('jon@example.com')).toHaveLength(1)
  await sendMails(app.deps)
  await page.reload()
  await expect(page.getByRole('main').getByText(/go(es)? out at/)).toHaveCount(0)
  expect(rejectionsTo('jon@example.com')).toHaveLength(1)
  expect(rejectionsTo('maya@example.com')).toEqual([])
  await expect(panel.getByText(/Rejection email cancelled/)).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'View profile of Jon Okafor' }).click()
  const jon = page.getByRole('dialog', { name: 'Jon Okafor' })
  await expect(jon.getByText(/^Rejection email sent, /)).toBeVisible()
  await jon.getByRole('button', { name: 'Close' }).click()
})

// shows: 7-77
test('one is rejected in words of this one time, taken back by Undo, and written to', async () => {
  // What can be undone is told by the database's own time.
  app.clock.move(-601)
  await page.goto(`${app.url}/admin/applicants?tab=rejected`)
  await page.getByRole('button', { name: 'Rejected, change status of Maya Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Move to Reviewing' }).click()
  await expect(page.getByText('Maya Okafor · Reviewing')).toBeVisible()
  await page.getByRole('tab', { name: 'Reviewing (1)' }).click()
  await page.getByRole('button', { name: 'View profile of Maya Okafor' }).focus()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject Maya Okafor?' })
  await expect(dialog.getByRole('button', { name: 'Reject', exact: true })).toBeFocused()
  await dialog.getByRole('checkbox', { name: 'Send rejection email' }).check()
  await dialog.getByRole('button', { name: 'Change the words this time' }).click()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Dear {first_name}, not this time.')
  await expect(
    dialog
      .frameLocator('iframe[title="Preview of the email"]')
      .getByText('Dear Maya, not this time.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText(/^Maya Okafor · 1 email goes out at \d\d:\d\d\.$/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('main').getByText(/go(es)? out at/)).toHaveCount(0)

  // The quick way tells nobody.
  await page.getByRole('button', { name: 'View profile of Maya Okafor' }).focus()
  await page.keyboard.press('r')
  await expect(dialog.getByRole('button', { name: 'Reject', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Applicant has been rejected').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Rejected (2)' }).click()
  await page.getByRole('button', { name: 'View profile of Maya Okafor' }).click()
  const panel = page.getByRole('dialog', { name: 'Maya Okafor' })
  await panel.getByRole('region', { name: 'Contact Information' }).waitFor()
  await page.keyboard.press('e')
  const writing = page.getByRole('dialog', { name: 'Write to Maya Okafor' })
  await writing.getByRole('combobox', { name: 'Begin with' }).click()
  await page.getByRole('option', { name: 'A question' }).click()
  await writing
    .getByRole('textbox', { name: 'Text' })
    .fill('Hello {first_name}, are you free in May?')
  await writing.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message to Maya Okafor is on its way.')).toBeVisible()
  await expect
    .poll(() =>
      smtp.received.some(
        ({ to, raw }) => to.includes('maya@example.com') && /are you free in May/.test(raw),
      ),
    )
    .toBe(true)
  const timeline = panel.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText(/Message sent$/)).toBeVisible()
  await timeline.getByText('A question about your application at Tiny Tea Shop').click()
  await expect(timeline.getByText('Hello Maya, are you free in May?')).toBeVisible()
})

// shows: 7-66
test('an owner writes the words, is told what cannot be filled in, and sees the mail as it will be', async () => {
  await app.confirm(owner)
  await page.goto(`${app.url}/admin/settings/emails`)
  await page.getByRole('button', { name: 'Edit email about Hired' }).click()
  const dialog = page.getByRole('dialog', { name: 'Email about Hired' })
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.fill('Hello {name}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/^\{name\} cannot be filled in\. Use \{first_name\}/)).toBeVisible()
  await text.fill('Welcome, {first_name}! Your desk <b>waits</b>.')
  // What the frame is given; another frame, with another text, may be on its way out while it opens.
  await expect(dialog.getByTitle('Preview of the email')).toHaveAttribute(
    'srcdoc',
    /Welcome, Maya! Your desk &lt;b&gt;waits&lt;\/b&gt;\./,
  )
  await dialog.getByRole('button', { name: 'Send test mail to me' }).click()
  await expect(page.getByText(`Test mail sent to ${owner.email}.`)).toBeVisible()
  // Beside the one of sign-up, which asks for the proof of the address.
  await expect
    .poll(() =>
      smtp.received.some(({ to, raw }) => to.includes(owner.email) && /Welcome, Maya!/.test(raw)),
    )
    .toBe(true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Hired · your own words')).toBeVisible()
})
