// Customer Data Refresh: its panel in each state, and its buttons.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CustomerRefresh } from '#domain/store/customer-refresh.ts'
import {
  answer,
  owner,
  refuse,
  showDashboard,
  type Server,
  noStore,
} from '#test/screens/dashboard.tsx'

const running: CustomerRefresh = {
  status: 'running',
  total: 48,
  done: 12,
  customers: 7,
  problem: null,
  updated_at: '2026-08-12T12:02:00',
}
const view = (refresh: CustomerRefresh | null, is_connected = true) =>
  answer({ is_connected, refresh, applicants: 48 })
const show = (refresh: CustomerRefresh | null, server: Server = {}) =>
  showDashboard(
    '/admin/customers',
    { 'GET /api/customers/refresh': view(refresh), ...server },
    owner,
  )
const panel = async () =>
  within(await screen.findByRole('region', { name: 'Customer Data Refresh' }))

// shows: 2-100, 2-102
it('begins, shows how far it is, and stops', async () => {
  let now: CustomerRefresh | null = null
  const set =
    (next: CustomerRefresh): Server[string] =>
    (request) => {
      now = next
      return view(now)(request)
    }
  show(null, {
    // While it runs the screen reads again how far it is.
    'GET /api/customers/refresh': (request) => view(now)(request),
    'POST /api/customers/refresh': set(running),
    'POST /api/customers/refresh/stop': set({ ...running, status: 'stopped' }),
  })
  fireEvent.click(await (await panel()).findByRole('button', { name: 'Refresh Customer Data' }))
  const bar = await (await panel()).findByRole('progressbar', { name: '12 of 48' })
  expect(bar.getAttribute('aria-valuenow')).toBe('12')
  fireEvent.click((await panel()).getByRole('button', { name: 'Stop' }))
  await (await panel()).findByText('Stopped on 12 Aug, 12:02 after 12 of 48.')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('says what came of it', async () => {
  show({ ...running, status: 'finished', done: 48 })
  await (await panel()).findByText('48 applicants looked up on 12 Aug, 12:02: 7 customers.')
})

// shows: 8-18
it('says why it failed, and goes on where it was', async () => {
  const problem = 'The store has ended the connection. Please connect it again.'
  const { requests } = show(
    { ...running, status: 'failed', problem },
    { 'POST /api/customers/refresh/resume': view(running) },
  )
  await (await panel()).findByText('Failed to fetch customer data')
  expect((await panel()).getByRole('status').textContent).toContain(problem)
  fireEvent.click((await panel()).getByRole('button', { name: 'Resume' }))
  await (await panel()).findByRole('progressbar')
  expect(requests.map(({ path }) => path)).toContain('/api/customers/refresh/resume')
})

it('asks for a store where there is none', async () => {
  const { requests } = show(null, { 'GET /api/customers/refresh': view(null, false) })
  await (await panel()).findByText('Connect your store to see customer details.')
  fireEvent.click((await panel()).getByRole('button', { name: 'Refresh Customer Data' }))
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

it('says that the store removed the app, and marks a demo store', async () => {
  const removed = {
    ...noStore,
    is_demo: true,
    removed_shop: 'tea.myshopify.com',
    removed_because: 'store.uninstalled',
  }
  show(null, {
    'GET /api/customers/refresh': view(null, false),
    'GET /api/store': answer(removed),
  })
  await (await panel()).findByText(/^tea\.myshopify\.com: Storehand was removed from this store/)
  cleanup()
  show(null, {
    'GET /api/store': answer({ ...removed, removed_shop: null, removed_because: null }),
  })
  await (await panel()).findByText('Demo store.')
})

it('shows a refusal in the words of the specification', async () => {
  show(null, { 'POST /api/customers/refresh': refuse('store.notConnected', 409) })
  fireEvent.click(await (await panel()).findByRole('button', { name: 'Refresh Customer Data' }))
  await waitFor(() => expect(screen.getByText('Failed to fetch customer data')).toBeTruthy())
  expect(screen.getByText(/No store is connected/)).toBeTruthy()
})
