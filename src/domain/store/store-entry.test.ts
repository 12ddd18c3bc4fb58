// The root redirector: the rules of docs/specification.md §2.2 in their order, and that installed shops are not
// redirected in a loop.
import { expect, test } from 'vitest'
import { decideEntry, queryAfterCallback, shopOfVisit, type Visit } from './store-entry.ts'

const host = btoa('admin.shopify.com/store/tiny-tea').replaceAll('=', '')
const shop = 'tiny-tea.myshopify.com'
const internal = 'x1y2-z3.myshopify.com'
const visit = (query: Record<string, string>, more: Partial<Visit> = {}): Visit => ({
  query,
  isFramed: false,
  referrer: '',
  ...more,
})
const embed = (query: Record<string, string>) => ({ kind: 'page', path: '/shopify-embed', query })
const install = (query: Record<string, string>) => ({
  kind: 'page',
  path: '/shopify-install',
  query,
})

// shows: 2-25, 2-26, choice-18
test.each<readonly [rule: string, visit: Visit, isInstalled: boolean, entry: unknown]>([
  ['1: nothing, in a frame', visit({}, { isFramed: true }), false, embed({ dev: 'true' })],
  ['1: nothing, at the top', visit({}), false, install({})],
  ['1: something else is nothing', visit({ utm: 'x' }), false, install({})],
  ...Object.entries({
    'the handle of host before that of shop': [{ host, shop: internal }, internal, 'tiny-tea'],
    'host alone': [{ host }, shop, 'tiny-tea'],
    'shop alone': [{ shop: internal }, internal, null],
    'a host of elsewhere': [{ host: btoa('evil.example/store/x'), shop }, shop, null],
  } as const).map(
    ([what, [query, named, admin_handle]]) =>
      [
        `2: signed, not installed: ${what}`,
        visit({ hmac: 'a', ...query }),
        false,
        { kind: 'grant', store: { shop: named, admin_handle } },
      ] as const,
  ),
  ['2: signed without a shop', visit({ hmac: 'a' }), false, { kind: 'grant', store: undefined }],
  [
    '4: signed, installed',
    visit({ hmac: 'a', host, shop }),
    true,
    embed({ hmac: 'a', host, shop }),
  ],
  [
    '4: signed, opened in the admin',
    visit({ hmac: 'a', host, shop, embedded: '1' }, { isFramed: true }),
    false,
    embed({ hmac: 'a', host, shop, embedded: '1' }),
  ],
  [
    '3: the way back',
    visit({ code: 'c', shop, state: 's', hmac: 'a', host }),
    false,
    { kind: 'callback', query: { code: 'c', shop, state: 's', hmac: 'a', host } },
  ],
  ['4: host', visit({ host }), false, embed({ host })],
  ['5: shop alone', visit({ shop }), false, install({ shop })],
  ['6: a code without its state', visit({ code: 'c', shop }), false, embed({ fallback: 'true' })],
])('rule %s', (_, given, isInstalled, entry) => {
  expect(decideEntry(given, isInstalled)).toEqual(entry)
})

test.each<[Visit, string | undefined]>([
  [visit({ host, shop: internal }), internal],
  [visit({ host }), shop],
  [visit({ host: btoa('evil.example/store/x'), shop }), shop],
  [visit({}, { referrer: 'https://admin.shopify.com/store/tiny-tea/apps/x' }), shop],
  [visit({}, { referrer: 'https://tiny-tea.myshopify.com/admin' }), shop],
  [visit({}, { referrer: 'https://tiny-tea.myshopify.com.evil.example/' }), undefined],
  [visit({ shop: 'evil.example' }), undefined],
])('the shop of %j is %s', (given, expected) => {
  expect(shopOfVisit(given)).toBe(expected)
})

test('what is signed or secret does not travel on', () => {
  expect(queryAfterCallback({ code: 'c', hmac: 'a', state: 's', shop, host })).toEqual({
    shop,
    host,
    authenticated: 'true',
  })
})
