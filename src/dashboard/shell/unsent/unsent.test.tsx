// The queue of unsent changes: its content, the order of sending, its notices, and its owner.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { t } from '#domain/texts/text.ts'
import {
  answer,
  counts,
  maya,
  owner,
  refuse,
  showDashboard,
  type Answer,
  type Server,
} from '#test/screens/dashboard.tsx'
import { useRealClock } from '#test/screens/real-clock.ts'

const api = `/api/applicants/${maya.id}`
const note = `POST ${api}/notes`
const status = `PATCH ${api}/status`
const contacted = `PATCH ${api}/contacted`
/** What a proxy says for a server that is away. */
const away = () => new Response('<h1>Bad gateway</h1>', { status: 502 })

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  // They outlive the screen that showed them.
  toast.dismiss()
  useRealClock()
  vi.restoreAllMocks()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const goOnline = () => {
  vi.restoreAllMocks()
  act(() => void window.dispatchEvent(new Event('online')))
}

async function show(server: Server = {}) {
  const { has_cv: _, ...shared } = maya
  const shown = showDashboard(
    `/admin/applicants?tab=all&applicant=${maya.id}`,
    {
      'GET /api/applicants': answer({ applicants: [maya], next_cursor: null, read_at: '' }),
      'GET /api/applicants/counts': answer(counts({ applied: 1, all: 1 })),
      [`GET ${api}`]: answer({
        applicant: {
          ...shared,
          phone: null,
          experience_years: null,
          linkedin_url: null,
          website_url: null,
          cover_letter: null,
          additional_info: null,
          cv_url: null,
          cv_name: null,
          cv_size: null,
          language: null,
          no_contact_at: null,
          keep_asked_at: null,
          kept_at: null,
          keep_question: null,
          updated_at: maya.created_at,
        },
        history: [],
        notes: [],
        timeline: [],
        others: [],
        cv: null,
        customer: null,
      }),
      [`GET ${api}/customer`]: answer({ connected: false }),
      [status]: answer({ ...maya, status: 'reviewing', change_id: 'c1' }),
      [contacted]: answer({ ...maya, contacted: true }),
      ...server,
    },
    owner,
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Maya Okafor' }))
  await panel.findByRole('button', { name: 'Move to Reviewing' })
  const press = async (name: string) => {
    fireEvent.click(await panel.findByRole('button', { name }))
    await pass(10)
  }
  const changes = () =>
    shown.requests
      .filter(({ method }) => method === 'PATCH' || method === 'POST')
      .map(({ path, body }) => [path.replace(api, ''), body])
  return { ...shown, panel, press, changes }
}
/** On the row and in the profile. */
const undo = { key: 'z', code: 'KeyZ', ctrlKey: true }
const marks = () => document.querySelectorAll('span.text-not-saved').length
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented ? 'asks' : 'goes'
}
const kept = () => Object.keys(localStorage).filter((name) => name.includes('unsent'))

// shows: privacy-6
it.each<[why: string, refused: Answer]>([
  ['the server is away', away],
  ['the organization is over its limit', refuse('organization.changeLimit', 429)],
])('one follows the other, and one is sent again under its key: %s', async (_why, refused) => {
  let isAway = true
  const { press, changes, keys } = await show({
    [status]: (asked) =>
      isAway ? refused(asked) : Response.json({ ...maya, status: 'reviewing', change_id: 'c1' }),
  })
  expect(leave()).toBe('goes')
  await press('Move to Reviewing')
  await press('Mark as contacted')
  expect(marks()).toBe(2)
  const header = screen.getByRole('banner', { hidden: true })
  expect(header.textContent).toContain('Not saved yet: 2 changes')
  expect(leave()).toBe('asks')
  expect(kept()).toHaveLength(2)
  expect(
    kept()
      .map((name) => localStorage.getItem(name))
      .join(),
  ).not.toMatch(/Maya|Okafor|@/)
  isAway = false
  await pass(1100)
  await waitFor(() => expect(kept()).toEqual([]))
  expect(await screen.findByText(t('unsent.allSaved'))).toBeTruthy()
  // Tried with each change, and by the clock; the second waits for the first.
  const move = ['/status', { status: 'reviewing', from: 'applied' }]
  expect(changes()).toEqual([move, move, move, ['/contacted', { contacted: true }]])
  expect([...new Set(keys)]).toEqual([keys[0], keys[3]])
  expect(marks()).toBe(0)
  expect(leave()).toBe('goes')
})

it('a server that says nothing is given up and asked again; nobody is marked for a moment’s wait', async () => {
  const { press, keys } = await show({ [status]: () => new Promise<Response>(() => undefined) })
  await press('Move to Reviewing')
  await pass(1500)
  expect(marks()).toBe(0)
  await pass(1000)
  expect(marks()).toBe(2)
  await pass(7000)
  expect(keys).toHaveLength(2)
})

it('offline nothing is sent, and taking back or turning round leaves nothing to send', async () => {
  const { press, changes, panel } = await show()
  goOffline()
  await press('Move to Reviewing')
  await press('Mark as contacted')
  await press('Mark as not contacted')
  fireEvent.keyDown(document.body, undo)
  await panel.findByRole('button', { name: 'Applied, change status of Maya Okafor' })
  expect(marks()).toBe(0)
  goOnline()
  await pass(100)
  expect(changes()).toEqual([])
})

it('what was on its way is taken back by a change of its own, which follows it', async () => {
  const { press, changes } = await show({
    [status]: vi
      .fn<() => Response>()
      .mockImplementationOnce(away)
      .mockImplementation(() => Response.json({ ...maya, status: 'reviewing', change_id: 'c1' })),
    'POST /api/applicants/undo': answer({ batch_id: null, changed: [maya.id], refused: [] }),
  })
  await press('Move to Reviewing')
  fireEvent.keyDown(document.body, undo)
  await pass(1100)
  expect(await screen.findByText(t('success.undone'))).toBeTruthy()
  expect(changes().slice(1)).toEqual([
    ['/status', { status: 'reviewing', from: 'applied' }],
    ['/api/applicants/undo', { change_id: 'c1' }],
  ])
})

it('a refusal says who it is about and what stands, takes along what needed it, and gives a note back', async () => {
  const { press, changes, panel } = await show({
    [status]: refuse('organization.none', 403),
    [note]: refuse('organization.none', 403),
  })
  const field = await panel.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Write a note for the team',
  })
  goOffline()
  await press('Move to Reviewing')
  await press('Move to Interviewed')
  fireEvent.change(field, { target: { value: 'Call on Monday' } })
  await press('Add note')
  expect(field.value).toBe('')
  expect(panel.getByText('Call on Monday')).toBeTruthy()
  const notSaved = () => screen.queryAllByText(/^Not saved yet: Maya Okafor moved to/)
  await waitFor(() => expect(notSaved()).toHaveLength(2))
  goOnline()
  expect(await screen.findByText('Failed to update applicant status.')).toBeTruthy()
  // The way back from what was refused goes with it.
  await waitFor(() => expect(notSaved()).toEqual([]))
  expect(screen.getByText(/Maya Okafor is still Applied\.$/)).toBeTruthy()
  expect(await screen.findByText('Failed to save note')).toBeTruthy()
  expect(field.value).toBe('Call on Monday')
  expect(changes().map(([path]) => path)).toEqual(['/status', '/notes'])
  await panel.findByRole('button', { name: 'Applied, change status of Maya Okafor' })
})

it('takes up what this person left here, leaves nothing of anybody else, and drops what is too old', async () => {
  const left = (whose: string, change: object, daysAgo = 1) => {
    const key = crypto.randomUUID()
    const madeAt = Date.now() - daysAgo * 86_400_000
    localStorage.setItem(
      `storehand.unsent.1.${whose}.${madeAt}.${key}`,
      JSON.stringify({ key, madeAt, isTried: false, change }),
    )
  }
  left('u1.o1', { act: 'contacted', id: maya.id, contacted: true })
  left('u1.o1', { act: 'move', id: maya.id, from: 'applied', to: 'reviewing' }, 31)
  left('u1.o2', { act: 'note', id: maya.id, body: 'Of another shop' })
  left('u2.o1', { act: 'note', id: maya.id, body: 'Of another person' })
  const { changes } = await show()
  await pass(500)
  expect(
    await screen.findByText(`${t('unsent.tooOld')} Maya Okafor is still Applied.`),
  ).toBeTruthy()
  await waitFor(() => expect(kept()).toEqual([]))
  expect(changes()).toEqual([['/contacted', { contacted: true }]])
})

// shows: privacy-7
it('signing out asks while something is not saved, and leaves nothing on the device', async () => {
  const { press, router } = await show({
    'POST /api/accounts/sign-out': () => new Response(null, { status: 204 }),
  })
  goOffline()
  await press('Move to Reviewing')
  const question = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out', hidden: true }))
    return within(await screen.findByRole('alertdialog', { name: 'Sign out without saving?' }))
  }
  fireEvent.click((await question()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(kept()).toHaveLength(1)
  fireEvent.click((await question()).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(kept()).toEqual([])
})

it('a form without an answer keeps what was typed, and says that it is not saved', async () => {
  const { router } = showDashboard(
    '/admin/jobs?job=new',
    { 'POST /api/jobs': () => new Promise<Response>(() => undefined) },
    owner,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Job Post' }))
  const title = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Job Title' })
  fireEvent.change(title, { target: { value: 'Barista' } })
  const fields = { Description: 'Coffee and cakes, all day long.', Location: 'Leeds' }
  for (const [name, value] of Object.entries(fields)) {
    fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } })
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Create Job Post' }))
  await pass(5500)
  expect(dialog.getByText(t('unsent.form'))).toBeTruthy()
  expect(screen.getByRole('banner', { hidden: true }).textContent).toContain(
    'Not saved yet: 1 change',
  )
  expect([title.value, leave()]).toEqual(['Barista', 'asks'])
  expect(router.state.location.pathname).toBe('/admin/jobs')
})
