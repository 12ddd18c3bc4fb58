// Emails to oneself in the settings: shown as chosen at once, put back where it fails, and for staff without what owners decide.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import type { NotificationsView } from '#domain/mails/notifications.ts'
import { answer, owner, refuse, showDashboard, type Server } from '#test/screens/dashboard.tsx'

const job = { id: 'j1', title: 'Packing Lead', is_active: true }
const view: NotificationsView = {
  email: 'ana@tinytea.example',
  email_confirmed: true,
  time_zone: null,
  applications: 'at-once',
  jobs: [],
  waiting: true,
  undelivered: true,
}
const show = (server: Server = {}, session: SessionView = owner) =>
  showDashboard(
    '/account',
    {
      'GET /api/notifications': answer(view),
      'GET /api/jobs/titles': answer({ jobs: [job] }),
      ...server,
    },
    session,
  )
const section = () => screen.findByRole('region', { name: 'Emails to you' })

async function choose(label: string, option: string) {
  const inside = within(await section())
  const box = await inside.findByRole('combobox', { name: label })
  fireEvent.pointerDown(box, { button: 0, pointerType: 'mouse' })
  fireEvent.mouseDown(box)
  fireEvent.click(box)
  const chosen = await screen.findByRole('option', { name: option })
  fireEvent.mouseMove(chosen)
  fireEvent.pointerDown(chosen, { pointerType: 'mouse' })
  fireEvent.click(chosen)
}

// shows: 7-69, 7-70
it('a pace is kept for all jobs, and another for one of them', async () => {
  const daily: NotificationsView = { ...view, applications: 'daily', time_zone: 'Europe/Madrid' }
  const { requests } = show({
    'PATCH /api/notifications': answer(daily),
    'PUT /api/notifications/jobs/j1': answer({
      ...daily,
      jobs: [{ job_id: 'j1', title: 'Packing Lead', applications: 'at-once' }],
    }),
    'DELETE /api/notifications/jobs/j1': answer(daily),
  })
  await choose('New applications', 'Once a day')
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(
    await screen.findByText('One email a day at 8:00 (Europe/Madrid), when somebody has applied.'),
  ).toBeTruthy()
  await choose('Add a job', 'Packing Lead')
  const undo = () => screen.findByRole('button', { name: 'Undo: Different for some jobs' })
  await undo()
  fireEvent.click(screen.getByRole('button', { name: 'Same as other jobs: Packing Lead' }))
  await waitFor(() => expect(requests.at(-1)?.method).toBe('DELETE'))
  fireEvent.click(await undo())
  expect(
    await screen.findByRole('combobox', { name: 'New applications for Packing Lead' }),
  ).toBeTruthy()
  await waitFor(() => expect(requests.at(-1)?.method).toBe('PUT'))
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([
    { method: 'PATCH', path: '/api/notifications', body: { applications: 'daily', time_zone } },
    {
      method: 'PUT',
      path: '/api/notifications/jobs/j1',
      body: { applications: 'at-once', time_zone },
    },
    { method: 'DELETE', path: '/api/notifications/jobs/j1', body: {} },
    {
      method: 'PUT',
      path: '/api/notifications/jobs/j1',
      body: { applications: 'at-once', time_zone },
    },
  ])
})

it('what could not be kept is shown as it was', async () => {
  show({ 'PATCH /api/notifications': refuse('server.unavailable', 503) })
  const waiting = await screen.findByRole('switch', { name: 'People who ask to join' })
  fireEvent.click(waiting)
  const sentences = await screen.findAllByText(t('server.unavailable'))
  expect(sentences.length).toBeGreaterThan(0)
  await waitFor(() => expect(waiting.getAttribute('aria-checked')).toBe('true'))
})

it('staff choose for applications alone, and are told that their address is not confirmed', async () => {
  show(
    {
      'GET /api/notifications': answer({
        ...view,
        applications: 'daily',
        email_confirmed: false,
        waiting: null,
        undelivered: null,
      }),
    },
    { ...owner, profile: owner.profile && { ...owner.profile, role: 'staff' } },
  )
  const inside = within(await section())
  expect(await inside.findByText(/Until then we send you none of these emails/)).toBeTruthy()
  expect(inside.getByText('One email a day at 8:00 (UTC), when somebody has applied.')).toBeTruthy()
  expect(inside.queryByRole('switch')).toBeNull()
})
