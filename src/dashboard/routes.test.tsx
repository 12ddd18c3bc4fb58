import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pathsWith, screens, sections, tabsOf, isOffered } from '#domain/screens.ts'
import { answer, noStore, owner, showDashboard } from '#test/screens/dashboard.tsx'

// shows: 2-20
it('says that a page does not exist and leads home', async () => {
  showDashboard('/no/such/page', {})
  expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy()
  expect(screen.getByText('Oops! Page not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
})

// shows: 2-6, 2-22, 6-8
it.each(pathsWith('section'))('%s asks strangers to sign in', async (path) => {
  const { router } = showDashboard(path, {})
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})

// shows: 4-20, 6-5
it('tells people who wait for approval so, and asks for no applicants', async () => {
  const pending = owner.profile
    ? { ...owner, profile: { ...owner.profile, is_approved: false } }
    : owner
  const { requests } = showDashboard('/admin', {}, pending)
  await screen.findByText('An owner of your organization has not approved you yet.')
  expect(requests.some(({ path }) => path.startsWith('/api/applicants'))).toBe(false)
})

const staff = owner.profile && { ...owner, profile: { ...owner.profile, role: 'staff' as const } }

// shows: interface-126
it.each(pathsWith('section'))(
  '%s belongs to one of five entries, on a reload too',
  async (path) => {
    showDashboard(path, {}, owner)
    await screen.findAllByRole('navigation', { name: 'Dashboard sections' })
    const names = ['Overview', 'Applicants', 'Jobs', 'Settings', 'Data protection']
    // The rail, and the bar of a phone.
    const menus = screen.getAllByRole('navigation', { name: 'Dashboard sections' })
    expect(menus).toHaveLength(2)
    for (const menu of menus) {
      const links = within(menu).getAllByRole('link')
      expect(links.map((link) => link.textContent)).toEqual(names)
      const current = within(menu).getAllByRole('link', { current: 'page' })
      const place = sections.indexOf(screens[path].section)
      expect(current.map((link) => link.textContent)).toEqual([names[place]])
    }
  },
)

it.each([
  ['an owner', owner, noStore],
  ['staff', staff ?? owner, noStore],
  ['an owner where no store can be connected', owner, { ...noStore, is_configured: false }],
] as const)('the tabs of settings and of data protection for %s', async (_, session, store) => {
  const isOwner = session.profile?.role === 'organization_owner'
  const hasStore = store.is_configured
  const { router } = showDashboard('/admin/settings', { 'GET /api/store': answer(store) }, session)
  for (const [section, path, name] of [
    ['settings', '/admin/settings', 'Settings'],
    ['protection', '/admin/incidents', 'Data protection'],
  ] as const) {
    await router.navigate({ to: path })
    const tabs = within(await screen.findByRole('navigation', { name }))
    const offered = tabsOf(section).filter((each) => isOffered(each, { isOwner, hasStore }))
    await waitFor(() =>
      expect(tabs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(offered),
    )
  }
})
