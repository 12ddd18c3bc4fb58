import { expect, test } from 'vitest'
import { linkingPage } from './linking-page.ts'

const shop = { root: 'https://tea.example', path: '/apps/careers' }
/** The stand-in has every shop below a path. */
const below = { root: 'http://localhost:4182/tea.myshopify.com', path: '/de/apps/careers' }

test.each([
  ['tea.example/pages/careers', { via: '/pages/careers' }, shop],
  ['tea.example/pages/careers', { via: '/de/pages/careers' }, shop],
  ['localhost:4182/pages/careers', { via: '/tea.myshopify.com/pages/careers' }, below],
  // Of what is no page of the merchant's only the host is known.
  ['tea.example', { via: 'button' }, shop],
  ['tea.example', { via: '/account/orders/1a2b' }, shop],
  ['tea.example', { via: '/pages/<b>' }, shop],
  ['tea.example/pages/team', { referrer: 'https://tea.example/pages/team?utm_source=x' }, shop],
  ['tea.example', { referrer: 'https://tea.example/' }, shop],
  ['tea.example', { referrer: 'https://tea.example/de/account' }, shop],
  ['localhost:4182', { referrer: 'http://localhost:4182/tea.myshopify.com' }, below],
  // Typed, shared by mail, found elsewhere, or a page of ours.
  [undefined, {}, shop],
  [undefined, { via: '' }, shop],
  [undefined, { referrer: 'https://mail.example/inbox' }, shop],
  [undefined, { referrer: 'https://tea.example.evil.example/pages/team' }, shop],
  [undefined, { referrer: 'https://tea.example/apps/careers' }, shop],
  [undefined, { referrer: 'https://tea.example/de/apps/careers/tea-taster' }, shop],
  [undefined, { referrer: 'http://localhost:4182/tea.myshopify.com/apps/careers/x' }, below],
  [undefined, { referrer: 'http://localhost:4182/other.myshopify.com/pages/x' }, below],
  [undefined, { referrer: 'nothing' }, shop],
] as const)('%s: %j', (page, { via, referrer }: { via?: string; referrer?: string }, place) => {
  expect(linkingPage({ via, referrer }, place)).toBe(page)
})
