// The ways to show the widget: code that is ready to paste, and the theme editor of a connected store.
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, connectedStore, noStore, owner, showDashboard } from '#test/screens/dashboard.tsx'
import { inStoreAdmin } from '#test/screens/in-store-admin.ts'

const noMembers = answer({ members: [], pending: [], invitations: [] })
async function show(store = noStore) {
  showDashboard(
    '/admin/settings/website',
    { 'GET /api/organizations/members': noMembers, 'GET /api/store': answer(store) },
    owner,
  )
  return within(await screen.findByRole('region', { name: 'Careers widget' }))
}

it('leads to the shop’s own page, and offers one script element first, with the shop in it', async () => {
  const widget = await show()
  const link = widget.getByRole('link', { name: /opens in a new tab/ })
  expect(link.getAttribute('href')).toBe(`${location.origin}/careers/tiny-tea-shop`)
  expect(widget.getByRole('tab', { name: 'Script tag' }).ariaSelected).toBe('true')
  const code = widget.getByText(/<script/).textContent
  expect(code).toContain(`src="${location.origin}/embed.js"`)
  expect(code).toContain('data-org="tiny-tea-shop" data-title="Job openings at Tiny Tea Shop"')
})

it('offers a frame with its own listener', async () => {
  const widget = await show()
  fireEvent.click(widget.getByRole('tab', { name: 'Plain frame' }))
  const code = widget.getByText(/<iframe/).textContent
  expect(code).toContain('title="Job openings at Tiny Tea Shop"')
  expect(code).toContain(`event.origin !== '${location.origin}'`)
})

it('says what a connected store would offer', async () => {
  const widget = await show()
  fireEvent.click(widget.getByRole('tab', { name: 'Store app block' }))
  expect(await widget.findByText(/connect it, and its theme editor offers/)).toBeTruthy()
})

it('leads to the theme editor of the connected store', async () => {
  const widget = await show(connectedStore)
  fireEvent.click(widget.getByRole('tab', { name: 'Store app block' }))
  const link = await widget.findByRole('link', { name: /Add the block ‘Careers’ to a page/ })
  expect(link.getAttribute('href')).toContain(
    'https://tiny-tea.myshopify.com/admin/themes/current/editor?template=page',
  )
})

it('begins with the block in a store’s admin, where no code is needed', async () => {
  inStoreAdmin()
  const widget = await show(connectedStore)
  expect(
    await widget.findByRole('link', { name: /Add the block ‘Careers’ to a page/ }),
  ).toBeTruthy()
  expect(widget.queryByText(/<script/)).toBeNull()
})
