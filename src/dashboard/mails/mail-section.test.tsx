// Emails to applicants in the settings: owners' changes, refusals, and the read-only view for staff.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mailedStatuses } from '#domain/applicants/applicant-mails.ts'
import { defaultText, type MailTemplatesView } from '#domain/mails/mail-templates.ts'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { answer, owner, refuse, showDashboard, type Server } from '#test/screens/dashboard.tsx'

const view: MailTemplatesView = {
  confirmation_mails: true,
  mail_reply_to: null,
  templates: mailedStatuses.map((status) => ({
    ...defaultText(status),
    status,
    is_default: status !== 'hired',
  })),
}
const mail = { subject: 'News', html: '<p>Hello Maya</p>', text: 'Hello Maya' }
const staff: SessionView = {
  ...owner,
  profile: owner.profile && { ...owner.profile, role: 'staff' },
}
const show = (server: Server = {}, session = owner) =>
  showDashboard(
    '/admin/settings/emails',
    {
      'GET /api/mail-templates': answer(view),
      'POST /api/mail-templates/preview': answer(mail),
      ...server,
    },
    session,
  )

// shows: 7-67
it('an owner switches confirmations off and says where answers go', async () => {
  const { requests } = show({ 'PATCH /api/mail-templates': answer(view) })
  fireEvent.click(await screen.findByRole('switch', { name: 'Confirmation' }))
  fireEvent.change(screen.getByLabelText('Send replies to'), {
    target: { value: 'jobs@tinytea.example' },
  })
  fireEvent.blur(screen.getByLabelText('Send replies to'))
  await waitFor(() =>
    expect(requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { confirmation_mails: false },
      { mail_reply_to: 'jobs@tinytea.example' },
    ]),
  )
})

it('a text is shown as it will look; what is refused stays typed, with the reason', async () => {
  const { requests } = show({
    'PUT /api/mail-templates/rejected': refuse('application.invalid', 400, {
      body: '{name} cannot be filled in.',
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit email about Rejected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Email about Rejected' })
  expect(await within(dialog).findByTitle('Preview of the email')).toHaveProperty(
    'srcdoc',
    mail.html,
  )
  const text = within(dialog).getByRole('textbox', { name: 'Text' })
  fireEvent.change(text, { target: { value: 'Hello {name}' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('{name} cannot be filled in.')).toBeTruthy()
  expect(text).toHaveProperty('value', 'Hello {name}')
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    subject: 'An update on your application at {organization}',
    body: 'Hello {name}',
  })
})

it('a test goes to oneself, and own words can be given up', async () => {
  show({
    'POST /api/mail-templates/hired/test': answer({ email: 'ana@tinytea.example' }),
    'DELETE /api/mail-templates/hired': answer(view),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit email about Hired' }))
  const dialog = await screen.findByRole('dialog', { name: 'Email about Hired' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send test mail to me' }))
  expect(await screen.findByText('Test mail sent to ana@tinytea.example.')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use the original text' }))
  expect(await screen.findByText('This email has its original text again.')).toBeTruthy()
})

it('asks before typed words are given up by Escape', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit email about Hired' }))
  const dialog = await screen.findByRole('dialog', { name: 'Email about Hired' })
  const text = within(dialog).getByRole('textbox', { name: 'Text' })
  fireEvent.change(text, { target: { value: 'Welcome aboard' } })
  fireEvent.keyDown(text, { key: 'Escape' })
  const question = await screen.findByRole('alertdialog', { name: 'Discard your text?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(text).toHaveProperty('value', 'Welcome aboard')
  fireEvent.keyDown(text, { key: 'Escape' })
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('staff read the words and change nothing', async () => {
  show({}, staff)
  fireEvent.click(await screen.findByRole('button', { name: 'Read email about Rejected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Email about Rejected' })
  expect(within(dialog).getByRole('textbox', { name: 'Text' })).toHaveProperty('readOnly', true)
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('switch', { name: 'Confirmation' })).toBeNull()
})
