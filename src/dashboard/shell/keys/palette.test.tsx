import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  answer,
  maya,
  owner,
  refuse,
  showDashboard,
  type Server,
} from '#test/screens/dashboard.tsx'
import { switchSingleKeys } from './shortcuts.ts'

const job = { id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a09', title: 'Packing Lead', is_active: true }
const staff = owner.profile && { ...owner, profile: { ...owner.profile, role: 'staff' as const } }

const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...more })

async function open(server: Server = {}, session = owner) {
  const shown = showDashboard(
    '/admin/settings',
    { 'GET /api/jobs/titles': answer({ jobs: [job] }), ...server },
    session,
  )
  await screen.findByRole('heading', { level: 1, name: 'Shop' })
  const button = screen.getByRole('button', { name: /^Search or jump to…/ })
  button.focus()
  press('k', { ctrlKey: true })
  const dialog = within(await screen.findByRole('dialog', { name: 'Search or jump to…' }))
  const field = dialog.getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { ...shown, button, dialog, field }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('the palette', () => {
  it('finds people, jobs and pages, and goes where Enter says', async () => {
    const { dialog, field, requests, router } = await open({
      'GET /api/applicants': answer({
        applicants: [maya],
        hits: {
          [maya.id]: {
            source: 'cv',
            parts: [
              { text: 'sold tea with ', is_found: false },
              { text: 'Maya', is_found: true },
            ],
          },
        },
        next_cursor: null,
        read_at: '',
      }),
    })
    type(field, 'maya')
    const person = await dialog.findByRole('option', { name: /^Maya Okafor/ })
    expect(person.textContent).toContain('CV: sold tea with Maya')
    expect(
      within(dialog.getByRole('group', { name: 'Applicants' })).getAllByRole('option'),
    ).toEqual([person])
    expect(requests.map(({ path }) => path)).toContain('/api/applicants?tab=all&sort=match&q=maya')
    press('Enter')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/applicants'))
    expect(router.state.location.search).toMatchObject({ tab: 'all', applicant: maya.id })
    expect(screen.queryByRole('dialog', { name: 'Search or jump to…' })).toBeNull()
  })

  it('shows what was chosen last', async () => {
    const { field, dialog, router } = await open({
      [`GET /api/jobs/${job.id}`]: refuse('job.missing', 404),
    })
    type(field, 'pack lead')
    fireEvent.click(await dialog.findByRole('option', { name: 'Packing Lead' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ job: job.id }))
    await router.navigate({ to: '/admin/settings' })
    await screen.findByRole('heading', { level: 1, name: 'Shop' })
    press('k', { ctrlKey: true })
    const recent = within(await screen.findByRole('group', { name: 'Recent' }))
    expect(recent.getByRole('option').textContent).toBe('Packing Lead')
  })

  it('offers creating a job post to owners only', async () => {
    const { dialog } = await open({}, staff ?? undefined)
    expect(dialog.getByRole('option', { name: 'Create incident' })).toBeTruthy()
    expect(dialog.queryByRole('option', { name: 'Create job post' })).toBeNull()
    expect(dialog.queryByRole('option', { name: 'Audit log' })).toBeNull()
  })

  it('says that nothing was found, and that people could not be searched', async () => {
    const { dialog, field } = await open({
      'GET /api/applicants': refuse('server.unavailable', 503),
    })
    type(field, 'zzz')
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(dialog.getByText('Failed to fetch applicants.')).toBeTruthy()
    type(field, '§')
    expect(await dialog.findByText("Nothing found for '§'.")).toBeTruthy()
  })

  it('gives the focus back when it is closed', async () => {
    const { button } = await open()
    press('Escape')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})

it('a section’s key leads to its heading, also where somebody is already', async () => {
  const { router } = showDashboard('/admin/settings', {}, owner)
  await screen.findByRole('heading', { level: 1, name: 'Shop' })
  press('g')
  press('p')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/store-pages'))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Shopify Pages' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  screen.getByRole('button', { name: 'Menu' }).focus()
  press('g')
  press('p')
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

describe('the list of keys', () => {
  afterEach(() => switchSingleKeys(true))

  it('opens by its key and switches single keys off', async () => {
    const { router } = showDashboard('/admin/settings', {}, owner)
    await screen.findByRole('heading', { level: 1, name: 'Shop' })
    press('?', { shiftKey: true })
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getByText('Go to the applicants')).toBeTruthy()
    expect(dialog.getByText('Search or jump to anything')).toBeTruthy()
    fireEvent.click(dialog.getByRole('switch', { name: 'Single-key shortcuts' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('g')
    press('j')
    expect(router.state.location.pathname).toBe('/admin/settings')
    switchSingleKeys(true)
    press('g')
    press('j')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/jobs'))
  })
})
