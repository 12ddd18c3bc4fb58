// Screens in the pseudo-language: plain English that comes from no answer of the server is not in the catalogue.
import '#test/screens/speak-pseudo.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import {
  answer,
  counts,
  maya,
  owner,
  showDashboard,
  type Server,
} from '#test/screens/dashboard.tsx'
import { plainWords, textsOf } from '#test/screens/pseudo.ts'

const signedOut: SessionView = { user: null, profile: null, organization: null }
const members = answer({ members: [], pending: [], invitations: [] })
const installation = {
  'GET /api/installation': answer({
    operator_name: null,
    operator_address: null,
    backup_days: null,
    version: '1.2.3',
    support_email: 'a@b.example',
  }),
}
const applicants = {
  'GET /api/applicants': answer({
    applicants: [maya],
    next_cursor: null,
    read_at: maya.created_at,
  }),
  'GET /api/applicants/counts': answer(counts({ applied: 1, all: 1 })),
}

type Rendered = { path: string; session?: SessionView; server?: Server }
const screens: Rendered[] = [
  { path: '/auth', session: signedOut },
  { path: '/privacy', session: signedOut, server: installation },
  { path: '/terms', session: signedOut, server: installation },
  { path: '/no/such/page', session: signedOut },
  { path: '/account' },
  {
    path: '/organizations',
    server: { 'GET /api/organizations/members': members },
  },
  { path: '/admin' },
  { path: '/admin/applicants', server: applicants },
  { path: '/admin/jobs' },
  { path: '/admin/incidents' },
  { path: '/admin/store-pages' },
  { path: '/admin/customers' },
  {
    path: '/admin/requests',
    server: {
      'GET /api/rights/requests': answer({
        requests: [],
        next_cursor: null,
        open: 0,
        overdue: 0,
      }),
    },
  },
  {
    path: '/admin/audit',
    server: {
      'GET /api/organizations/members': members,
      'GET /api/audit': answer({ events: [], next_cursor: null }),
    },
  },
  { path: '/admin/settings' },
]

it.each(screens)('$path', async ({ path, session = owner, server = {} }) => {
  showDashboard(path, server, session)
  await screen.findAllByRole('heading')
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  const typed = JSON.stringify([session, maya])
  expect(textsOf(document).flatMap((text) => plainWords(text, typed))).toEqual([])
})
