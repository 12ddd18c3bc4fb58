import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Installation } from '#domain/installation.ts'
import { answer, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const named: Installation = {
  operator_name: 'Example Jobs Ltd',
  backup_days: 14,
  version: '1.2.3',
  operator_address: '1 High Street\nLeeds LS1 1AA',
  support_email: 'help@example.com',
}
const unnamed: Installation = { ...named, operator_name: null, operator_address: null }
const show = (path: string, installation = named) =>
  showDashboard(path, { 'GET /api/installation': answer(installation) })

// shows: 2-19
it.each([
  ['/privacy', 'Privacy Policy', 9],
  ['/terms', 'Terms of Service', 9],
])('%s is a readable text: dated, numbered, and listed', async (path, title, most) => {
  show(path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  // One title for every public page (docs/specification.md §2.1).
  expect(document.title).toBe('Storehand - Join Our Team')
  expect(screen.getByText('Last updated: January 2025')).toBeTruthy()
  const headings = screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)
  expect(headings.length).toBeGreaterThan(6)
  expect(headings.length).toBeLessThanOrEqual(most)
  expect(headings.every((text, index) => text.startsWith(`${index + 1}. `))).toBe(true)
  for (const contents of screen.getAllByRole('navigation', { name: 'Contents' })) {
    const links = within(contents).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(headings)
    for (const link of links) {
      expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
    }
  }
})

// shows: 2-108, 2-109, 9-26
it.each([
  ['/privacy', ['AES-256', '72 hours', '6 months', '30 days', '7 years']],
  [
    '/privacy',
    ['Use and sharing', 'Role-based access', 'Multi-factor', 'Audit logs', 'Monitoring'],
  ],
  ['/privacy', ['access', 'rectification', 'erasure', 'portability', 'restriction', 'objection']],
  ['/privacy', ['withdrawal of your consent', 'opting out', 'without undue delay']],
  ['/terms', ['non-refundable', '30 days', 'at will', 'Prohibited uses', '72 hours']],
])('%s says %j', async (path, words) => {
  show(path)
  const article = await screen.findByRole('article')
  for (const word of words) expect(article.textContent).toContain(word)
})

it.each([
  [14, /Encrypted backups .* up to 14 days longer/],
  [null, undefined],
])('/privacy says how long backups keep what was deleted: %s days', async (backup_days, words) => {
  show('/privacy', { ...named, backup_days })
  expect(await screen.findByText(/Security logs are kept/)).toBeTruthy()
  const shownText = screen.queryByText(/Encrypted backups/)?.textContent
  expect(shownText).toEqual(words && expect.stringMatching(words))
})

// shows: 2-109, interface-37
it.each(['/privacy', '/terms'])('%s names who runs this installation', async (path) => {
  show(path)
  expect(await screen.findByText(/1 High Street/)).toBeTruthy()
  expect(screen.getAllByText(/Example Jobs Ltd/).length).toBe(2)
  const [link] = screen.getAllByRole('link', { name: 'help@example.com' })
  expect(link?.getAttribute('href')).toBe('mailto:help@example.com')
  expect(screen.queryByRole('note')).toBeNull()
})

it('says plainly that the operator has not been named', async () => {
  show('/terms', unnamed)
  expect((await screen.findByRole('note')).textContent).toContain('has not set a name')
})

it('shows no contract without its parties: the server can be asked again', async () => {
  showDashboard('/privacy', { 'GET /api/installation': refuse('server.unexpected', 400) })
  expect((await screen.findByRole('alert')).textContent).toContain('An unexpected error occurred.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
})
