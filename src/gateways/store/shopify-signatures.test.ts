import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessionClaims, signClaims, signQuery } from '#test/servers/stores.ts'
import { createSignatures } from './shopify-signatures.ts'

describe('a session token', () => {
  const app = { id: 'the app', secret: 'the secret of the app' }
  const shop = { domain: 'tiny-tea.myshopify.com' }
  const signatures = createSignatures(app.id, [app.secret])
  const claims = sessionClaims(app, shop)
  const { iat } = claims
  const read = (changed: object) =>
    signatures.readSessionToken(signClaims({ ...claims, ...changed }, app.secret))

  test('of the admin names the shop and the user', async () => {
    expect(await read({})).toEqual({ shop: shop.domain, user_id: '42' })
  })

  test('with two clocks that differ by seconds is taken', async () => {
    expect(await read({ nbf: iat + 5, exp: iat - 5 })).toBeDefined()
  })

  const required = ['iss', 'dest', 'aud', 'sub', 'exp', 'nbf'] as const
  test.each(required)('without %s is refused', async (name) => {
    expect(await read({ [name]: undefined })).toBeUndefined()
    expect(await read({ [name]: null })).toBeUndefined()
    expect(await read({ [name]: [claims[name]] })).toBeUndefined()
    expect(await read({ [name]: {} })).toBeUndefined()
    expect(await read({ [name]: '' })).toBeUndefined()
  })

  test.each([
    ['of another shop’s admin', { iss: 'https://mine.myshopify.com/admin' }],
    ['for another shop', { dest: 'https://mine.myshopify.com' }],
    ['of no admin', { iss: 'https://tiny-tea.myshopify.com' }],
    ['of an admin below another path', { iss: 'https://tiny-tea.myshopify.com/x/admin' }],
    [
      'over http',
      { dest: 'http://tiny-tea.myshopify.com', iss: 'http://tiny-tea.myshopify.com/admin' },
    ],
    ['of another host', { dest: 'https://evil.example', iss: 'https://evil.example/admin' }],
    [
      'with a user in the address',
      { dest: 'https://x@tiny-tea.myshopify.com', iss: 'https://x@tiny-tea.myshopify.com/admin' },
    ],
    [
      'with a path behind the shop',
      { dest: 'https://tiny-tea.myshopify.com/x', iss: 'https://tiny-tea.myshopify.com/x/admin' },
    ],
    ['for another app', { aud: 'another app' }],
    ['for several apps', { aud: [app.id, 'another app'] }],
    ['that has ended', { exp: iat - 60 }],
    ['that has not begun', { nbf: iat + 60, exp: iat + 120 }],
    ['whose end is a text', { exp: String(claims.exp) }],
    ['whose user is a number of another type', { sub: 42 }],
    ['whose user is negative', { sub: '-42' }],
    ['whose user is in other digits', { sub: '٤٢' }],
    ['whose user has a line behind', { sub: '42\n' }],
  ])('%s is refused', async (_, changed) => {
    expect(await read(changed)).toBeUndefined()
  })

  // The same secret signs tokens of the checkout and of customers' accounts.
  const { iss: __, ...ofExtension } = claims
  const customer = { sub: 'gid://shopify/Customer/42' }
  test.each([
    ['of the checkout, of a guest', { ...ofExtension, dest: shop.domain, sub: undefined }],
    ['of the checkout, of a customer', { ...ofExtension, dest: shop.domain, ...customer }],
    [
      'of the checkout, with a URL and an issuer',
      { ...ofExtension, iss: claims.dest, ...customer },
    ],
    ['of a customer’s account', { ...ofExtension, ...customer }],
    ['of a customer, in the form of the admin’s', { ...claims, ...customer }],
    ['of the payment page', { iss: 'shopify', input_data: { shop }, iat, exp: claims.exp }],
  ])('%s is refused', async (_, ofOther) => {
    expect(await signatures.readSessionToken(signClaims(ofOther, app.secret))).toBeUndefined()
  })
})

test('a query of a browser is signed with exactly its parameters, wherever they are cut', async () => {
  const secret = 'the secret of the app'
  const signatures = createSignatures('the app', [secret])
  const timestamp = String(Math.floor(Date.now() / 1000))
  const text = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('', '&', '=', '&shop=a', '%26'),
  )
  const chosen = fc.record({ code: text, shop: text, state: text })
  await fc.assert(
    fc.asyncProperty(chosen, chosen, async (one, other) => {
      const hmac = signQuery({ ...one, timestamp }, secret)
      const { code, shop, state } = one
      const others: Record<string, string>[] = [
        { code: `${code}&shop=${shop}`, state },
        { code, shop: `${shop}&state=${state}` },
        { ...one, 'st\u{ad}ate': state },
        ...(JSON.stringify(one) === JSON.stringify(other) ? [] : [other]),
      ]
      for (const query of others)
        expect(await signatures.isSigned({ ...query, timestamp, hmac })).toBe(false)
    }),
    { numRuns: 100 },
  )
  const query = { code: 'a b&c=d', shop: 'tiny-tea.myshopify.com', state: '=', timestamp }
  expect(await signatures.isSigned({ ...query, hmac: signQuery(query, secret) })).toBe(true)
})
