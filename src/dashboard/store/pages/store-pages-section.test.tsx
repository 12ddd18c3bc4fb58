import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { StorePage, StorePagesView } from '#domain/store/store-pages.ts'
import {
  answer,
  connectedStore,
  noStore,
  owner,
  refuse,
  showDashboard,
  type Request,
} from '#test/screens/dashboard.tsx'
import { inStoreAdmin } from '#test/screens/in-store-admin.ts'

const page: StorePage = {
  id: 'gid://shopify/Page/1',
  title: 'Join us',
  handle: 'join-us',
  content: 'Words',
  created_at: '2026-08-02T09:00:00Z',
  updated_at: '2026-08-03T09:00:00Z',
  kind: 'custom',
  is_ours: true,
  kept: 'all',
  job_post_id: null,
  job_title: null,
  job_is_active: null,
  url: 'https://tiny-tea.example/pages/join-us',
}
const linked: StorePage = {
  ...page,
  id: 'gid://shopify/Page/2',
  title: 'Careers - Packer',
  handle: 'careers-j1',
  kind: 'job',
  job_post_id: 'j1',
  job_title: 'Packer',
  job_is_active: true,
}
const view: StorePagesView = {
  connection: 'alive',
  is_demo: false,
  shop: 'tiny-tea.myshopify.com',
  shop_name: 'Tiny Tea',
  missing_scopes: [],
  is_password_protected: false,
  problem: null,
  pages: [page, linked],
  has_more_pages: false,
}
const show = (more: Partial<StorePagesView> = {}, server = {}, search = '', session = owner) =>
  showDashboard(
    `/admin/store-pages${search}`,
    { 'GET /api/store/pages': answer({ ...view, ...more }), ...server },
    session,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const INTEGRATION = 'POST /functions/shopify-integration'

// shows: 2-101
it('lists pages with address, dates, job and what can be done', async () => {
  show()
  const region = await screen.findByRole('region', { name: 'Shopify Pages' })
  expect(await within(region).findByText('/pages/join-us')).toBeTruthy()
  expect(within(region).getByText('Linked to Packer')).toBeTruthy()
  const link = within(region).getByRole('link', { name: 'Open Join us' })
  expect(link.getAttribute('href')).toBe(page.url)
  for (const name of ['Test Connection', 'Refresh Pages', 'Sync Jobs to Shopify']) {
    expect(within(region).getByRole('button', { name })).toBeTruthy()
  }
})

const other = (number: number): StorePage => ({
  ...page,
  id: `gid://shopify/Page/${number}`,
  title: `Page ${number}`,
  handle: `page-${number}`,
  kind: 'other',
  is_ours: false,
  content: '',
})

// shows: 2-101
it('marks the pages of ours, and lists the others read-only, more of them when asked', async () => {
  const others = Array.from({ length: 60 }, (_, place) => other(100 + place))
  show({ pages: [page, linked, ...others], has_more_pages: true })
  const table = await screen.findByRole('table', { name: 'Store pages' })
  const row = (name: string) => within(table).getByRole('row', { name: new RegExp(name) })
  expect(within(row('Join us')).getByText('Linked to all active jobs')).toBeTruthy()
  expect(within(row('Careers - Packer')).getByText('Linked to Packer')).toBeTruthy()
  const theirs = row('Page 100')
  expect(theirs.textContent).toContain('Made in your store')
  expect(within(theirs).queryByText(/Linked to/)).toBeNull()
  expect(within(theirs).getByRole('link', { name: 'Open Page 100' })).toBeTruthy()
  expect(within(theirs).queryByRole('button')).toBeNull()
  expect(within(table).queryByText('Page 159')).toBeNull()
  press('Show 10 more pages')
  expect(within(table).getByText('Page 159')).toBeTruthy()
  // The next step of the person who works with the keyboard is the first of the new ones.
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Open Page 150' }))
  expect(
    screen.getByText('Your store has more pages than the 1000 that are listed here.'),
  ).toBeTruthy()
})

it('opens no dialog for a page that the shop made', async () => {
  show({ pages: [other(7)] }, {}, '?page=7')
  await screen.findByText('/pages/page-7')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// shows: 8-36
it('asks for title and content, keeps what was typed when the store refuses, and closes when it is done', async () => {
  let isRefused = true
  const { requests } = show(
    {},
    {
      [INTEGRATION]: (request: { method: string; path: string; body: unknown }) =>
        (isRefused
          ? refuse('store.unreachable', 503)
          : answer({ success: true, message: '', page }))(request),
    },
  )
  await screen.findByText('/pages/join-us')
  press('Create Career Page')
  const dialog = await screen.findByRole('dialog', { name: 'Create Career Page' })
  const submit = () =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create Career Page' }))
  submit()
  expect(await within(dialog).findByText('Please fill in both title and content')).toBeTruthy()
  const write = (name: string, value: string) =>
    fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } })
  write('Title', 'Our team')
  write('Content', 'We bake.')
  submit()
  expect(await screen.findByText('Shopify Error')).toBeTruthy()
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe(
    'Our team',
  )
  isRefused = false
  submit()
  expect(await screen.findByText('Career page created')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ path }) => path.includes('integration'))?.body).toEqual({
    action: 'create-page',
    pageData: { title: 'Our team', content: 'We bake.' },
  })
})

it('keeps in the address which page is written, and comes back out of it by going back', async () => {
  const { router } = show()
  await screen.findByText('/pages/join-us')
  press('Edit Join us')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Career Page' })
  expect(router.state.location.search).toEqual({ page: '1' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({})
})

it.each([
  ['?page=1', 'Edit Career Page'],
  ['?page=new', 'Create Career Page'],
])('a copied address with %s opens the same', async (search, name) => {
  show({}, {}, search)
  expect(await screen.findByRole('dialog', { name })).toBeTruthy()
})

it('drops what an address cannot mean', async () => {
  for (const search of ['?page=2', '?page=99', '?page=<b>']) {
    show({}, {}, search)
    await screen.findByText('/pages/join-us')
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()
  }
})

it('marks everything as the demo store’s, and leads nobody but owners to connecting', async () => {
  show({ is_demo: true, connection: 'ended' })
  expect(await screen.findByText('Demo store.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Connect it again' })).toBeTruthy()
  cleanup()
  const staff = { ...owner, profile: { ...owner.profile!, role: 'staff' as const } }
  show({ connection: 'ended' }, {}, '', staff)
  expect(await screen.findByText('An owner can connect it.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Connect it again' })).toBeNull()
})

// shows: 2-101
it('deletes a page after asking', async () => {
  show({}, { [INTEGRATION]: answer({ success: true, message: '' }) })
  await screen.findByText('/pages/join-us')
  press('Delete Join us')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Career Page' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Career page deleted')).toBeTruthy()
  const heading = screen.getByRole('heading', { name: 'Shopify Pages' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

it('says that there is nothing to sync, and that a sync failed', async () => {
  let code: 'dashboard.noJobsToSync' | 'store.unreachable' = 'dashboard.noJobsToSync'
  show(
    {},
    {
      'POST /functions/sync-careers-page': (request: {
        method: string
        path: string
        body: unknown
      }) => refuse(code, 409)(request),
    },
  )
  await screen.findByText('/pages/join-us')
  press('Sync Jobs to Shopify')
  expect(await screen.findByText('No Jobs to Sync')).toBeTruthy()
  code = 'store.unreachable'
  fireEvent.click(await screen.findByRole('button', { name: 'Sync Jobs to Shopify' }))
  expect(
    await screen.findByText('Sync Failed: Failed to sync jobs to Shopify. Please try again.'),
  ).toBeTruthy()
})

it('says in words that the permission for pages is missing and what it is for, and asks for it alone', async () => {
  const missing_scopes = ['read_customers', 'write_online_store_pages']
  const { requests } = show(
    { missing_scopes, pages: [] },
    { 'POST /api/store/permission': refuse('store.notConfigured', 409) },
  )
  const name = 'Storehand needs one more permission from your store'
  const asked = await screen.findByRole('region', { name })
  expect(
    within(asked)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([expect.stringMatching(/^Add and change pages in your online storeTo show your jobs/)])
  expect(document.body.textContent).not.toContain('write_online_store_pages')
  // What would only be refused is not offered, and says why.
  for (const closed of ['Refresh Pages', 'Sync Jobs to Shopify', 'Create Career Page']) {
    const button = screen.getByRole('button', { name: closed })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.title).toBe(
      'Your store has not given permission to add and change pages in your online store',
    )
  }
  press('Give permission')
  await screen.findByText('Failed to generate install URL')
  expect(requests.find(({ path }) => path === '/api/store/permission')?.body).toEqual({
    scope: 'write_online_store_pages',
  })
  cleanup()
  // Staff are told who can give it.
  const staff = { ...owner, profile: { ...owner.profile!, role: 'staff' as const } }
  show({ missing_scopes, pages: [] }, {}, '', staff)
  expect(await screen.findByText('An owner of your organization can give it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Give permission' })).toBeNull()
  cleanup()
  // A right that only customers wait for closes no page, and is not asked for here.
  show({ missing_scopes: ['read_customers'] })
  const sync = await screen.findByRole('button', { name: 'Sync Jobs to Shopify' })
  await waitFor(() => expect(sync.getAttribute('aria-disabled')).toBeNull())
  expect(screen.queryByRole('region', { name })).toBeNull()
})

it('in the admin has the platform ask for a permission, and leaves the frame where it does not', async () => {
  const request = vi.fn(() => Promise.resolve({ result: 'granted-all' }))
  const open = vi.fn<(url: string, target: string) => void>()
  vi.stubGlobal('open', open)
  inStoreAdmin({ scopes: { request } })
  const go = 'https://tea.myshopify.com/admin/oauth/install'
  const { requests } = show(
    { missing_scopes: ['write_online_store_pages'], pages: [] },
    {
      'POST /api/store/permission': answer({ shop: 'tea.myshopify.com', go }),
      'GET /api/store/admin-page': answer({
        shop: 'tea.myshopify.com',
        shop_name: null,
        organization_name: null,
        counts: null,
        connect_url: null,
        problem: null,
        reconnect_url: go,
      }),
    },
  )
  const give = await screen.findByRole('button', { name: 'Give permission' })
  fireEvent.click(give)
  await waitFor(() => expect(request).toHaveBeenCalledWith(['write_online_store_pages']))
  await waitFor(() =>
    expect(requests.map(({ path }) => path)).toContain('/api/store/admin-page?checked=true'),
  )
  await waitFor(() => expect(give.getAttribute('aria-disabled')).toBeNull())
  expect(open).not.toHaveBeenCalled()
  request.mockRejectedValueOnce(new Error('Not in the configuration'))
  fireEvent.click(give)
  await waitFor(() => expect(open).toHaveBeenCalledWith(go, '_top'))
})

it('leads to the connection where there is no store, and says when the app was removed', async () => {
  show({ connection: 'uninstalled', pages: [] })
  expect(await screen.findByText(/Storehand was removed from this store/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Connect it again' })
  expect(link.getAttribute('href')).toBe('/connect-shopify?again=true')
})

// shows: 2-127
it('asks which of several stores is meant, says which one it shows, and names it from then on', async () => {
  sessionStorage.clear()
  const choices = [
    { shop: 'tiny-tea.myshopify.com', shop_name: 'Tiny Tea' },
    { shop: 'bikes.myshopify.com', shop_name: null },
  ]
  const named: (string | null | undefined)[] = []
  show(
    {},
    {
      'GET /api/store': (request: Request, store?: string | null) =>
        answer({ ...(store ? connectedStore : noStore), choices })(request, store),
      'GET /api/store/pages': (request: Request, store?: string | null) => {
        const unchosen = { ...view, connection: 'choose', shop: null, pages: [] }
        return answer(store ? view : unchosen)(request, store)
      },
      [INTEGRATION]: (request: Request, store?: string | null) => {
        named.push(store)
        return answer({ success: true, pages: [], has_more_pages: false })(request, store)
      },
    },
  )
  expect(
    await screen.findByText('You have several stores. First choose the one that you mean.'),
  ).toBeTruthy()
  const choice = screen.getByRole('combobox', { name: 'Choose a store' })
  choice.focus()
  fireEvent.keyDown(choice, { key: 't' })
  expect(await screen.findByText('/pages/join-us')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: /Choose a store/ }).textContent).toBe('Tiny Tea')
  press('Refresh Pages')
  await waitFor(() => expect(named).toEqual(['tiny-tea.myshopify.com']))
  sessionStorage.clear()
})
