// The demo's store: a few customers and products, two of them jobs.
import { madeInStore, newShop, type Customer, type Product, type Shop } from './shops.ts'

export type BriefCustomer = Omit<Customer, 'address'>

const address: Customer['address'] = {
  address1: '12 Mill Lane',
  address2: null,
  city: 'Leeds',
  province: 'West Yorkshire',
  zip: 'LS1 4AB',
  country: 'United Kingdom',
}

const customer = (
  id: string,
  [first_name, last_name]: [string, string],
  orders: number,
  spent: string,
  created_at: string,
  phone: string | null = null,
): Customer => ({
  id,
  first_name,
  last_name,
  email: `${first_name}.${last_name}@mail.example`.toLowerCase(),
  phone,
  orders,
  spent,
  created_at,
  address,
})

const product = (
  id: string,
  title: string,
  description_html: string,
  more: Partial<Product> = {},
): Product => ({
  id,
  title,
  handle: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  description_html,
  product_type: 'Accessory',
  tags: [],
  status: 'ACTIVE',
  vendor: 'Pannier Lane Cycles',
  location: null,
  created_at: '2026-09-01T09:00:00Z',
  updated_at: '2026-09-01T09:00:00Z',
  ...more,
})

/** `known`: further customers of the first shop, given at the start of the program. */
export const demoShops = (known: readonly BriefCustomer[] = []): Shop[] => [
  {
    ...newShop('pannier-lane', 'Pannier Lane Cycles'),
    number: 60_481_213,
    email: 'hello@pannierlane.example',
    customers: [
      {
        ...customer(
          '501',
          ['Maya', 'Okafor'],
          14,
          '1240.50',
          '2021-03-14T10:00:00Z',
          '+447700900123',
        ),
        email_marketing: 'SUBSCRIBED',
      },
      {
        ...customer('502', ['Jon', 'Bell'], 1, '38.00', '2026-06-02T16:20:00Z'),
        email_marketing: 'UNSUBSCRIBED',
      },
      {
        ...customer('503', ['Lena', 'Brandt'], 6, '412.00', '2023-05-20T08:30:00Z'),
        email_marketing: 'SUBSCRIBED',
        locale: 'de',
      },
      ...known.map((brief) => ({ ...brief, address })),
    ],
    segments: [{ id: '401', name: 'Customers near Leeds' }],
    pages: [
      madeInStore(
        '901',
        'About us',
        'about-us',
        '<p>Bicycles and bags since 2011.</p>',
        '2026-08-12T09:00:00Z',
      ),
      madeInStore(
        '902',
        'Delivery and returns',
        'delivery-and-returns',
        '<p>Two days, and thirty to change your mind.</p>',
        '2026-09-03T09:00:00Z',
      ),
    ],
    locations: [
      {
        id: '301',
        name: 'Mill Lane workshop',
        address1: '12 Mill Lane',
        address2: null,
        city: 'Leeds',
        province: 'West Yorkshire',
        zip: 'LS1 4AB',
        country: 'United Kingdom',
        country_code: 'GB',
        is_active: true,
      },
      {
        id: '302',
        name: 'Shambles shop',
        address1: '3 Shambles',
        address2: 'Ground floor',
        city: 'York',
        province: 'North Yorkshire',
        zip: 'YO1 7LZ',
        country: 'United Kingdom',
        country_code: 'GB',
        is_active: true,
      },
    ],
    products: [
      product('701', 'Waxed canvas pannier', '<p>Holds a week of shopping.</p>'),
      product('702', 'Brass bell', '<p>Polite, but clear.</p>'),
      product(
        '801',
        'Saturday Mechanic',
        '<p>Fix punctures, true wheels and talk people out of new bikes they do not need.</p><ul><li>Service bikes to our checklist</li><li>Order parts before we run out</li></ul>',
        { product_type: 'Job', location: 'Leeds', handle: 'saturday-mechanic' },
      ),
      product('802', 'Warehouse Packer', '<p>Pack orders so that they arrive in one piece.</p>', {
        tags: ['job', 'part-time'],
        handle: 'warehouse-packer',
      }),
    ],
  },
  newShop('tiny-tea', 'Tiny Tea Shop'),
]
