import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { moves, statusLabel, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { answer, counts, maya, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'
import { inStoreAdmin } from '#test/screens/in-store-admin.ts'

const list = (status: ApplicantStatus = 'applied') => ({
  'GET /api/applicants': answer({
    applicants: [{ ...maya, status }],
    next_cursor: null,
    read_at: '',
  }),
  'GET /api/applicants/counts': answer(counts({ [status]: 1, all: 1 })),
})
const patch = `PATCH /api/applicants/${maya.id}/status`

async function openStatusMenu(status: ApplicantStatus) {
  const name = `${statusLabel(status)}, change status of Maya Okafor`
  fireEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('menu')
}

describe('the status menu of a row', () => {
  // shows: 4-11
  it.each(Object.keys(moves) as ApplicantStatus[])(
    'offers only allowed moves: %s',
    async (from) => {
      showDashboard('/admin/applicants?tab=all', list(from), owner)
      const menu = await openStatusMenu(from)
      expect(
        within(menu)
          .getAllByRole('menuitem')
          .map((item) => item.textContent),
      ).toEqual(moves[from].map((to) => `Move to ${statusLabel(to)}`))
    },
  )

  // shows: 8-31
  it('moves at once and says so when the server agrees', async () => {
    const { requests } = showDashboard(
      '/admin/applicants?tab=all',
      { ...list(), [patch]: answer({ ...maya, status: 'reviewing', change_id: 'c1' }) },
      owner,
    )
    fireEvent.click(within(await openStatusMenu('applied')).getByText('Move to Reviewing'))
    await screen.findByRole('button', { name: 'Reviewing, change status of Maya Okafor' })
    expect(await screen.findByText(t('success.statusUpdated'))).toBeTruthy()
    expect(requests).toContainEqual({
      method: 'PATCH',
      path: `/api/applicants/${maya.id}/status`,
      body: { status: 'reviewing', from: 'applied' },
    })
  })

  // shows: 2-89, 8-12
  it('shows the old status again with the sentence of the specification when it fails', async () => {
    let fail: (response: Response) => void = () => undefined
    const pending = new Promise<Response>((resolve) => {
      fail = resolve
    })
    showDashboard('/admin/applicants?tab=all', { ...list(), [patch]: () => pending }, owner)
    fireEvent.click(within(await openStatusMenu('applied')).getByText('Move to Reviewing'))
    // Already shown while the server has not answered.
    await screen.findByRole('button', { name: 'Reviewing, change status of Maya Okafor' })
    expect(screen.getByRole('tab', { name: 'Reviewing (1)' })).toBeTruthy()

    fail(await refuse('server.unavailable', 503)({ method: '', path: '', body: null }))
    expect(await screen.findByText('Failed to update applicant status.')).toBeTruthy()
    await screen.findByRole('button', { name: 'Applied, change status of Maya Okafor' })
    expect(screen.getByRole('tab', { name: 'Applied (1)' })).toBeTruthy()
  })
})

it.each([
  ['on our own site', false, 'Get the code for your store'],
  ['in a store’s admin', true, 'Add the block ‘Careers’ to a page'],
])('nobody yet: the next step, %s', async (_, isFramed, name) => {
  if (isFramed) inStoreAdmin()
  showDashboard(
    '/admin/applicants',
    {
      'GET /api/applicants': answer({ applicants: [], next_cursor: null, read_at: '' }),
      'GET /api/applicants/counts': answer(counts({})),
    },
    owner,
  )
  const link = await screen.findByRole('link', { name })
  expect(link.getAttribute('href')).toBe('/admin/settings/website')
})

it('a moved applicant leaves the tab of the old status', async () => {
  showDashboard(
    '/admin/applicants',
    { ...list(), [patch]: answer({ ...maya, status: 'reviewing', change_id: 'c1' }) },
    owner,
  )
  fireEvent.click(within(await openStatusMenu('applied')).getByText('Move to Reviewing'))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'View profile of Maya Okafor' })).toBeNull(),
  )
})

// shows: 2-90
it('keeps filters in the address and sends them with every question', async () => {
  const { requests } = showDashboard('/admin/applicants?customer=new&contact=nonsense', {}, owner)
  expect(await screen.findByText('No applicants match these filters.')).toBeTruthy()
  const asked = requests.filter(({ path }) => path.startsWith('/api/applicants'))
  expect(asked.map(({ path }) => path)).toContain('/api/applicants?tab=applied&customer=new')
  expect(asked.map(({ path }) => path)).toContain('/api/applicants/counts?customer=new')
})

// shows: 8-12
it('says what failed in place, and tries again', async () => {
  let broken = true
  showDashboard(
    '/admin/applicants',
    {
      ...list(),
      'GET /api/applicants': (request) =>
        broken ? refuse('server.unexpected', 500)(request) : list()['GET /api/applicants'](request),
    },
    owner,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to fetch applicants.')
  broken = false
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'View profile of Maya Okafor' })
})

const jon = {
  ...maya,
  id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a02',
  first_name: 'Jon',
  last_name: 'Bell',
}
const press = (key: string, code = `Key${key.toUpperCase()}`) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code })

// shows: 8-32
it('rejects by a key, and takes it back by its toast', async () => {
  const { requests } = showDashboard(
    '/admin/applicants?tab=all',
    {
      ...list(),
      [patch]: answer({ ...maya, status: 'rejected', change_id: 'c1' }),
      'POST /api/applicants/undo': answer({ batch_id: null, changed: [maya.id], refused: [] }),
    },
    owner,
  )
  const name = await screen.findByRole('button', { name: 'View profile of Maya Okafor' })
  // Nobody is current yet: the key does nothing.
  press('r')
  expect(requests.some(({ method }) => method === 'PATCH')).toBe(false)
  name.focus()
  press('r')
  // Asked first, with the focus where Enter answers.
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject Maya Okafor?' }))
  const confirm = dialog.getByRole('button', { name: 'Reject' })
  await waitFor(() => expect(document.activeElement).toBe(confirm))
  fireEvent.click(confirm)
  const toast = (await screen.findByText(t('success.rejected'))).closest('li')!
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
  // Two of these toasts can be told apart.
  expect(toast.textContent).toContain('Maya Okafor')
  expect(await screen.findByText(t('success.undone'))).toBeTruthy()
  expect(requests).toContainEqual({
    method: 'POST',
    path: '/api/applicants/undo',
    body: { change_id: 'c1' },
  })
})

it('acts on everybody the filter finds, and on nobody who came after the list was read', async () => {
  const read_at = '2026-08-12T13:00:00.000Z'
  const { requests } = showDashboard(
    '/admin/applicants?customer=customer',
    {
      'GET /api/applicants': answer({ applicants: [maya, jon], next_cursor: 'more', read_at }),
      'GET /api/applicants/counts': answer(counts({ applied: 120, all: 120 })),
      'POST /api/applicants/contacted': answer({ batch_id: null, changed: [maya.id], refused: [] }),
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  const bar = screen.getByRole('toolbar', { name: '2 selected' })
  fireEvent.click(within(bar).getByRole('button', { name: 'Select all 120' }))
  expect(screen.getByText('120 applicants selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Mark contacted' }))
  await waitFor(() =>
    expect(requests).toContainEqual({
      method: 'POST',
      path: '/api/applicants/contacted',
      body: { contacted: true, filter: { tab: 'applied', customer: 'customer' }, until: read_at },
    }),
  )
})

it('finds no applicant, says how many withdrawn applications have the word, and shows them', async () => {
  const none = { applicants: [], next_cursor: null, read_at: '' }
  const isWithdrawn = (path: string) =>
    new URL(path, location.href).searchParams.get('withdrawn') === 'withdrawn'
  const withdrawn = { ...maya, withdrawn_at: '2026-08-12T13:00:00.000Z' }
  showDashboard(
    '/admin/applicants?q=barista',
    {
      'GET /api/applicants': ({ path }) =>
        Response.json(isWithdrawn(path) ? { ...none, applicants: [withdrawn] } : none),
      'GET /api/applicants/counts': ({ path }) =>
        Response.json(isWithdrawn(path) ? counts({ rejected: 1, all: 1 }) : counts({})),
    },
    owner,
  )
  await screen.findByText('No applicants match these filters.')
  fireEvent.click(await screen.findByRole('button', { name: 'Show 1 withdrawn application' }))
  expect(await screen.findByText('Maya Okafor')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdrawn' }).ariaPressed).toBe('true')
  expect(screen.getByRole('tab', { name: /^All/ }).ariaSelected).toBe('true')
})

// shows: 7-106
it('says that a text has very many hits, and counts them all before everybody is acted on', async () => {
  const some = { ...counts({ applied: 600, reviewing: 400, all: 1000 }), at_least: true as const }
  const { requests } = showDashboard(
    '/admin/applicants?tab=all&q=bicycle',
    {
      'GET /api/applicants': answer({
        applicants: [maya, jon],
        hits: {},
        has_many_hits: true,
        next_cursor: 'more',
        read_at: '2026-08-12T13:00:00.000Z',
      }),
      'GET /api/applicants/counts': (request) =>
        new URL(request.path, location.href).searchParams.get('exact') === 'true'
          ? Response.json(counts({ applied: 2400, all: 4312 }))
          : Response.json(some),
    },
    owner,
  )
  expect(await screen.findByRole('tab', { name: 'All (1,000+)' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Applied (600+)' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Hired' })).toBeTruthy()
  expect(await screen.findByText('2 of 1,000+')).toBeTruthy()
  expect(
    screen.getByText(
      'More than 1,000 applicants match. Names and addresses come first, then the newest.',
    ),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 1,000+' }))
  expect(await screen.findByText('4,312 applicants selected')).toBeTruthy()
  expect(requests.map(({ path }) => path)).toContain('/api/applicants/counts?q=bicycle&exact=true')
})

it('tells who stayed and why, when not all of a selection could be moved', async () => {
  const reason = 'This move is not possible: the applicant is Hired now.'
  const { requests } = showDashboard(
    '/admin/applicants',
    {
      'GET /api/applicants': answer({ applicants: [maya, jon], next_cursor: null, read_at: '' }),
      'GET /api/applicants/counts': answer(counts({ applied: 2, all: 2 })),
      'POST /api/applicants/move': answer({
        batch_id: 'b1',
        changed: [maya.id],
        refused: [{ id: jon.id, message: reason }],
      }),
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Maya Okafor' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Jon Bell' }))
  fireEvent.click(screen.getByRole('button', { name: 'Move to' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Reviewing' }))
  expect(await screen.findByText('Maya Okafor moved to Reviewing.')).toBeTruthy()
  expect(await screen.findByText('Jon Bell not changed.')).toBeTruthy()
  expect(screen.getByText(reason)).toBeTruthy()
  expect(requests.find(({ path }) => path === '/api/applicants/move')?.body).toEqual({
    status: 'reviewing',
    ids: [maya.id, jon.id],
    seen: { [maya.id]: 'applied', [jon.id]: 'applied' },
  })
})

// shows: 2-92
describe('while rows are selected a key means them, and nobody who only has the focus', () => {
  async function selectTwo() {
    const { requests } = showDashboard(
      '/admin/applicants',
      {
        'GET /api/applicants': answer({
          applicants: [maya, jon, { ...jon, id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a03' }],
          next_cursor: null,
          read_at: '',
        }),
        'GET /api/applicants/counts': answer(counts({ applied: 3, all: 3 })),
        'POST /api/applicants/contacted': answer({
          batch_id: null,
          changed: [maya.id, jon.id],
          refused: [],
        }),
      },
      owner,
    )
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Maya Okafor' }))
    fireEvent.click(screen.getAllByRole('checkbox', { name: 'Select Jon Bell' })[0]!)
    await screen.findByRole('toolbar', { name: '2 selected' })
    screen.getAllByRole('button', { name: 'View profile of Jon Bell' })[1]!.focus()
    return requests
  }

  it('c marks them as contacted', async () => {
    const requests = await selectTwo()
    press('c')
    await waitFor(() =>
      expect(requests.find(({ path }) => path === '/api/applicants/contacted')?.body).toEqual({
        contacted: true,
        ids: [maya.id, jon.id],
      }),
    )
  })

  it('s opens the menu of the bar, with the step forward first', async () => {
    await selectTwo()
    press('s')
    const menu = await screen.findByRole('menu')
    expect(within(menu).getAllByRole('menuitem')[0]?.textContent).toBe('Reviewing')
  })

  it.each([
    ['r', /^Reject 2 applicants/],
    ['e', /^Write to/],
  ])('%s asks about them', async (key, name) => {
    await selectTwo()
    // Its code may have to be loaded first: React goes on after that only if it is awaited.
    await act(async () => press(key))
    const dialog = await screen.findByRole('dialog', { name })
    expect(dialog.textContent).toContain('Maya Okafor')
  })

  it('f, which the bar does not have, does nothing', async () => {
    const requests = await selectTwo()
    press('f')
    expect(requests.some(({ method }) => method !== 'GET')).toBe(false)
  })
})

it('turns the order around at the head of a column', async () => {
  const { requests } = showDashboard('/admin/applicants?tab=all', list(), owner)
  const head = await screen.findByRole('columnheader', { name: 'Status' })
  expect(head.getAttribute('aria-sort')).toBeNull()
  fireEvent.click(within(head).getByRole('button'))
  await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'))
  fireEvent.click(
    within(await screen.findByRole('columnheader', { name: 'Status' })).getByRole('button'),
  )
  await waitFor(() =>
    expect(requests.map(({ path }) => path)).toContain('/api/applicants?tab=all&sort=-status'),
  )
})
