// A permission is requested when a person first uses what needs it, once, with its reason; then what was wanted happens.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OptionalScope } from '#domain/store/store.ts'
import { answer, connectedStore, owner, showDashboard } from '#test/screens/dashboard.tsx'
import { inStoreAdmin } from '#test/screens/in-store-admin.ts'

afterEach(() => vi.unstubAllGlobals())

const synced = {
  success: true,
  jobsSync: { created: 0, updated: 0, unchanged: 0, deactivated: 0 },
  leftOut: [],
  pagesSync: null,
  pagesProblem: null,
}
const needed = 'Storehand needs one more permission from your store'

/** `then`: the request that follows once it is granted. */
const places = [
  ['/admin/jobs', 'Sync with Shopify', 'read_products', 'POST /functions/sync-shopify-jobs'],
  ['/admin/customers', 'Refresh Customer Data', 'read_customers', 'POST /api/customers/refresh'],
  ['/admin/store-pages', 'Turn on', 'read_customers', undefined],
] as const satisfies (readonly [string, string, OptionalScope, string | undefined])[]

function show(path: string, missing_scopes: OptionalScope[], as = owner) {
  cleanup()
  let isGranted = false
  const request = vi.fn(() => {
    isGranted = true
    return Promise.resolve({ result: 'granted-all' })
  })
  inStoreAdmin({ scopes: { request } })
  const store = () => ({ ...connectedStore, missing_scopes: isGranted ? [] : missing_scopes })
  const { requests } = showDashboard(
    path,
    {
      'GET /api/store': (sent) => answer(store())(sent),
      'GET /api/customers/refresh': answer({ is_connected: true, refresh: null, applicants: 8 }),
      'POST /api/customers/refresh': answer({ is_connected: true, refresh: null, applicants: 8 }),
      'POST /functions/sync-shopify-jobs': answer(synced),
    },
    as,
  )
  const paths = () => requests.map(({ method, path: address }) => `${method} ${address}`)
  return { request, paths }
}

// shows: 2-130
it.each(places)('%s: ‘%s’ asks for %s first', async (path, name, scope, then) => {
  const { request, paths } = show(path, [scope])
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  // Not before somebody uses it.
  expect(screen.queryByRole('region', { name: needed })).toBeNull()
  fireEvent.click(button)
  const asked = within(await screen.findByRole('region', { name: needed }))
  expect(document.activeElement).toBe(asked.getByRole('heading'))
  expect(asked.getAllByRole('listitem')).toHaveLength(1)
  fireEvent.click(asked.getByRole('button', { name: 'Give permission' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: needed })).toBeNull())
  expect(request.mock.calls).toEqual([[[scope]]])
  if (then) await waitFor(() => expect(paths()).toContain(then))
})

// The setting is for owners alone.
it.each(places.slice(0, 2))(
  '%s: ‘%s’ tells staff who can give it, and does nothing',
  async (path, name, scope, then) => {
    const staff = { ...owner, profile: { ...owner.profile!, role: 'staff' as const } }
    const { paths } = show(path, [scope], staff)
    const button = await screen.findByRole('button', { name })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
    fireEvent.click(button)
    expect(await screen.findByText('An owner of your organization can give it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Give permission' })).toBeNull()
    expect(paths()).not.toContain(then)
  },
)
