// Screens in the pseudo-language: plain English that comes from no answer of the server is not in the catalogue.
import '#test/screens/speak-pseudo.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { isScreen, pathsWith, screenAt, type ScreenPath } from '#domain/screens.ts'
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

/** What a page asks for besides the answers that every test has. */
const servers: Partial<Record<ScreenPath, Server>> = {
  '/privacy': installation,
  '/terms': installation,
  '/organizations': { 'GET /api/organizations/members': members },
  '/admin/applicants': applicants,
  '/admin/requests': {
    'GET /api/rights/requests': answer({ requests: [], next_cursor: null, open: 0, overdue: 0 }),
  },
  '/admin/audit': {
    'GET /api/organizations/members': members,
    'GET /api/audit': answer({ events: [], next_cursor: null }),
  },
}
const rendered = ['/no/such/page', '/auth', ...pathsWith('isLegal'), ...pathsWith('section')].map(
  (path) => ({
    path,
    session: screenAt(path)?.section ? owner : signedOut,
    server: isScreen(path) ? (servers[path] ?? {}) : {},
  }),
)

it.each(rendered)('$path', async ({ path, session, server }) => {
  showDashboard(path, server, session)
  await screen.findAllByRole('heading')
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  const typed = JSON.stringify([session, maya])
  expect(textsOf(document).flatMap((text) => plainWords(text, typed))).toEqual([])
})
