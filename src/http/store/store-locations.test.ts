// The locations of a shop as places of jobs: who may use them, the required permission, and what a job stores.
import { beforeAll, expect, test } from 'vitest'
import { LOCATIONS_SCOPE } from '#domain/store/store.ts'
import type { StoreLocation } from '#domain/store/store-locations.ts'
import type { Member, Visitor } from '#test/app.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { connectTestStore, setStandinFault, type Shop } from '#test/servers/stores.ts'

const { stand, app } = await openStoreApp({ work: 'queued' })
let owner: Member
let york: Shop

beforeAll(async () => {
  stand.register(['read_products'], [LOCATIONS_SCOPE])
  owner = await app.owner()
  york = stand.shop('york-tea')
  york.locations = [
    place('302', 'Shambles shop', { address2: 'Ground floor' }),
    place('301', 'Mill Lane', { city: ' ', province: null, country_code: 'XX' }),
    place('303', 'Closed for good', { is_active: false }),
  ]
  await connectTestStore(app, owner, york, ['read_products'])
})

type Place = NonNullable<Shop['locations']>[number]
const place = (id: string, name: string, more: Partial<Place> = {}): Place => ({
  id,
  name,
  address1: '3 Shambles',
  address2: null,
  city: 'York',
  province: 'North Yorkshire',
  zip: 'YO1 7LZ',
  country: 'United Kingdom',
  country_code: 'GB',
  is_active: true,
  ...more,
})

type View = { locations: StoreLocation[]; is_permission_missing: boolean }
const read = async (member: Visitor, query = '') =>
  (await member.call<View>(`/api/store/locations${query}`)).body
const namesOf = ({ locations }: View) =>
  locations.map(({ name, shop_name: shop }) => (shop ? `${name}, ${shop}` : name))

// shows: 2-118
test('without the permission none are offered and the store is not asked; with it they are', async () => {
  expect(await read(owner)).toEqual({ locations: [], is_permission_missing: true })
  const { body } = await owner.call<{ go: string }>('/api/store/permission', {
    body: { scope: LOCATIONS_SCOPE },
  })
  const asked = await fetch(body.go)
  expect(await asked.text()).toContain(LOCATIONS_SCOPE)
  await fetch(asked.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ optional_scopes: LOCATIONS_SCOPE }),
  })
  // Asked by the one who gave it, so that nobody waits for the platform's notice.
  const view = await read(owner, '?checked=true')
  expect(view.is_permission_missing).toBe(false)
  expect(view.locations).toEqual([
    {
      key: 'gid://shopify/Location/301',
      name: 'Mill Lane',
      shop_name: null,
      street: '3 Shambles',
      town: null,
      region: null,
      postcode: 'YO1 7LZ',
      country: null,
    },
    {
      key: 'gid://shopify/Location/302',
      name: 'Shambles shop',
      shop_name: null,
      street: '3 Shambles, Ground floor',
      town: 'York',
      region: 'North Yorkshire',
      postcode: 'YO1 7LZ',
      country: 'GB',
    },
  ])
  expect(namesOf(await read(await app.staff(owner)))).toEqual(['Mill Lane', 'Shambles shop'])
  const refused = await owner.call('/api/store/permission', { body: { scope: 'write_themes' } })
  expect(refused.status).toBe(400)
})

// shows: 2-118
test('those of each store of the organization are offered, and of no other organization', async () => {
  const leeds = stand.shop('leeds-tea')
  leeds.locations = Array.from({ length: 101 }, (_, number) =>
    place(`4${number}`, `Arcade ${number}`),
  )
  await connectTestStore(app, owner, leeds, [LOCATIONS_SCOPE])
  const names = namesOf(await read(owner))
  expect(names).toHaveLength(103)
  expect(names).toContain('Arcade 100, Shop leeds-tea')
  expect(names).toContain('Mill Lane, Shop york-tea')
  await setStandinFault(stand, leeds, 'faults', [{ at: 'graphql', kind: '402' }])
  expect(namesOf(await read(owner))).toEqual([
    'Mill Lane, Shop york-tea',
    'Shambles shop, Shop york-tea',
  ])
  const stranger = await app.owner('Elsewhere Tea')
  expect(await read(stranger)).toEqual({ locations: [], is_permission_missing: false })
  await connectTestStore(app, stranger, stand.shop('elsewhere'), [LOCATIONS_SCOPE])
  expect(namesOf(await read(stranger))).toEqual([])
})

test('a store that does not answer is said to, and one that takes the permission back offers nothing', async () => {
  const broken = await app.owner('Broken Tea')
  const shop = stand.shop('broken-tea')
  shop.locations = [place('501', 'Harbour')]
  await connectTestStore(app, broken, shop, [LOCATIONS_SCOPE])
  await setStandinFault(stand, shop, 'faults', [{ at: 'graphql', kind: '402' }])
  const closed = await broken.call<{ error: { code: string } }>('/api/store/locations')
  expect([closed.status, closed.body.error.code]).toEqual([503, 'store.closed'])
  expect(namesOf(await read(broken))).toEqual(['Harbour'])
  await setStandinFault(stand, shop, 'scopes', [])
  await expect.poll(() => read(broken)).toEqual({ locations: [], is_permission_missing: true })
})
