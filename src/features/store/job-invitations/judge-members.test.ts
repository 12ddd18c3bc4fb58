// The members of a segment as a store tells them that lies: nothing goes on for ever, and no mail goes to what is no address.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectShopify, type StoreApp, type Stores } from '#gateways/store/shopify.ts'
import { readMembers } from './judge-members.ts'

let answer: object
const server = createServer((request, response) => {
  request.resume()
  const data = { customerSegmentMembers: answer }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
})
let app: StoreApp
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = connectShopify({
    apiKey: 'key',
    apiSecrets: ['secret'],
    scopes: [],
    distribution: 'custom',
    storeUrl: url,
    adminUrl: url,
  })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const member = (emailAddress: string) => ({
  node: {
    id: 'gid://shopify/CustomerSegmentMember/1',
    defaultEmailAddress: { emailAddress, marketingState: 'SUBSCRIBED' },
  },
})
const members = (addresses: readonly string[], next: string | null = null, total = 1) => ({
  totalCount: total,
  edges: addresses.map(member),
  pageInfo: { hasNextPage: next !== null, endCursor: next },
})
const read = () => {
  const stores: Stores = {
    app,
    renew: () => Promise.resolve(),
    ask: (shop, operation, variables, signal) =>
      app.ask(shop, 'token', operation, variables, signal),
  }
  const segment = { shop: 'a.myshopify.com', segment: 'gid://shopify/Segment/1', after: 'here' }
  return readMembers(stores, segment, AbortSignal.timeout(10_000))
}

test.each([
  ['an empty page before another one', members([], 'next')],
  ['the same page again', members(['a@shop.example'], 'here')],
  [
    'more members than a page has',
    members(Array.from({ length: 100_000 }, () => 'a@shop.example')),
  ],
  ['a number that no counter holds', members(['a@shop.example'], null, 1e12)],
])('%s is no answer', async (_, lie) => {
  answer = lie
  await expect(read()).rejects.toMatchObject({ code: 'store.unreachable' })
})

test('what is no address is not written to', async () => {
  const addresses = [
    'a@shop.example\r\nBcc: b@other.example',
    'a@shop.example, b@other.example',
    'Ana <a@shop.example>',
    'a@shop.example\0',
    'ana',
    `${'a'.repeat(400)}@shop.example`,
    ' Ana@Shop.example ',
  ]
  answer = members(addresses)
  const { members: found } = await read()
  expect(found.map(({ email }) => email)).toEqual([
    ...Array.from({ length: 6 }, () => null),
    'ana@shop.example',
  ])
})
