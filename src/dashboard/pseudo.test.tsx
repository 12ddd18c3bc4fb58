// Screens in disguised English: a word that is still plain, and that no answer of the server holds, is not in the catalogue.
import '#test/speak-pseudo.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { answer, counts, maya, owner, showDashboard, type Server } from '#test/dashboard.tsx'
import { plainWords, textsOf } from '#test/pseudo.ts'
import { isNotYet } from '../../scripts/check-texts.ts'

const nobody: SessionView = { user: null, profile: null, organization: null }
const members = answer({ members: [], pending: [], invitations: [] })
const applicants = {
  'GET /api/applicants': answer({
    applicants: [maya],
    next_cursor: null,
    read_at: maya.created_at,
  }),
  'GET /api/applicants/counts': answer(counts({ applied: 1, all: 1 })),
}

type Drawn = { path: string; rooms: string[]; session?: SessionView; server?: Server }
/** Each with the folders that it draws from, besides `shell` and `ui`. */
const screens: Drawn[] = [
  { path: '/auth', rooms: ['accounts'], session: nobody },
  { path: '/privacy', rooms: ['legal'], session: nobody },
  { path: '/terms', rooms: ['legal'], session: nobody },
  { path: '/no/such/page', rooms: [], session: nobody },
  { path: '/account', rooms: ['accounts'] },
  {
    path: '/organizations',
    rooms: ['organizations'],
    server: { 'GET /api/organizations/members': members },
  },
  { path: '/admin', rooms: ['overview'] },
  { path: '/admin/applicants', rooms: ['applicants'], server: applicants },
  { path: '/admin/jobs', rooms: ['jobs'] },
  { path: '/admin/incidents', rooms: ['incidents'] },
  { path: '/admin/store-pages', rooms: ['store'] },
  { path: '/admin/customers', rooms: ['applicants', 'store'] },
  {
    path: '/admin/audit',
    rooms: ['audit'],
    server: {
      'GET /api/organizations/members': members,
      'GET /api/audit': answer({ events: [], next_cursor: null }),
    },
  },
  { path: '/admin/settings', rooms: ['mails', 'organizations', 'retention', 'store'] },
]

/** Screens whose folders have their texts in the catalogue. */
const converted = screens.filter(({ rooms }) =>
  ['', 'shell/', 'ui/', ...rooms.map((room) => `${room}/`)].every(
    (room) => !isNotYet(`src/dashboard/${room}routes.tsx`),
  ),
)

it.runIf(converted.length > 0).each(converted)(
  '$path',
  async ({ path, session = owner, server = {} }) => {
    showDashboard(path, server, session)
    await screen.findAllByRole('heading')
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
    const typed = JSON.stringify([session, maya])
    expect(textsOf(document).flatMap((text) => plainWords(text, typed))).toEqual([])
  },
)
