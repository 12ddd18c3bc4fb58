import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { AdminPageView } from '#domain/store/store.ts'
import { createQueryClient } from '../../queries.ts'
import { AdminPageScreen } from './admin-page-screen.tsx'

const admin = 'https://admin.shopify.com/store/tea/apps/1'
const seen: AdminPageView = {
  shop: 'tea.myshopify.com',
  shop_name: 'Tea',
  organization_name: 'Tiny Tea Shop',
  counts: {
    job_posts: 8,
    open_job_posts: 7,
    applications: 1204,
    new_applications: 25,
    career_pages: 2,
  },
  connect_url: null,
  problem: null,
  missing_scopes: [],
  reconnect_url: `${admin}/reconnect`,
}

/** In the admin there is a window around this one, and the platform's script in it. */
function show(shop: string | null, view?: Partial<AdminPageView>) {
  cleanup()
  const open = vi.fn<(url: string, target: string) => void>()
  const fetch = vi.fn(() => Promise.resolve(Response.json({ ...seen, ...view })))
  vi.stubGlobal('open', open)
  vi.stubGlobal('fetch', fetch)
  const request = vi.fn(() => Promise.resolve({ result: 'granted-all' }))
  const bridge = { idToken: () => Promise.resolve('token'), scopes: { request } }
  vi.stubGlobal('shopify', view ? bridge : undefined)
  vi.stubGlobal('self', view ? {} : window.top)
  const embedding = { shop, is_demo: false, admin_url: admin }
  render(
    <QueryClientProvider client={createQueryClient(0)}>
      <AdminPageScreen embedding={embedding} />
    </QueryClientProvider>,
  )
  return { open, fetch, request }
}

// shows: 2-11
it('shows the three cards with their numbers, and opens the app page of the admin', async () => {
  const { open } = show('tea.myshopify.com', {})
  expect(await screen.findByText('Tiny Tea Shop')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Connected to tea.myshopify.com' })).toBeTruthy()
  for (const [name, figure] of [
    ['Job Postings', '8'],
    ['Applications', '1,204'],
    ['Career Page', '2'],
  ]) {
    expect(screen.getByRole('region', { name: name ?? '' }).textContent).toContain(figure)
  }
  fireEvent.click(screen.getByRole('button', { name: 'Open Full Dashboard' }))
  expect(open).toHaveBeenCalledWith(admin, '_top')
})

it('asks for nothing outside of the admin, and takes no store from the address for a proof', () => {
  const { fetch } = show('tea.myshopify.com')
  expect(screen.getByRole('heading', { name: 'Connected to tea.myshopify.com' })).toBeTruthy()
  expect(screen.getByText(/Open Storehand from your store’s admin to see the numbers/)).toBeTruthy()
  expect(screen.getAllByText('not known')).toHaveLength(3)
  show(null)
  expect(screen.getByText(/We cannot tell which store this is/)).toBeTruthy()
  expect(fetch).not.toHaveBeenCalled()
})

it('says why the store does not answer, and leads to installing it again', async () => {
  const problem = 'The store has ended the connection. Please connect it again.'
  const { open } = show('tea.myshopify.com', { problem, counts: null, organization_name: null })
  expect((await screen.findByRole('alert')).textContent).toContain(problem)
  expect(screen.queryByText(/^Connected to/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect' }))
  expect(open).toHaveBeenCalledWith(`${admin}/reconnect`, '_top')
})

it('leads whoever is not linked to an organization out of the frame to sign in', async () => {
  const connect_url = 'https://app.example/connect-shopify?claim=x'
  show('tea.myshopify.com', { connect_url, counts: null, organization_name: null })
  const link = await screen.findByRole('link', { name: 'Sign in and connect' })
  await waitFor(() => expect(link.getAttribute('href')).toBe(connect_url))
  expect(link.getAttribute('target')).toBe('_top')
})

it('asks for a missing permission by the platform’s own dialog, and reads again what the store allows', async () => {
  const { request, fetch } = show('tea.myshopify.com', {
    missing_scopes: ['write_online_store_pages'],
  })
  const name = 'Storehand needs one more permission from your store'
  const asked = await screen.findByRole('region', { name })
  expect(asked.textContent).toContain('Add and change pages in your online store')
  fetch.mockImplementation(() => Promise.resolve(Response.json(seen)))
  fireEvent.click(screen.getByRole('button', { name: 'Give permission' }))
  await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull())
  expect(request).toHaveBeenCalledWith(['write_online_store_pages'])
  expect(fetch).toHaveBeenLastCalledWith(
    expect.stringContaining('/api/store/embedded?checked=true'),
    expect.anything(),
  )
})

it('leads to the theme editor: the jobs come into the shop without code', async () => {
  show('tea.myshopify.com', {})
  const link = await screen.findByRole('link', { name: 'Add the block ‘Careers’ to a page' })
  expect(link.getAttribute('href')).toMatch(/\/themes\/current\/editor\?/)
  expect(link.getAttribute('target')).toBe('_top')
})
