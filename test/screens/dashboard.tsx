// For screen tests: the whole dashboard at a URL; only the network is replaced.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { NO_PROFILE, profileOf } from '#domain/organizations/profile.ts'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { ApplicantCounts, ApplicantRow } from '#domain/applicants/applicants.ts'
import { t, type PlainTextCode } from '#domain/texts/text.ts'
import type { Overview } from '#domain/overview/overview.ts'
import { STORE_HEADER } from '#domain/store/meant-store.ts'
import type { StoreView } from '#domain/store/store.ts'
import { quietAttention } from '../input/samples.ts'
import { createQueryClient, signedOut } from '#dashboard/queries.ts'
import { createDashboardRouter } from '#dashboard/routes.tsx'
import { DOCKS } from '#dashboard/ui/hooks/media-query.ts'
import { typeFault } from '../answers.ts'

// Modules that screens load on demand are loaded first, so that no test waits for one.
const preloaded = [
  import.meta.glob(
    '../../src/dashboard/**/*-{page,screen,section,panel,dialog,editor,board,palette}.tsx',
    { eager: true },
  ),
  import.meta.glob('../../src/dashboard/{admin*,pages}.tsx', { eager: true }),
  import.meta.glob('../../src/dashboard/jobs/{created,share}-job.tsx', { eager: true }),
]
// A folder that was moved must not look like success.
if (preloaded.some((modules) => Object.keys(modules).length === 0)) {
  throw new Error('test/screens/dashboard.tsx: a pattern finds no file')
}

export type Request = { method: string; path: string; body: unknown }
/** `store`: the one that the request names. */
export type Answer = (request: Request, store?: string | null) => Response | Promise<Response>
/** 'PATCH /api/jobs/1', or 'GET /api/applicants' for any query. */
export type Server = Record<string, Answer>

export const answer =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status })

/** In the format of the address: functions have another format for errors. */
export const refuse =
  (
    code: PlainTextCode | 'application.invalid',
    status: number,
    fields?: Record<string, string>,
  ): Answer =>
  ({ path }) => {
    const [message, request_id] = [t(code, { message: 'Not valid.' }), 'test']
    const refusal = path.startsWith('/functions/')
      ? { success: false, error: message, code, request_id }
      : { error: { code, message, request_id, fields } }
    return Response.json(refusal, { status })
  }

export const owner: SessionView = {
  user: {
    id: 'u1',
    email: 'ana@tinytea.example',
    first_name: 'Ana',
    last_name: 'Silva',
    closes_at: null,
    email_confirmed: true,
  },
  profile: {
    id: 'u1',
    first_name: 'Ana',
    last_name: 'Silva',
    email: 'ana@tinytea.example',
    organization_id: 'o1',
    role: 'organization_owner',
    is_approved: true,
    approved_by: 'u1',
    approved_at: '2026-01-01T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
  },
  organization: {
    id: 'o1',
    name: 'Tiny Tea Shop',
    slug: 'tiny-tea-shop',
    accent: null,
    logo: null,
  },
}

export const maya: ApplicantRow = {
  id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01',
  email: 'maya@example.com',
  job_post_id: null,
  role_id: 'r1',
  role_title: 'Weekend Sales Assistant',
  first_name: 'Maya',
  last_name: 'Okafor',
  is_existing_customer: true,
  status: 'applied',
  contacted: false,
  has_cv: true,
  has_notes: false,
  starred: false,
  tags: [],
  source: null,
  withdrawn_at: null,
  created_at: '2026-08-12T12:02:00Z',
}

export const counts = (some: Partial<ApplicantCounts> = {}): ApplicantCounts => ({
  applied: 0,
  reviewing: 0,
  interviewed: 0,
  hired: 0,
  rejected: 0,
  all: 0,
  ...some,
})

export const quietOverview: Overview = {
  attention: quietAttention,
  today: {
    since: '2026-08-10T17:00:00Z',
    is_first_visit: false,
    fresh: { count: 0, people: [] },
    waiting: [],
    mails: { count: 0, mails: [] },
    dates: [],
    acts: [],
  },
  checklist: null,
  is_empty: false,
  weeks: Array.from({ length: 12 }, (_, week) => ({
    starts_on: new Date(Date.UTC(2026, 4, 25 + 7 * week)).toISOString().slice(0, 10),
    applications: week,
    median_seconds: null,
  })),
  median_seconds: null,
}

export const noStore: StoreView = {
  choices: [],
  theme_problems: [],
  is_configured: true,
  is_demo: false,
  store: null,
  removed_shop: null,
  removed_because: null,
  admin_url: null,
  theme_editor: null,
  store_url: null,
  jobs_url: null,
  page_count: 0,
  missing_scopes: [],
}

export const connectedStore: StoreView = {
  ...noStore,
  store: {
    shop: 'tiny-tea.myshopify.com',
    scope: 'read_products',
    connected_at: '2026-01-01T00:00:00Z',
    shop_name: 'Tiny Tea',
    currency: 'GBP',
    primary_domain: null,
    is_alive: true,
  },
  admin_url: 'https://admin.shopify.com/store/tiny-tea/apps/abc',
  theme_editor: {
    url: 'https://tiny-tea.myshopify.com/admin/themes/current/editor',
    client_id: 'abc',
  },
}

class Unmoved {
  observe(): void {}
  disconnect(): void {}
}

/** APIs that jsdom lacks. */
export function completeBrowser(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === DOCKS,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  // jsdom has no layout, so nothing becomes visible or changes its size.
  vi.stubGlobal('IntersectionObserver', Unmoved)
  vi.stubGlobal('ResizeObserver', Unmoved)
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('CSS', { escape: (text: string) => text, supports: () => false })
}

/** Answers that a test may give although the contract forbids them. */
const faults: string[] = []
afterEach(() => expect(faults.splice(0)).toEqual([]))

/** Answers the requests sent so far; a request without an answer fails as with an unreachable server. */
export function showDashboard(path: string, server: Server, session: SessionView = signedOut) {
  completeBrowser()
  const requests: Request[] = []
  /** The idempotency keys of the changes that were sent, in order. */
  const keys: string[] = []
  const answers: Server = {
    'GET /api/session': answer(session),
    'GET /api/jobs': answer({ jobs: [], total: 0, next_cursor: null }),
    'GET /api/jobs/titles': answer({ jobs: [] }),
    'GET /api/overview': answer(quietOverview),
    'GET /api/overview/funnel': answer({ ...counts(), seen: 0 }),
    'GET /api/overview/sources': answer({ sources: [] }),
    'GET /api/incidents/urgent': answer({ incidents: [] }),
    'GET /api/jobs/description': answer({ writer: { kind: 'template' } }),
    'GET /api/store/code-setting': answer({ is_asked: false }),
    'GET /api/store/pages': answer({
      connection: 'not-configured',
      is_demo: false,
      shop: null,
      shop_name: null,
      missing_scopes: [],
      is_password_protected: null,
      problem: null,
      pages: [],
      has_more_pages: false,
    }),
    'GET /api/organizations/own/profile': answer(profileOf(NO_PROFILE)),
    'GET /api/accounts/passkeys': answer({ passkeys: [] }),
    'GET /api/accounts/password': answer({ has_password: true, can_have_password: true }),
    'GET /api/accounts/sessions': answer({ sessions: [] }),
    'GET /api/accounts/providers': answer({ providers: [] }),
    'GET /api/applicants': answer({ applicants: [], next_cursor: null, read_at: '' }),
    'GET /api/applicants/counts': answer(counts()),
    'GET /api/applicants/mails': answer({ waiting: [] }),
    'GET /api/notifications': answer({
      email: 'ana@tinytea.example',
      email_confirmed: true,
      time_zone: null,
      applications: 'at-once',
      jobs: [],
      waiting: true,
      undelivered: true,
    }),
    'GET /api/applicants/tags': answer({ tags: [] }),
    'GET /api/store/app': answer({
      is_configured: true,
      is_demo: false,
      scopes: ['read_products', 'read_customers'],
      distribution: 'custom',
      install_url: 'https://admin.shopify.com/oauth/install?client_id=1',
      admin_url: null,
    }),
    'GET /api/store': answer(noStore),
    'GET /api/store/locations': answer({ locations: [], is_permission_missing: false }),
    'GET /api/incidents': answer({ incidents: [], next_cursor: null }),
    'GET /api/incidents/counts': answer({
      open: 0,
      investigating: 0,
      resolved: 0,
      closed: 0,
      all: 0,
    }),
    'GET /api/rights/counts': answer({ open: 0, overdue: 0 }),
    'GET /api/customers/refresh': answer({ is_connected: false, refresh: null, applicants: 0 }),
    ...server,
  }
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    const [pathname = ''] = target.split('?')
    const request: Request = {
      method: init.method ?? 'GET',
      path: target,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(request)
    const key = new Headers(init.headers).get('idempotency-key')
    if (key) keys.push(key)
    const found = answers[`${request.method} ${pathname}`]
    if (!found) throw new TypeError(`No answer for ${request.method} ${target}`)
    const response = await found(request, new Headers(init.headers).get(STORE_HEADER))
    const fault = await typeFault(request, response)
    if (fault) faults.push(fault)
    return response
  })
  const router = createDashboardRouter({ history: createMemoryHistory({ initialEntries: [path] }) })
  render(
    <QueryClientProvider client={createQueryClient(0)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { requests, keys, router }
}
