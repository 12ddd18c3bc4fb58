import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Breach, BreachView, IncidentView } from '#domain/incidents/breaches.ts'
import type { Incident, IncidentRow } from '#domain/incidents/incidents.ts'
import { openBreach } from '#test/input/samples.ts'
import { answer, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const hour = 3_600_000
const created_at = new Date(Date.now() - 30.8 * hour).toISOString()
const row: IncidentRow = {
  ...openBreach,
  affected_users: 214,
  created_at,
  deadline_at: new Date(Date.parse(created_at) + 72 * hour).toISOString(),
}
const incident: Incident = {
  ...row,
  description: 'It lists names.',
  data_types_affected: ['name'],
  source_ip: null,
  user_agent: null,
  detection_method: 'manual',
  metadata: {},
  withdrawn_reason: null,
  assigned_to_name: null,
}
const record: Breach = {
  incident_id: row.id,
  aware_at: created_at,
  deadline_at: row.deadline_at ?? '',
  authority_text: 'To the authority',
  authority_told_at: null,
  authority_reference: null,
  notice_happened: 'This happened.',
  notice_when: '',
  notice_data: 'name',
  notice_measures: '',
  notice_advice: '',
  notice_contact: 'us',
  audience: 'all',
  audience_since: null,
  audience_list: [],
  confirmed_at: null,
  confirmed_by_name: null,
  recipients_count: 0,
  finished_at: null,
  sent_count: 0,
}
const breach: BreachView = {
  ...record,
  people: 3,
  progress: { waiting: 0, queued: 0, sent: 0, failed: 0, removed: 0 },
}
const view: IncidentView = {
  incident,
  history: [
    { id: '2', action: 'breach.prepared', details: {}, actor_name: null, created_at },
    { id: '1', action: 'incident.created', details: {}, actor_name: 'Ana Silva', created_at },
  ],
  breach,
}
const counts = { open: 1, investigating: 0, resolved: 0, closed: 0, all: 1 }
const server = {
  'GET /api/incidents': answer({ incidents: [row], next_cursor: null }),
  'GET /api/incidents/counts': answer(counts),
  [`GET /api/incidents/${row.id}`]: answer(view),
  'GET /api/organizations/members': answer({ members: [], pending: null, invitations: null }),
}

// shows: 2-88
it('shows the register with its counts, columns, one step forward and the clock as text', async () => {
  showDashboard('/admin/incidents', server, owner)
  const table = await screen.findByRole('table', { name: 'Incidents' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Incident', 'Type', 'Severity', 'Status', 'Affected Users', 'Created', 'Actions'])
  const tabs = within(screen.getByRole('tablist', { name: 'Incident status' })).getAllByRole('tab')
  await waitFor(() =>
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Open (1)',
      'Investigating (0)',
      'Resolved (0)',
      'Closed (0)',
      'All (1)',
    ]),
  )
  expect(within(table).getByText('41 of 72 hours left')).toBeTruthy()
  expect(
    within(table)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([row.title, 'Investigate'])
})

// shows: 8-20
it('says what went wrong with a step, and why', async () => {
  showDashboard(
    '/admin/incidents',
    { ...server, [`PATCH /api/incidents/${row.id}/status`]: refuse('incidents.missing', 404) },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Investigate' }))
  expect(await screen.findByText('Failed to update incident status')).toBeTruthy()
  expect(screen.getByText('This incident no longer exists.')).toBeTruthy()
})

// shows: 8-20
it('says that the register could not be read', async () => {
  showDashboard(
    '/admin/incidents',
    { ...server, 'GET /api/incidents': refuse('server.unavailable', 503) },
    owner,
  )
  // In the list, and once for those who look elsewhere.
  await waitFor(() =>
    expect(screen.getAllByText('Failed to fetch security incidents')).toHaveLength(2),
  )
})

// shows: 2-88
it('keeps a tab in the address, and says that it is empty', async () => {
  const { router } = showDashboard(
    '/admin/incidents',
    { ...server, 'GET /api/incidents': answer({ incidents: [], next_cursor: null }) },
    owner,
  )
  expect(await screen.findByText('No incidents found in this category.')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: /^Closed/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ itab: 'closed' }))
})

// shows: 2-88, 8-20
it('sends what was typed as the specification reads it, and keeps it when refused', async () => {
  const { requests } = showDashboard(
    '/admin/incidents?incident=new',
    { ...server, 'POST /api/rpc/create_security_incident': refuse('server.unavailable', 503) },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Create Incident' })
  const write = (element: HTMLElement, value: string) =>
    fireEvent.change(element, { target: { value } })
  const box = (name: string) => within(dialog).getByRole<HTMLInputElement>('textbox', { name })
  expect(within(dialog).getByRole('combobox', { name: 'Severity' }).textContent).toBe('Medium')
  write(box('Title'), 'Lost laptop')
  write(box('Incident Type'), 'Lost device')
  write(box('Description'), 'On the train.')
  write(box('Data Types Affected'), ' CVs, names ,,')
  write(within(dialog).getByRole('spinbutton', { name: 'Affected Users' }), '')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Incident' }))
  expect(await screen.findByText('Failed to create security incident')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    p_incident_type: 'Lost device',
    p_severity: 'medium',
    p_title: 'Lost laptop',
    p_description: 'On the train.',
    p_affected_users: 0,
    p_data_types_affected: ['CVs', 'names'],
  })
  expect(box('Title').value).toBe('Lost laptop')
})

it('opens an incident with its clock, its steps and its history; staff see the notice but cannot send it', async () => {
  const staff = owner.profile
    ? { ...owner, profile: { ...owner.profile, role: 'staff' as const } }
    : owner
  showDashboard(
    `/admin/incidents?incident=${row.id}`,
    {
      ...server,
      [`PATCH /api/incidents/${row.id}/breach`]: answer(breach),
      [`GET /api/incidents/${row.id}/breach/preview`]: answer({
        subject: 'Important: your data at Tiny Tea Shop',
        text: '',
        html: '<p>This happened.</p>',
      }),
    },
    staff,
  )
  const panel = await screen.findByRole('dialog', { name: row.title })
  expect(await within(panel).findByText('3 emails wait for an owner')).toBeTruthy()
  expect(within(panel).getByText('Notice drafted, not sent')).toBeTruthy()
  expect(within(panel).getByRole('img', { name: '30 of 72 hours have passed' })).toBeTruthy()
  expect(within(panel).getByText('Notices prepared')).toBeTruthy()
  fireEvent.click(within(panel).getByRole('button', { name: 'Review' }))
  const notice = await screen.findByRole('dialog', { name: 'Notice to the people affected' })
  fireEvent.click(within(notice).getByRole('button', { name: 'Save and preview' }))
  expect(await screen.findByText('Important: your data at Tiny Tea Shop')).toBeTruthy()
  expect(screen.getByText('Only an organization owner can do this.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})

it('makes no incident of nothing', async () => {
  const { requests } = showDashboard('/admin/incidents?incident=new', server, owner)
  const dialog = await screen.findByRole('dialog', { name: 'Create Incident' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Incident' }))
  expect(
    within(dialog).getByText('Enter a title, so that others know what this incident is about.'),
  ).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

it('asks before a breach is closed, and lets an owner withdraw a false alarm', async () => {
  const resolved = { ...row, status: 'resolved' as const }
  const withdrawn = { withdrawn_at: created_at, withdrawn_reason: 'A test file.' }
  const { requests } = showDashboard(
    `/admin/incidents?incident=${row.id}`,
    {
      ...server,
      'GET /api/incidents': answer({ incidents: [resolved], next_cursor: null }),
      [`GET /api/incidents/${row.id}`]: answer({ ...view, incident: { ...incident, ...resolved } }),
      [`POST /api/incidents/${row.id}/withdraw`]: answer({ ...incident, ...withdrawn }),
    },
    owner,
  )
  const panel = await screen.findByRole('dialog', { name: row.title })
  fireEvent.click(await within(panel).findByRole('button', { name: 'Close' }))
  const asked = await screen.findByRole('alertdialog', { name: 'Close this breach?' })
  expect(asked.textContent).toContain('Nobody has marked the authority as told')
  fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'False alarm…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw this incident?' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Why it was a false alarm' }), {
    target: { value: 'A test file.' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw incident' }))
  expect(await screen.findByText('Incident withdrawn as a false alarm.')).toBeTruthy()
  const sent = requests.filter(({ method }) => method !== 'GET')
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    [`/api/incidents/${row.id}/withdraw`, { reason: 'A test file.' }],
  ])
})
