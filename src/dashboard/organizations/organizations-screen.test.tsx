import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { t, type PlainTextCode } from '#domain/texts/text.ts'
import type {
  InvitationView,
  MembersView,
  OrganizationMember,
} from '#domain/organizations/organizations.ts'
import { answer, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'
import { dropInvitation } from '../shell/session/saved-invitation.ts'

beforeEach(dropInvitation)

const someone = (id: string, first_name: string, last_name: string): OrganizationMember => ({
  id,
  first_name,
  last_name,
  email: `${first_name.toLowerCase()}@tinytea.example`,
  email_verified: true,
  role: 'staff',
  is_approved: true,
  joined_at: '2025-08-02T09:00:00Z',
})
const ana: OrganizationMember = { ...someone('u1', 'Ana', 'Silva'), role: 'organization_owner' }
const jo = someone('u2', 'Jo', 'Reed')
const ada: OrganizationMember = {
  ...someone('u3', 'Ada', 'Lindqvist'),
  is_approved: false,
  email_verified: false,
}
const everyone: MembersView = {
  members: [jo, ana],
  pending: [ada],
  invitations: [{ id: 'i1', email: 'kit@example.com', expires_at: '2099-08-10T09:00:00Z' }],
}
const server = { 'GET /api/organizations/members': answer(everyone) }

const none: SessionView = { ...owner, profile: null, organization: null }
const staff: SessionView = {
  ...owner,
  profile: owner.profile && { ...owner.profile, role: 'staff' },
}
const region = (name: string) => screen.findByRole('region', { name })
const sent = (requests: { method: string; path: string }[]) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

// shows: 2-105, 5-19, 8-21
it('creates only with a name, and says why it was refused', async () => {
  const { requests } = showDashboard(
    '/organizations',
    { 'POST /api/organizations': refuse('organization.alreadyMember', 409) },
    none,
  )
  await screen.findByRole('heading', { name: 'Welcome to Organizations' })
  const create = screen.getByRole('button', { name: 'Create Organization' })
  const name = screen.getByRole('textbox', { name: 'Organization Name' })
  fireEvent.change(name, { target: { value: '   ' } })
  expect(create.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(name, { target: { value: ' Tiny Tea ' } })
  fireEvent.click(create)
  await screen.findByText('Failed to create organization: You already belong to an organization.')
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Tiny Tea' })
})

// shows: 2-107
it('shows an owner who waits and who is there, and no way to decide about herself', async () => {
  showDashboard('/organizations', server, owner)
  const pending = within(await region('Pending Approvals'))
  expect(pending.getByRole('heading', { name: 'Pending Approvals (1)' })).toBeTruthy()
  expect(pending.getByText('Email not verified')).toBeTruthy()
  expect(pending.getByRole('button', { name: 'Approve Ada Lindqvist' })).toBeTruthy()
  const users = within(await region('Organization Users'))
  expect(users.getByRole('heading', { name: 'Organization Users (2)' })).toBeTruthy()
  const [first, own] = users.getAllByRole('row')
  expect(first?.textContent).toContain('jo@tinytea.example')
  expect(first?.textContent).toContain('Joined 2 Aug 2025')
  expect(own?.textContent).toContain('Ana Silva (You)')
  expect(own?.textContent).toContain('Organization Owner')
  expect(users.getAllByRole('combobox')).toEqual([
    users.getByRole('combobox', { name: 'Role of Jo Reed' }),
  ])
  expect(users.getAllByRole('button')).toEqual([
    users.getByRole('button', { name: 'Remove Jo Reed' }),
  ])
})

// shows: 2-107
it('shows staff the people and nothing to decide', async () => {
  const view: MembersView = { ...everyone, pending: null, invitations: null }
  showDashboard('/organizations', { 'GET /api/organizations/members': answer(view) }, staff)
  const users = within(await region('Organization Users'))
  expect(users.getAllByRole('row')).toHaveLength(2)
  expect(users.queryByRole('combobox')).toBeNull()
  expect(users.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Pending Approvals' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
})

it('hides the heading of those who wait when nobody does', async () => {
  const view: MembersView = { ...everyone, pending: [] }
  showDashboard('/organizations', { 'GET /api/organizations/members': answer(view) }, owner)
  await region('Organization Users')
  expect(screen.queryByText(/Pending Approvals/)).toBeNull()
})

it('asks before it declines or removes, and does nothing when the answer is no', async () => {
  const { requests } = showDashboard(
    '/organizations',
    {
      ...server,
      'DELETE /api/organizations/members/u2': () => new Response(null, { status: 204 }),
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Decline Ada Lindqvist' }))
  const decline = await screen.findByRole('alertdialog', { name: 'Decline Ada Lindqvist' })
  fireEvent.click(within(decline).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent(requests)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Remove Jo Reed' }))
  const question = await screen.findByRole('alertdialog', { name: 'Remove Jo Reed' })
  expect(question.textContent).toContain('Remove Jo Reed from Tiny Tea Shop?')
  fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
  await screen.findByText('User removed')
  expect(sent(requests)).toEqual(['DELETE /api/organizations/members/u2'])
})

// shows: 8-22
it.each<[string, string, string, PlainTextCode, string]>([
  [
    'approve',
    'POST /api/organizations/members/u3/approve',
    'Approve Ada Lindqvist',
    'organization.memberMissing',
    'Failed to approve user: ',
  ],
  [
    'remove',
    'DELETE /api/organizations/members/u2',
    'Remove Jo Reed',
    'organization.memberMissing',
    'Failed to remove user: ',
  ],
  [
    'role',
    'PATCH /api/organizations/members/u2/role',
    'Role of Jo Reed',
    'organization.memberPending',
    'Failed to update role: ',
  ],
])('says which decision failed and why: %s', async (kind, call, control, code, text) => {
  showDashboard('/organizations', { ...server, [call]: refuse(code, 409) }, owner)
  if (kind === 'role') {
    const role = await screen.findByRole('combobox', { name: control })
    fireEvent.pointerDown(role, { button: 0, pointerType: 'mouse' })
    fireEvent.mouseDown(role)
    fireEvent.click(role)
    const option = await screen.findByRole('option', { name: 'Organization Owner' })
    fireEvent.mouseMove(option)
    fireEvent.pointerDown(option, { pointerType: 'mouse' })
    fireEvent.click(option)
  } else {
    fireEvent.click(await screen.findByRole('button', { name: control }))
  }
  if (kind === 'remove') {
    const question = await screen.findByRole('alertdialog')
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
  }
  await screen.findByText(text + t(code))
})

// shows: 8-21, 8-22
it.each([
  ['profile', 'Failed to load profile: '],
  ['organization', 'Failed to load organization: '],
  ['users', 'Failed to load users: '],
])('says in red what could not be loaded, and tries again: %s', async (what, text) => {
  let calls = 0
  const first = (failure: Response, then: unknown) => () =>
    (calls += 1) === 1 ? failure.clone() : Response.json(then)
  const away = Response.json(
    {
      error: {
        code: 'server.unavailable',
        message: t('server.unavailable'),
        request_id: 'test',
      },
    },
    { status: 503 },
  )
  showDashboard(
    '/organizations',
    {
      ...server,
      ...(what === 'profile' && { 'GET /api/session': first(away, owner) }),
      ...(what === 'organization' && {
        'GET /api/session': first(Response.json({ ...owner, organization: null }), owner),
      }),
      ...(what === 'users' && { 'GET /api/organizations/members': first(away, everyone) }),
    },
    owner,
  )
  const alert = await screen.findByRole('alert')
  const reason = what === 'organization' ? 'Organization not found' : t('server.unavailable')
  expect(alert.textContent).toContain(text + reason)
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await region('Organization Users')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('takes the controls from an owner who was demoted meanwhile', async () => {
  let session = owner
  showDashboard(
    '/organizations',
    {
      'GET /api/session': () => Response.json(session),
      'GET /api/organizations/members': () =>
        Response.json(session === owner ? everyone : { ...everyone, pending: null }),
      'POST /api/organizations/members/u3/approve': refuse('organization.ownerRequired', 403),
    },
    owner,
  )
  const approve = await screen.findByRole('button', { name: 'Approve Ada Lindqvist' })
  session = staff
  fireEvent.click(approve)
  await screen.findByText('Failed to approve user: Only an organization owner can do this.')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^(Approve|Remove)/ })).toBeNull(),
  )
  await screen.findByText('Your role is now Staff.')
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
})

it('invites an address, and keeps a refused one with its reason', async () => {
  const path = 'POST /api/organizations/invitations'
  let refused = false
  const { requests } = showDashboard(
    '/organizations',
    {
      ...server,
      [path]: (request) => {
        if (refused) return answer({ email: 'new@tinytea.example', expires_at: '' }, 201)(request)
        refused = true
        return refuse('organization.memberAlready', 409)(request)
      },
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite to Tiny Tea Shop' })
  const email = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  const send = () =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send Invitation' }))
  fireEvent.change(email, { target: { value: 'no address' } })
  send()
  await within(dialog).findByText('Please enter a valid email address.')
  expect(sent(requests)).toEqual([])
  fireEvent.change(email, { target: { value: ' new@tinytea.example ' } })
  send()
  await within(dialog).findByText('This person is already part of the organization.')
  expect(email.value).toContain('new@tinytea.example')
  send()
  await screen.findByText('Invitation sent to new@tinytea.example.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

const invitation: InvitationView = {
  state: 'open',
  organization: { id: 'o1', name: 'Tiny Tea Shop', accent: null, logo: null },
  inviter: 'Jo Reed',
  email: 'ana@tinytea.example',
  role: 'staff',
  expires_at: '2026-08-12T12:00:00Z',
  has_account: false,
}
const READ = 'POST /api/organizations/invitations/read'
const ACCEPT = 'POST /api/organizations/invitations/accept'

it('takes an invitation out of the address, says who invites to what, and accepts only by a click', async () => {
  const { requests, router } = showDashboard(
    '/organizations?invitation=secret-token',
    { [READ]: answer(invitation), [ACCEPT]: refuse('organization.alreadyMember', 409) },
    none,
  )
  await screen.findByRole('heading', { name: 'Jo Reed invites you to Tiny Tea Shop' })
  expect(router.state.location.href).toBe('/invitation')
  expect(requests.some(({ path }) => path.endsWith('/accept'))).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Join Tiny Tea Shop' }))
  await screen.findByText(t('organization.alreadyMember'))
  expect(requests.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({
    token: 'secret-token',
  })
  fireEvent.click(screen.getByRole('link', { name: 'Not now' }))
  await screen.findByRole('heading', { name: 'Welcome to Organizations' })
})

it.each([
  [false, 'Sign Up'],
  [true, 'Sign In'],
])('offers a visitor whose account is %s to %s first, with the address', async (has, tab) => {
  showDashboard('/organizations?invitation=secret-token', {
    [READ]: answer({ ...invitation, has_account: has }),
  })
  expect((await screen.findByRole('tab', { name: tab })).ariaSelected).toBe('true')
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  expect([email.value, email.readOnly]).toEqual(['ana@tinytea.example', true])
})

it('lets a new colleague in, also where their session from before the joining is read late', async () => {
  const late = Promise.withResolvers<Response>()
  const sessions = [
    () => Response.json({ user: null, profile: null, organization: null }),
    () => late.promise,
  ]
  const { router, requests } = showDashboard('/organizations?invitation=secret-token', {
    'GET /api/session': () => sessions.shift()?.() ?? Response.json(staff),
    'POST /api/accounts/sign-up': answer({ user_id: 'u1' }, 201),
    [READ]: answer(invitation),
    [ACCEPT]: answer({
      organization: { id: 'o1', name: 'Tiny Tea Shop', slug: 'tiny-tea-shop' },
      is_approved: true,
    }),
  })
  await screen.findByRole('tab', { name: 'Sign Up' })
  for (const [label, value] of [
    ['First Name', 'Jo'],
    ['Last Name', 'Reed'],
    ['Password', 'correct horse'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  const asked = () => requests.filter(({ path }) => path === '/api/session').length
  await waitFor(() => expect(asked()).toBe(3))
  late.resolve(Response.json(none))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
  expect(await screen.findByRole('heading', { name: /Overview|Dashboard/ })).toBeTruthy()
  expect(screen.queryByText('You are not part of an organization yet.')).toBeNull()
})

it('says kindly that another account is signed in, and signs it out on the spot', async () => {
  let session = none
  const { router } = showDashboard(
    '/organizations?invitation=secret-token',
    {
      'GET /api/session': () => Response.json(session),
      [READ]: answer({ ...invitation, email: 'jo@tinytea.example' }),
      'POST /api/accounts/sign-out': () => {
        session = { user: null, profile: null, organization: null }
        return new Response(null, { status: 204 })
      },
    },
    none,
  )
  await screen.findByRole('heading', { name: 'This invitation is for another address' })
  fireEvent.click(screen.getByRole('button', { name: 'Sign out and continue' }))
  expect(await screen.findByRole('tab', { name: 'Sign Up' })).toBeTruthy()
  expect(router.state.location.href).toBe('/invitation')
})

it.each([
  ['expired', 'This invitation has expired', /until 12 August 2026\. Ask Jo Reed/],
  ['withdrawn', 'This invitation was withdrawn', /Tiny Tea Shop has taken it back/],
  ['used', 'This invitation has been used', /Sign in as ana@tinytea\.example/],
] as const)('says of a link that is %s why, and what to do', async (state, heading, text) => {
  showDashboard('/organizations?invitation=secret-token', {
    [READ]: answer({ ...invitation, state }),
  })
  await screen.findByRole('heading', { name: heading })
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Sign In' })).toBeTruthy()
})

it('shows an asked name as it was typed, and takes the request back', async () => {
  let asked = true
  showDashboard(
    '/organizations',
    {
      'GET /api/session': () =>
        Response.json(asked ? { ...none, join_request: { organization_name: 'Tiny  Tea' } } : none),
      'DELETE /api/organizations/join': () => {
        asked = false
        return new Response(null, { status: 204 })
      },
    },
    none,
  )
  await screen.findByRole('heading', { name: 'Pending Approval' })
  expect(document.body.textContent).toContain('An owner of Tiny  Tea must approve you')
  fireEvent.click(screen.getByRole('button', { name: 'Take Back Request' }))
  await screen.findByRole('heading', { name: 'Welcome to Organizations' })
  await screen.findByText('You have withdrawn your request.')
})

// shows: choice-8
it('lists open invitations: sends one again, and withdraws it after a question', async () => {
  let view = everyone
  const { requests } = showDashboard(
    '/organizations',
    {
      'GET /api/organizations/members': (request) => answer(view)(request),
      'POST /api/organizations/invitations': answer(
        { email: 'kit@example.com', expires_at: '' },
        201,
      ),
      'DELETE /api/organizations/invitations/i1': () => {
        view = { ...everyone, invitations: [] }
        return new Response(null, { status: 204 })
      },
    },
    owner,
  )
  const open = within(await region('Open Invitations'))
  expect(open.getByText('10 Aug 2099')).toBeTruthy()
  fireEvent.click(open.getByRole('button', { name: 'Resend invitation to kit@example.com' }))
  await screen.findByText('Invitation sent to kit@example.com.')
  fireEvent.click(open.getByRole('button', { name: 'Withdraw invitation to kit@example.com' }))
  const withdraw = await screen.findByRole('button', { name: 'Withdraw' })
  withdraw.focus()
  fireEvent.click(withdraw)
  await screen.findByText('Invitation withdrawn.')
  // The row has gone and taken the button along: who works by keys goes on at the page's head.
  const head = screen.getByRole('heading', { level: 1 })
  await waitFor(() => expect(document.activeElement).toBe(head))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Open Invitations' })).toBeNull())
  expect(sent(requests)).toEqual([
    'POST /api/organizations/invitations',
    'DELETE /api/organizations/invitations/i1',
  ])
})

// shows: choice-12
it('lets someone who waits leave, after a question', async () => {
  let session: SessionView = {
    ...owner,
    profile: owner.profile && { ...owner.profile, role: 'staff', is_approved: false },
  }
  showDashboard(
    '/organizations',
    {
      'GET /api/session': () => Response.json(session),
      'POST /api/organizations/leave': () => {
        session = none
        return new Response(null, { status: 204 })
      },
    },
    session,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Leave…' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Welcome to Organizations' })).toBeTruthy()
})

// shows: 2-112
it('lets an owner switch a feed off and set the time zone', async () => {
  const { requests } = showDashboard(
    '/admin/settings/website',
    {
      ...server,
      'GET /api/jobs/feeds': answer({ feeds_off: ['atom'], time_zone: null }),
      'PATCH /api/jobs/feeds': answer({ feeds_off: ['atom', 'rss'], time_zone: 'Asia/Tokyo' }),
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Job feeds and time zone' }))
  const feed = await screen.findByRole('switch', { name: 'RSS' })
  expect(feed.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(feed)
  await waitFor(() => expect(feed.getAttribute('aria-checked')).toBe('false'))
  expect(requests.at(-1)?.body).toEqual({ feeds_off: ['rss', 'atom'] })
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  fireEvent.change(zone, { target: { value: 'Europe/London' } })
  fireEvent.blur(zone)
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ time_zone: 'Europe/London' }))
})
