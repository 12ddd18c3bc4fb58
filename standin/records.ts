// The shop's records in the platform's schema, and the queries and mutations that the product uses. Types and codes of errors are the
// schema's, which refuses others; the words beside a code are a guess, so the product reads the code.
import { GraphQLError } from 'graphql'
import { installationId, metafieldMutations, metafieldsOf } from './metafields.ts'
import { isFound } from './search-syntax.ts'
import {
  membersOf,
  nextId,
  type Customer,
  type Location,
  type Page,
  type Product,
  type Shop,
} from './shops.ts'

type Connection = { first?: number | null; after?: string | null; reverse?: boolean | null }
type PageValues = {
  title?: string | null
  handle?: string | null
  body?: string | null
  isPublished?: boolean | null
  templateSuffix?: string | null
  redirectNewHandle?: boolean | null
  metafields?: { namespace?: string; key: string; type?: string; value: string }[] | null
}
type UserError = { code: string; field: string[]; message: string }

const PAGE_TITLE_MOST = 255
const PAGE_BODY_MOST = 512 * 1024
const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`
const idOf = (value: string) => value.split('/').at(-1) ?? ''

function connection<Row>(rows: readonly Row[], { first, after, reverse }: Connection) {
  const ordered = reverse ? rows.toReversed() : rows
  const start = after ? Number(Buffer.from(after, 'base64url').toString()) : 0
  const nodes = ordered.slice(start, start + (first ?? 50))
  const cursorAt = (place: number) => Buffer.from(String(place)).toString('base64url')
  return {
    nodes,
    edges: nodes.map((node, place) => ({ node, cursor: cursorAt(start + place + 1) })),
    pageInfo: {
      hasNextPage: start + nodes.length < ordered.length,
      hasPreviousPage: start > 0,
      startCursor: nodes.length > 0 ? cursorAt(start + 1) : null,
      endCursor: nodes.length > 0 ? cursorAt(start + nodes.length) : null,
    },
  }
}

const pageRecord = (page: Page) => ({
  __typename: 'Page',
  id: gid('Page', page.id),
  title: page.title,
  handle: page.handle,
  body: page.body,
  bodySummary: page.body.replace(/<[^>]*>/g, ' ').slice(0, 150),
  isPublished: page.is_published,
  publishedAt: page.is_published ? page.created_at : null,
  createdAt: page.created_at,
  updatedAt: page.updated_at,
  templateSuffix: page.template_suffix,
  metafield: ({ namespace, key }: { namespace?: string; key: string }) => {
    const found = page.metafields[`${namespace ?? '$app'}.${key}`]
    return found ? { __typename: 'Metafield', namespace, key, ...found } : null
  },
})

function customerRecord(customer: Customer, shop: Shop) {
  // Each refused field is null, with its own error; the others are returned.
  const personal = <Value>(field: string, value: Value) => {
    if (shop.customer_data === 'all' && !shop.refused_fields?.includes(field)) return value
    return () => {
      throw new GraphQLError(levelTwoRefusal(shop, field), {
        extensions: { code: 'ACCESS_DENIED' },
      })
    }
  }
  return {
    __typename: 'Customer',
    id: gid('Customer', customer.id),
    firstName: personal('firstName', customer.first_name),
    lastName: personal('lastName', customer.last_name),
    createdAt: customer.created_at,
    updatedAt: customer.created_at,
    numberOfOrders: String(customer.orders),
    verifiedEmail: customer.verified_email ?? true,
    lifetimeDuration: 'about 2 years',
    amountSpent: { amount: customer.spent, currencyCode: shop.currency },
    locale: customer.locale ?? 'en',
    defaultEmailAddress: personal('defaultEmailAddress', emailOf(customer)),
    defaultPhoneNumber: personal(
      'defaultPhoneNumber',
      customer.phone ? { phoneNumber: customer.phone } : null,
    ),
    orders: (args: Connection) =>
      connection(
        Array.from({ length: customer.orders }, (_, place) => ({
          id: gid('Order', `${customer.id}${place}`),
          createdAt: customer.created_at,
        })),
        args,
      ),
    defaultAddress: personal('defaultAddress', {
      id: gid('MailingAddress', customer.id),
      ...customer.address,
    }),
  }
}

const emailOf = ({ email, email_marketing: marketing = 'NOT_SUBSCRIBED' }: Customer) => ({
  emailAddress: email,
  marketingState: marketing,
  validFormat: marketing !== 'INVALID',
})

/** A different id with the customer's number. */
function memberRecord(customer: Customer, shop: Shop) {
  const { defaultEmailAddress, firstName, lastName } = customerRecord(customer, shop)
  return {
    __typename: 'CustomerSegmentMember',
    id: gid('CustomerSegmentMember', customer.id),
    firstName,
    lastName,
    defaultEmailAddress,
  }
}

const levelTwoRefusal = (shop: Shop, field: string): string =>
  shop.customer_data === 'plan'
    ? 'Access to personally identifiable information (PII) like customer names, addresses, emails, phone numbers is only available on Shopify, Advanced, and Plus plans.'
    : `This app is not approved to use the ${field} field. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.`

const productRecord = (product: Product) => ({
  __typename: 'Product',
  id: gid('Product', product.id),
  title: product.title,
  handle: product.handle,
  descriptionHtml: product.description_html,
  productType: product.product_type,
  tags: product.tags,
  status: product.status,
  vendor: product.vendor,
  createdAt: product.created_at,
  updatedAt: product.updated_at,
  publishedAt: product.status === 'ACTIVE' ? product.created_at : null,
  metafield: ({ key }: { key: string }) =>
    key === 'location' && product.location
      ? { namespace: 'custom', key, type: 'single_line_text_field', value: product.location }
      : null,
  metafields: (args: Connection) =>
    connection(
      product.location
        ? [
            {
              namespace: 'custom',
              key: 'location',
              type: 'single_line_text_field',
              value: product.location,
            },
          ]
        : [],
      args,
    ),
})

const locationRecord = ({ id, name, is_active: isActive, country_code, ...address }: Location) => ({
  __typename: 'Location',
  id: gid('Location', id),
  name,
  isActive,
  address: { ...address, countryCode: country_code, formatted: [] },
})

/** The root value of every operation on this shop. `storeUrl` is the URL of its storefront. */
export function rootOf(shop: Shop, storeUrl: string, clientId: string) {
  const find = (id: string) => shop.pages.find((page) => page.id === idOf(id))

  return {
    shop: {
      id: gid('Shop', String(shop.number)),
      name: shop.name,
      email: shop.email,
      contactEmail: shop.email,
      myshopifyDomain: shop.domain,
      url: storeUrl,
      primaryDomain: { id: gid('Domain', '1'), host: new URL(storeUrl).host, url: storeUrl },
      currencyCode: shop.currency,
      ianaTimezone: shop.time_zone,
      plan: { publicDisplayName: 'Basic', partnerDevelopment: true, shopifyPlus: false },
      shopAddress: { id: gid('ShopAddress', '1'), countryCodeV2: 'GB' },
    },
    currentAppInstallation: {
      id: installationId(shop),
      ...metafieldsOf(shop),
      launchUrl: `${storeUrl}/admin/apps/${clientId}`,
      accessScopes: (shop.install?.scopes ?? []).map((handle) => ({ handle, description: handle })),
    },
    onlineStore: { passwordProtection: { enabled: shop.is_password_protected } },
    customerByIdentifier: ({ identifier }: { identifier: Record<string, string> }) => {
      const { emailAddress, id, phoneNumber } = identifier
      const found = shop.customers.find(
        (customer) =>
          customer.email.toLowerCase() === emailAddress?.toLowerCase() ||
          (id !== undefined && customer.id === idOf(id)) ||
          (phoneNumber !== undefined && customer.phone === phoneNumber),
      )
      return found ? customerRecord(found, shop) : null
    },
    customer: ({ id }: { id: string }) => {
      const found = shop.customers.find((customer) => customer.id === idOf(id))
      return found ? customerRecord(found, shop) : null
    },
    customers: ({ query, ...args }: Connection & { query?: string }) =>
      connection(
        shop.customers
          .filter((customer) => isFound(query, { email: [customer.email] }))
          .map((customer) => customerRecord(customer, shop)),
        args,
      ),
    segment: ({ id }: { id: string }) => {
      const found = shop.segments?.find((segment) => segment.id === idOf(id))
      return found ? { __typename: 'Segment', id, name: found.name } : null
    },
    customerSegmentMembers: ({ segmentId, ...args }: Connection & { segmentId: string }) => {
      const segment = shop.segments?.find(({ id }) => id === idOf(segmentId))
      if (!segment) throw new GraphQLError('Segment does not exist')
      const members = membersOf(shop, segment).map((customer) => memberRecord(customer, shop))
      return { ...connection(members, args), totalCount: members.length }
    },
    products: ({ query, ...args }: Connection & { query?: string }) =>
      connection(
        shop.products
          .filter((product) =>
            isFound(query, {
              product_type: [product.product_type],
              tag: product.tags,
              title: [product.title],
              status: [product.status],
            }),
          )
          .toSorted((a, b) => a.updated_at.localeCompare(b.updated_at))
          .map(productRecord),
        args,
      ),
    locations: ({
      includeInactive = false,
      ...args
    }: Connection & { includeInactive?: boolean | null }) =>
      connection(
        (shop.locations ?? [])
          .filter((location) => location.is_active || includeInactive)
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(locationRecord),
        args,
      ),
    nodes: ({ ids }: { ids: string[] }) =>
      ids.map((id) => {
        if (id.startsWith('gid://shopify/Customer/')) {
          const customer = shop.customers.find((one) => one.id === idOf(id))
          return customer ? customerRecord(customer, shop) : null
        }
        const found = find(id)
        return found ? pageRecord(found) : null
      }),
    pages: ({ query, sortKey, ...args }: Connection & { query?: string; sortKey?: string }) =>
      connection(
        shop.pages
          .filter((page) =>
            isFound(query, { handle: [page.handle], title: [page.title], id: [page.id] }),
          )
          .toSorted((a, b) =>
            sortKey === 'TITLE'
              ? a.title.localeCompare(b.title)
              : a.updated_at.localeCompare(b.updated_at),
          )
          .map(pageRecord),
        args,
      ),
    page: ({ id }: { id: string }) => {
      const found = find(id)
      return found ? pageRecord(found) : null
    },
    ...metafieldMutations(shop),
    pageCreate: ({ page: values }: { page: PageValues }) => {
      const userErrors = problemsOf(shop, values, undefined)
      if (userErrors.length > 0) return { page: null, userErrors }
      const now = new Date().toISOString()
      const page: Page = {
        id: nextId(shop),
        title: values.title ?? '',
        handle: freeHandle(shop, values.handle ?? slug(values.title ?? '')),
        body: withoutScripts(values.body ?? ''),
        is_published: values.isPublished ?? true,
        template_suffix: values.templateSuffix ?? null,
        metafields: pageMetafields(values),
        created_at: now,
        updated_at: now,
      }
      shop.pages.push(page)
      return { page: pageRecord(page), userErrors: [] }
    },
    pageUpdate: ({ id, page: values }: { id: string; page: PageValues }) => {
      const page = find(id)
      if (!page) return { page: null, userErrors: [missing] }
      const userErrors = problemsOf(shop, { title: page.title, ...values }, page.id)
      if (userErrors.length > 0) return { page: null, userErrors }
      if (values.title != null) page.title = values.title
      if (values.handle != null) {
        if (values.redirectNewHandle) {
          shop.redirects = { ...shop.redirects, [page.handle]: values.handle }
        }
        page.handle = values.handle
      }
      if (values.body != null) page.body = withoutScripts(values.body)
      if (values.templateSuffix != null) page.template_suffix = values.templateSuffix || null
      if (values.isPublished != null) page.is_published = values.isPublished
      Object.assign(page.metafields, pageMetafields(values))
      page.updated_at = new Date().toISOString()
      return { page: pageRecord(page), userErrors: [] }
    },
    pageDelete: ({ id }: { id: string }) => {
      const page = find(id)
      if (!page) return { deletedPageId: null, userErrors: [missing] }
      if (shop.kept_pages?.includes(page.handle)) {
        const kept = { code: null, field: ['id'], message: 'Page cannot be deleted.' }
        return { deletedPageId: null, userErrors: [kept] }
      }
      shop.pages.splice(shop.pages.indexOf(page), 1)
      return { deletedPageId: gid('Page', page.id), userErrors: [] }
    },
  }
}

const missing: UserError = { code: 'NOT_FOUND', field: ['id'], message: 'Page does not exist.' }

function problemsOf(shop: Shop, values: PageValues, own: string | undefined): UserError[] {
  const problems: UserError[] = []
  const refuse = (code: string, field: string, message: string) =>
    problems.push({ code, field: ['page', field], message })
  if (!values.title?.trim()) refuse('BLANK', 'title', "Title can't be blank")
  if ((values.title?.length ?? 0) > PAGE_TITLE_MOST) {
    refuse('TOO_LONG', 'title', `Title is too long (maximum is ${PAGE_TITLE_MOST} characters)`)
  }
  if ((values.body?.length ?? 0) > PAGE_BODY_MOST) refuse('TOO_BIG', 'body', 'Body is too big')
  const taken = shop.pages.some(({ id, handle }) => handle === values.handle && id !== own)
  if (values.handle && taken) refuse('TAKEN', 'handle', 'Handle has already been taken')
  return problems
}

const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function freeHandle(shop: Shop, wanted: string): string {
  const isTaken = (handle: string) => shop.pages.some((page) => page.handle === handle)
  let handle = wanted
  for (let number = 1; isTaken(handle); number += 1) handle = `${wanted}-${number}`
  return handle
}

/** Reports differ on whether scripts in pages are kept; assumes the strict case: they are removed. */
const withoutScripts = (html: string) =>
  html.replace(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '').replace(/<script\b[^>]*>/gi, '')

const pageMetafields = ({ metafields }: PageValues): Page['metafields'] =>
  Object.fromEntries(
    (metafields ?? []).map(
      ({ namespace = '$app', key, type = 'single_line_text_field', value }) => [
        `${namespace}.${key}`,
        { type, value },
      ],
    ),
  )
