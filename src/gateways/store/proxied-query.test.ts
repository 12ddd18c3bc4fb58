import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { HonoRequest } from 'hono/request'
import { describe, expect, test } from 'vitest'
import { signProxyQuery } from '#test/servers/stores.ts'
import { createSignatures } from './shopify-signatures.ts'

const secret = 'the secret of the app'
const app = createSignatures('the app', [secret])
const READ = ['after', 'lang', 'q', 'step', 'token']

const added = () => ({
  shop: 'tiny-tea.myshopify.com',
  logged_in_customer_id: '7',
  path_prefix: '/apps/careers',
  timestamp: String(Math.floor(Date.now() / 1000)),
})

type Pairs = (readonly [name: string, value: string])[]

/** Texts that some code could take for what is signed; the first is the one of the platform, which is not our code. */
const signers: ((pairs: Pairs) => string)[] = [
  (pairs) => signProxyQuery(new URLSearchParams(pairs.map((pair) => [...pair])), secret),
  // In the order of a language, each pair by itself.
  (pairs) => hash(pairs.toSorted(([one], [other]) => one.localeCompare(other))),
  // In the order of a language, lists with commas, in one pass: as the library does.
  (pairs) => {
    const values = new Map<string, string>()
    for (const [name, value] of pairs) {
      const before = values.get(name)
      values.set(name, before === undefined ? value : `${before},${value}`)
    }
    return hash([...values].toSorted(([one], [other]) => one.localeCompare(other)))
  },
  // The last value of each name.
  (pairs) => hash([...new Map(pairs)].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  // As given.
  (pairs) => hash(pairs),
]
const hash = (pairs: Pairs) =>
  createHmac('sha256', secret)
    .update(pairs.map((pair) => pair.join('=')).join(''))
    .digest('hex')

/** Both spellings of one name, or of one value, in an address. */
const spelled = (text: string, isEncoded: boolean) =>
  isEncoded
    ? [...new TextEncoder().encode(text)]
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join('')
    : encodeURIComponent(text).replaceAll('%20', '+')

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...READ) },
  { weight: 2, arbitrary: fc.stringMatching(/^[a-z_]{1,6}$/) },
  fc.constantFrom('sz', 'sz\u{ad}', 's\u{200d}z', 'SZ', 's\u{17f}', 'q[]', 'q[0]', '', '__proto__'),
  fc.constantFrom(
    'code',
    'state',
    'shop',
    'timestamp',
    'signature',
    'path_prefix',
    'Shop',
    's=',
    'z&',
  ),
)
const value = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  fc.constantFrom(
    '',
    '&',
    '=',
    ',',
    '+',
    '%',
    '%26',
    '&timestamp=1',
    '\u{ad}',
    'a&',
    'x,y',
    '#',
    '?q=1',
  ),
)
const visited = fc.array(fc.tuple(name, value, fc.boolean()), { maxLength: 5 })

/** The query of an address, with what Shopify adds anywhere in it, and a signature. */
function addressOf(parts: [string, string, boolean][], at: number, signer: number): string {
  const all = parts.toSpliced(
    at,
    0,
    ...Object.entries(added()).map(([key, text]): [string, string, boolean] => [key, text, false]),
  )
  const pairs = all.map(([key, text]) => [key, text] as const)
  const signature = (signers[signer] ?? hash)(pairs)
  return [...all, ['signature', signature, false] as const]
    .map(([key, text, isEncoded]) => `${spelled(key, isEncoded)}=${spelled(text, isEncoded)}`)
    .join('&')
}

describe('what is verified and what is read', () => {
  test('are the same: of no random query is one accepted and another read', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        visited,
        fc.nat({ max: 5 }),
        fc.nat({ max: signers.length - 1 }),
        (parts, at, signer) => {
          const url = `http://localhost/shopify-proxy?${addressOf(parts, at, signer)}`
          const call = app.readProxyCall(new URL(url).searchParams, READ)
          if (!call) return
          accepted += 1
          // All ways to build the text agree, so there is no second one.
          const names = parts.map(([key]) => key)
          expect(new Set(names).size).toBe(names.length)
          expect(
            names.filter((key) => !/^[a-z_]+$/.test(key) || Object.hasOwn(added(), key)),
          ).toEqual([])
          const pairs = [...new URL(url).searchParams].filter(([key]) => key !== 'signature')
          expect(new Set(signers.slice(0, -1).map((sign) => sign(pairs))).size).toBe(1)
          const text = pairs
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map((pair) => pair.join('='))
          expect(text.join('')).not.toContain('&timestamp=')
          // What pages get is what the visitor sent, by the names that they read.
          const given = Object.fromEntries(parts.map(([key, text]) => [key, text]))
          for (const key of READ) expect(call.query[key]).toBe(given[key])
          expect(Object.keys(call.query).filter((key) => !READ.includes(key))).toEqual([])
          expect(call.hasOthers).toBe(names.some((key) => !READ.includes(key)))
          expect(call.customerId).toBe(call.hasOthers ? null : '7')
          // And Hono reads the same from the address that is written again.
          const again = new HonoRequest(
            new Request(`http://localhost/?${new URLSearchParams(call.query)}`),
          )
          expect({ ...again.query() }).toEqual(call.query)
        },
      ),
      { numRuns: 400 },
    )
    expect(accepted).toBeGreaterThan(40)
  })

  test('is every query of names that pages read', () => {
    const plain = fc.uniqueArray(
      fc.tuple(
        fc.constantFrom(...READ),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.boolean(),
      ),
      { selector: ([key]) => key },
    )
    fc.assert(
      fc.property(plain, fc.nat({ max: 5 }), (parts, at) => {
        // Behind a value that ends in '&' the timestamp can be a browser's.
        fc.pre(!parts.some(([, text]) => text.includes('&')))
        const query = new URL(`http://localhost/?${addressOf(parts, at, 0)}`).searchParams
        expect(app.readProxyCall(query, READ)).toMatchObject({
          shop: 'tiny-tea.myshopify.com',
          customerId: '7',
          query: Object.fromEntries(parts.map(([key, text]) => [key, text])),
        })
      }),
      { numRuns: 100 },
    )
  })

  test('is no text of a browser, however a merchant cuts it', () => {
    const chosen = fc.array(
      fc.tuple(
        fc.constantFrom('after', 'lang', 'q', 'step', 'token', 'v', 'si', 'zz', 'sz\u{ad}', 'sz'),
        value,
      ),
      {
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(chosen, (more) => {
        const call = { ...added(), shop: 'victim.myshopify.com' }
        const { timestamp, ...rest } = call
        // The merchant's own admin signs whatever parameters an address has there; the first of them reads all before the victim's part.
        const before = 'x&embedded=1&host=YWRtaW4&shop=mine.myshopify.com&state=y'
        const pairs: Pairs = [
          ['after', before],
          ...Object.entries(rest),
          ...more,
          ['timestamp', timestamp],
        ]
        for (const order of [
          pairs.toSorted(([one], [other]) => one.localeCompare(other)),
          pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ]) {
          // Read by the platform's rule for browsers, a timestamp stands behind '&'.
          const text = order.map((pair) => pair.join('=')).join('')
          if (!text.includes('&timestamp=')) continue
          const signature = createHmac('sha256', secret).update(text).digest('hex')
          const query = new URLSearchParams([
            ...pairs.map((pair) => [...pair]),
            ['signature', signature],
          ])
          expect(app.readProxyCall(query, [...READ, 'v'])).toBeUndefined()
        }
      }),
      { numRuns: 300 },
    )
  })
})

test.each(['shop', 'timestamp', 'signature'])('a query without %s is refused', (missing) => {
  const query = new URLSearchParams(added())
  query.delete(missing)
  if (missing !== 'signature') query.append('signature', signProxyQuery(query, secret))
  expect(app.readProxyCall(query, READ)).toBeUndefined()
})

test.each([
  ['shop', 'tiny-tea'],
  ['shop', 'TINY-TEA.myshopify.com'],
  ['shop', 'https://tiny-tea.myshopify.com'],
  ['timestamp', '1e9'],
  ['timestamp', ''],
])('a query whose %s is %s is refused, although it is signed', (key, text) => {
  const query = new URLSearchParams({ ...added(), [key]: text })
  query.append('signature', signProxyQuery(query, secret))
  expect(app.readProxyCall(query, READ)).toBeUndefined()
})
