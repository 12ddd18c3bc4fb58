import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from '../queries.ts'
import { FullSite } from './full-site.tsx'

it.each([
  [true, 'If you have no password yet, its sign-in page mails you a link to set one.'],
  // Our own site knows no such account: its mail would set the password of another one with this address.
  [false, 'Only your store lets you in, so there is no password here.'],
])('where a password is possible %s says: %s', async (possible, words) => {
  const state = { has_password: false, can_have_password: possible }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(state)))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FullSite />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(words, { exact: false })).toBeTruthy()
  expect(screen.queryAllByRole('link')).toHaveLength(possible ? 1 : 0)
})
