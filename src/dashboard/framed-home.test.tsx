import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { StorePersonView } from '#domain/store/store-person.ts'
import type { Funnel, Overview } from '#domain/overview/overview.ts'
import type { AdminPageView } from '#domain/store/store.ts'
import { FramedHome } from './framed-home.tsx'
import { AdminNav } from '#dashboard/shell/admin-nav.tsx'
import { createDashboardRouter } from './routes.tsx'
import { owner, quietOverview } from '#test/screens/dashboard.tsx'
import type { BlockStatus } from '#domain/store/theme-block.ts'
import type { JobsPageView } from '#domain/store/store-pages.ts'
import { createQueryClient, signedOut } from './queries.ts'

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
  reconnect_url: `${admin}/reconnect`,
}

const month: Funnel = {
  seen: 340,
  applied: 12,
  reviewing: 0,
  interviewed: 0,
  hired: 0,
  rejected: 0,
}

const person: StorePersonView = {
  state: 'new',
  first_name: 'Ana',
  last_name: 'Silva',
  email: owner.user?.email ?? '',
  shop_name: 'Tea',
  organization_name: null,
  can_use_shop: true,
  can_take_out: false,
  comes_as_owner: false,
  is_collaborator: false,
}

/** In the admin there is a window around this one, and the platform's script in it. */
function show(
  shop: string | null,
  view?: Partial<AdminPageView>,
  {
    session = owner,
    known = person,
    block = 'available',
    embed = 'available',
    overview = quietOverview,
    target = 'template--page/main/storehand_careers_GPzUYy',
    page = null,
    needsPermission = false,
  }: {
    session?: SessionView
    known?: StorePersonView
    block?: BlockStatus
    embed?: BlockStatus
    overview?: Overview
    /** Where the block is in the theme. */
    target?: string
    page?: JobsPageView['page']
    needsPermission?: boolean
  } = {},
) {
  cleanup()
  const open = vi.fn<(url: string, target: string) => void>()
  const answers: Record<string, unknown> = {
    '/api/store/admin-page': { ...seen, ...view },
    '/api/store/person': known,
    '/api/session': session,
    '/api/overview': overview,
    '/api/store/jobs-page': { page, is_permission_missing: needsPermission },
    '/api/overview/funnel': month,
  }
  const fetch = vi.fn((address: string) => {
    const [path = ''] = address.split('?')
    return Promise.resolve(
      path in answers ? Response.json(answers[path]) : new Response(null, { status: 204 }),
    )
  })
  vi.stubGlobal('open', open)
  // What is said after a change asks whether motion is wanted.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.stubGlobal('fetch', fetch)
  const request = vi.fn(() => Promise.resolve({ result: 'granted-all' }))
  const activations = [
    {
      handle: 'careers',
      status: block,
      activations:
        block === 'active' ? [{ target, themeId: 'gid://shopify/OnlineStoreTheme/1' }] : [],
    },
    { handle: 'careers-embed', status: embed, activations: [] },
  ]
  const extensions = vi.fn(() => Promise.resolve([{ type: 'theme_app_extension', activations }]))
  const bridge = {
    idToken: () => Promise.resolve('token'),
    scopes: { request },
    app: { extensions },
  }
  vi.stubGlobal('shopify', view ? bridge : undefined)
  vi.stubGlobal('self', view ? {} : window.top)
  const written = document.createElement('meta')
  written.name = 'storehand-embedding'
  written.content = JSON.stringify({
    shop,
    is_demo: false,
    admin_url: admin,
    theme_editor: { url: `https://${shop}/admin/themes/current/editor`, client_id: '1' },
  })
  document.head.querySelector('meta[name=storehand-embedding]')?.remove()
  document.head.append(written)
  const router = createDashboardRouter({
    history: createMemoryHistory({ initialEntries: ['/shopify-embed'] }),
    frame: { Home: FramedHome, Nav: AdminNav, base: '/shopify-embed', query: {} },
  })
  render(
    <QueryClientProvider client={createQueryClient(0)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { open, fetch, request, router, answers, extensions }
}

// shows: 2-11
it('shows the three cards with their numbers, and opens the whole dashboard in the app’s page of the admin', async () => {
  const { router } = show('tea.myshopify.com', {})
  expect(await screen.findByRole('region', { name: 'Job Postings' })).toBeTruthy()
  expect(screen.getByText('Tiny Tea Shop')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Connected to tea.myshopify.com' })).toBeTruthy()
  for (const [name, figure] of [
    ['Job Postings', '8'],
    ['Applications', '1,204'],
    ['Career Page', '2'],
  ]) {
    expect(screen.getByRole('region', { name: name ?? '' }).textContent).toContain(figure)
  }
  const jobs = await screen.findByRole('link', { name: 'Manage job posts' })
  expect(jobs.getAttribute('href')).toBe('/shopify-embed/admin/jobs')
  expect(document.querySelector('s-app-nav [rel=home]')?.getAttribute('href')).toBe(
    '/shopify-embed',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open Full Dashboard' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
})

it('asks for nothing outside of the admin, and takes no store from the address for a proof', async () => {
  const { fetch, open } = show('tea.myshopify.com')
  expect(
    await screen.findByRole('heading', { name: 'Connected to tea.myshopify.com' }),
  ).toBeTruthy()
  expect(screen.getByText(/Open Storehand from your store’s admin to see the numbers/)).toBeTruthy()
  expect(screen.getAllByText('not known')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Open Full Dashboard' }))
  expect(open).toHaveBeenCalledWith(admin, '_top')
  show(null)
  expect(await screen.findByText(/We cannot tell which store this is/)).toBeTruthy()
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

it('lets a user of the store in by one click, and leads whoever has an organization out of the frame to sign in', async () => {
  const connect_url = 'https://app.example/connect-shopify?claim=x'
  const nothing = { connect_url, counts: null, organization_name: null }
  const { answers, fetch } = show('tea.myshopify.com', nothing, { session: signedOut })
  expect(await screen.findByText(/Your store knows you as Ana Silva, ana@tinytea/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Sign in and connect' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([connect_url, '_top'])
  Object.assign(answers, {
    '/api/session': owner,
    '/api/store/admin-page': seen,
    '/api/store/person': { ...person, state: 'member' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Open Storehand' }))
  expect(await screen.findByRole('link', { name: 'Manage job posts' })).toBeTruthy()
  expect(fetch).toHaveBeenCalledWith(
    '/api/store/person',
    expect.objectContaining({ method: 'POST' }),
  )
})

it('tells who waits for an owner, and asks for a proof where an account has the address', async () => {
  const organization_name = 'Tiny Tea Shop'
  show(
    'tea.myshopify.com',
    {},
    { session: signedOut, known: { ...person, state: 'pending', organization_name } },
  )
  expect(
    await screen.findByText(/The owners of Tiny Tea Shop see that you are waiting/),
  ).toBeTruthy()
  const { fetch } = show(
    'tea.myshopify.com',
    {},
    { session: signedOut, known: { ...person, state: 'unproved', organization_name } },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Use an account that I have' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send code' }))
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123 456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() =>
    expect(fetch).toHaveBeenCalledWith(
      '/api/store/person/proof',
      expect.objectContaining({ body: JSON.stringify({ code: '123 456' }) }),
    ),
  )
})

it.each([
  ['an organization of this shop alone', { state: 'unproved' as const }, 'Open Storehand', 'shop'],
  ['the account of the address', {}, 'Open Storehand', 'account'],
  [
    'the organization of the shop, as a person of it',
    { state: 'elsewhere' as const, organization_name: 'Tiny Tea Shop' },
    'Ask to join',
    'shop',
  ],
  [
    'the organization that was made in the own shop',
    { organization_name: 'Tiny Tea Shop', comes_as_owner: true },
    'Open Storehand',
    'account',
  ],
  [
    'an own organization, into which the shop is taken out of another',
    { organization_name: 'Agency', can_take_out: true },
    'Take Tea out',
    'take-out',
  ],
])('one click opens %s', async (_, known, name, as) => {
  const { fetch } = show(
    'tea.myshopify.com',
    {},
    { session: signedOut, known: { ...person, ...known } },
  )
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() =>
    expect(fetch).toHaveBeenCalledWith(
      '/api/store/person',
      expect.objectContaining({ body: JSON.stringify({ as }) }),
    ),
  )
})

it('says to who works from outside that somebody of the shop comes first, and offers nothing', async () => {
  show('tea.myshopify.com', {}, { session: signedOut, known: { ...person, is_collaborator: true } })
  expect(await screen.findByText(/Somebody of the shop itself has to open/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Open Storehand' })).toBeNull()
})

it('asks for no permission by itself, and once everything is set up shows what happened lately and who waits', async () => {
  const attention = { ...quietOverview.attention, waiting: 3 }
  const { request } = show('tea.myshopify.com', {}, { overview: { ...quietOverview, attention } })
  const figures = await screen.findAllByRole('listitem')
  expect(figures.map(({ textContent }) => textContent)).toEqual([
    '11New this week',
    '3No reply for 5 days',
    '12Applications in 30 days',
    '340Views of your jobs in 30 days',
  ])
  const waiting = screen.getByRole('link', { name: /No reply/ })
  expect(waiting.getAttribute('href')).toContain('contact=not-contacted')
  expect(screen.queryByRole('button', { name: 'Give permission' })).toBeNull()
  expect(request).not.toHaveBeenCalled()
})

it('counts again when somebody applies', async () => {
  const streams: EventTarget[] = []
  class Stream extends EventTarget {
    close = () => {}
    constructor() {
      super()
      streams.push(this)
    }
  }
  vi.stubGlobal('EventSource', Stream)
  const { answers } = show('tea.myshopify.com', {})
  await screen.findByText('12')
  answers['/api/overview/funnel'] = { ...month, applied: 13 }
  streams.at(-1)?.dispatchEvent(new MessageEvent('applicant.created', { data: '{}' }))
  expect(await screen.findByText('13', {}, { timeout: 10_000 })).toBeTruthy()
})

// shows: 2-131
it('renders nothing that something later would move, and does not wait for ever for the admin around it', async () => {
  const { extensions } = show('tea.myshopify.com', {})
  extensions.mockReturnValue(new Promise(() => {}))
  expect(await screen.findByRole('heading', { name: /^Connected to/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Job Postings' })).toBeNull()
  expect(screen.getByRole('status', { name: 'Loading the overview' })).toBeTruthy()
  expect(
    await screen.findByRole('region', { name: 'Job Postings' }, { timeout: 5000 }),
  ).toBeTruthy()
  expect(screen.getByText('New this week')).toBeTruthy()
})

const toDo: Overview = {
  ...quietOverview,
  checklist: {
    lines: [
      { step: 'widget', state: 'open' },
      { step: 'job', state: 'open' },
    ],
    widget_seen_on: null,
  },
}
const jobsPage = {
  title: 'Careers at Tea',
  handle: 'careers',
  url: 'https://tea.example/pages/careers',
  has_block: true,
}

// shows: 2-122
it('makes the page of the jobs by one click, leads to the theme editor with it, and ticks the step when the page shows the block', async () => {
  const { answers, request } = show('tea.myshopify.com', {}, { overview: toDo })
  const make = 'Make the page for your jobs'
  // In the steps of a new shop alone, without code to paste.
  expect(await screen.findAllByRole('button', { name: make })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Copy code' })).toBeNull()
  expect(screen.queryByText(/Paste the code/)).toBeNull()
  answers['/api/store/jobs-page'] = { page: jobsPage, is_permission_missing: false }
  fireEvent.click(screen.getByRole('button', { name: make }))
  const name = 'Add the block ‘Careers’ to a page'
  expect(await screen.findAllByRole('link', { name })).toHaveLength(1)
  expect(request).not.toHaveBeenCalled()
  for (const link of screen.getAllByRole('link', { name })) {
    expect(link.getAttribute('href')).toMatch(
      /\/themes\/current\/editor\?template=page&.*previewPath=%2Fpages%2Fcareers$/,
    )
    expect(link.getAttribute('target')).toBe('_top')
  }
  show('tea.myshopify.com', {}, { overview: toDo, block: 'active', page: jobsPage })
  expect(await screen.findByText('1 of 2 done')).toBeTruthy()
  expect(screen.getAllByText(/shows your jobs on your page ‘Careers at Tea’/)).toHaveLength(1)
  expect(screen.queryByRole('link', { name })).toBeNull()
})

it('does not take a block for done that no page shows, and says what is left', async () => {
  show('tea.myshopify.com', {}, { overview: toDo, block: 'active' })
  expect(await screen.findAllByText(/shows on only one of them/)).toHaveLength(1)
  expect(screen.getByText('0 of 2 done')).toBeTruthy()
  const text = { ...jobsPage, has_block: false }
  show('tea.myshopify.com', {}, { overview: toDo, block: 'active', page: text })
  expect(await screen.findAllByRole('button', { name: 'Let the block show them' })).toHaveLength(1)
  expect(screen.getByText('0 of 2 done')).toBeTruthy()
  // A template of its own was chosen on purpose.
  const target = 'template--15945716433--page.jobs/main/storehand_careers_GPzUYy'
  show('tea.myshopify.com', {}, { overview: toDo, block: 'active', target })
  expect(await screen.findByText('1 of 2 done')).toBeTruthy()
  expect(screen.getAllByText(/seen in the template ‘page.jobs’/)).toHaveLength(1)
  // What the platform spells otherwise is said as it is, and ticks nothing.
  show('tea.myshopify.com', {}, { overview: toDo, block: 'active', target: 'theme/x' })
  expect(await screen.findAllByText(/seen in the theme, at ‘theme\/x’/)).toHaveLength(1)
  expect(screen.getByText('0 of 2 done')).toBeTruthy()
  expect(screen.queryByText(/in the template of all pages/)).toBeNull()
  show('tea.myshopify.com', {}, { block: 'unavailable' })
  expect(await screen.findByText(/Your theme does not support app blocks/)).toBeTruthy()
})

it('asks for the permission when the page is made, and says without it how to make the page by hand', async () => {
  const { request, fetch } = show('tea.myshopify.com', {}, { needsPermission: true })
  request.mockResolvedValue({ result: 'declined-all' })
  const make = await screen.findByRole('button', { name: 'Make the page for your jobs' })
  fireEvent.click(make)
  expect(await screen.findByText(/you can make the page yourself/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add the block ‘Careers’ to a page' })).toBeTruthy()
  const made = () =>
    expect(fetch).toHaveBeenCalledWith(
      '/api/store/jobs-page',
      expect.objectContaining({ method: 'POST' }),
    )
  expect(made).toThrow()
  request.mockResolvedValue({ result: 'granted-all' })
  fireEvent.click(make)
  await waitFor(made)
  expect(request).toHaveBeenCalledWith(['write_online_store_pages'])
  expect(screen.queryByText(/you can make the page yourself/)).toBeNull()
})

it('says whether the button is on every page, and leads to where it is switched on', async () => {
  show('tea.myshopify.com', {})
  const link = await screen.findByRole('link', { name: 'Switch on the ‘Careers button’' })
  expect(link.getAttribute('href')).toContain('context=apps')
  expect(link.getAttribute('target')).toBe('_top')
  show('tea.myshopify.com', {}, { embed: 'active' })
  expect(
    await screen.findByText('The ‘Careers button’ is on every page of your shop.'),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Switch on the ‘Careers button’' })).toBeNull()
})
