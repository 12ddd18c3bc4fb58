// The words of applicants' own pages in the settings: what owners change, what is refused, and what staff only read.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { applicantStatuses } from '#domain/applicants/applicants.ts'
import { defaultStatusWords, type PageSettingsView } from '#domain/rights/status-words.ts'
import { answer, owner, refuse, showDashboard, type Server } from '#test/screens/dashboard.tsx'

const words = applicantStatuses.map((status) => [
  status,
  status === 'hired'
    ? { text: 'Welcome!', is_default: false }
    : { text: defaultStatusWords(status), is_default: true },
])
const view: PageSettingsView = {
  shows_opened: false,
  words: Object.fromEntries(words) as PageSettingsView['words'],
}
const staff: SessionView = {
  ...owner,
  profile: owner.profile && { ...owner.profile, role: 'staff' },
}
const show = (server: Server = {}, session = owner) =>
  showDashboard(
    '/admin/settings/emails',
    { 'GET /api/applicant-page': answer(view), ...server },
    session,
  )

// shows: 7-144
it('an owner writes words for a status; what is refused stays typed, with the reason', async () => {
  const reason = 'What applicants read can have at most 80 characters.'
  const { requests } = show({
    'PATCH /api/applicant-page': refuse('application.invalid', 400, { 'words.applied': reason }),
  })
  const field = await screen.findByRole('textbox', { name: 'Instead of “Applied”' })
  expect([field.getAttribute('placeholder'), (field as HTMLInputElement).value]).toEqual([
    'Received',
    '',
  ])
  expect(screen.getByDisplayValue('Welcome!')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'On our pile' } })
  fireEvent.blur(field)
  expect(await screen.findByText(reason, { selector: 'p' })).toBeTruthy()
  expect(field).toHaveProperty('value', 'On our pile')
  fireEvent.click(screen.getByRole('switch', { name: 'Say when opened' }))
  await waitFor(() =>
    expect(requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { words: { applied: 'On our pile' } },
      { shows_opened: true },
    ]),
  )
})

it('staff read the words and change nothing', async () => {
  show({}, staff)
  expect(await screen.findByText('Welcome!')).toBeTruthy()
  expect(screen.queryByRole('switch', { name: 'Say when opened' })).toBeNull()
})
