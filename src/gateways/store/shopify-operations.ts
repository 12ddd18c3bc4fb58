// Every Admin API operation that the product sends, with the schema of its answer. A test validates each against Shopify's schema.
import { z } from 'zod'
import { MEMBERS_AT_ONCE } from '#domain/store/job-invitations.ts'
import type { StoreOperation } from './shopify.ts'

const operation = <Answer>(
  text: string,
  answer: z.ZodType<Answer>,
  isChange = false,
): StoreOperation<Answer> => ({ text, answer, isChange })

/** Needs no scope. */
export const shopDetails = operation(
  `query ShopDetails {
    shop { id name myshopifyDomain currencyCode primaryDomain { host } }
    currentAppInstallation { accessScopes { handle } }
  }`,
  z.object({
    shop: z.object({
      id: z.string(),
      name: z.string(),
      myshopifyDomain: z.string(),
      currencyCode: z.string(),
      primaryDomain: z.object({ host: z.string() }),
    }),
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  }),
)

const pageNode = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  body: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PageNode = z.output<typeof pageNode>

const foundPage = pageNode.extend({ templateSuffix: z.string().nullable() })
export type FoundPage = z.output<typeof foundPage>

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const refusals = z.array(z.object({ code: z.string().nullable(), message: z.string() }))

const listedPage = pageNode.omit({ body: true })
export type ListedPage = z.output<typeof listedPage>

/** All pages of the store, by title; without the bodies, which can be large. */
export const listedPages = operation(
  `query ListedPages($first: Int!, $after: String) {
    pages(first: $first, after: $after, sortKey: TITLE) {
      nodes { id title handle createdAt updatedAt }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({ pages: z.object({ nodes: z.array(listedPage), pageInfo }) }),
)

/** Pages by id; null for a deleted one. */
export const pagesById = operation(
  `query PagesById($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Page { id title handle body createdAt updatedAt } }
  }`,
  z.object({ nodes: z.array(pageNode.nullable()) }),
)

/** Pages in the order of their ids; with `query`, only the matching ones. */
export const storePages = operation(
  `query StorePages($first: Int!, $after: String, $query: String) {
    pages(first: $first, after: $after, query: $query, sortKey: ID) {
      nodes { id title handle body templateSuffix createdAt updatedAt }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({ pages: z.object({ nodes: z.array(foundPage), pageInfo }) }),
)

/** Returns the body as the store saved it. */
export const createStorePage = operation(
  `mutation CreateStorePage($page: PageCreateInput!) {
    pageCreate(page: $page) {
      page { id title handle body createdAt updatedAt }
      userErrors { code message }
    }
  }`,
  z.object({ pageCreate: z.object({ page: pageNode.nullable(), userErrors: refusals }) }),
  true,
)

/** Idempotent: may be sent again when the answer was lost. */
export const updateStorePage = operation(
  `mutation UpdateStorePage($id: ID!, $page: PageUpdateInput!) {
    pageUpdate(id: $id, page: $page) {
      page { id title handle body createdAt updatedAt }
      userErrors { code message }
    }
  }`,
  z.object({ pageUpdate: z.object({ page: pageNode.nullable(), userErrors: refusals }) }),
)

/** May be sent again when the answer was lost: for a deleted page the store returns a user error. */
export const deleteStorePage = operation(
  `mutation DeleteStorePage($id: ID!) {
    pageDelete(id: $id) { deletedPageId userErrors { code message } }
  }`,
  z.object({
    pageDelete: z.object({ deletedPageId: z.string().nullable(), userErrors: refusals }),
  }),
)

/** Products that match `query`: those of type Job or with the tag job. */
export const jobProducts = operation(
  `query JobProducts($first: Int!, $after: String, $query: String!) {
    products(first: $first, after: $after, query: $query, sortKey: ID) {
      nodes {
        id title descriptionHtml tags status
        location: metafield(namespace: "custom", key: "location") { value }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({
    products: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          descriptionHtml: z.string(),
          tags: z.array(z.string()),
          status: z.string(),
          location: z.object({ value: z.string() }).nullable(),
        }),
      ),
      pageInfo,
    }),
  }),
)

const listedLocation = z.object({
  id: z.string(),
  name: z.string(),
  address: z.object({
    address1: z.string().nullable(),
    address2: z.string().nullable(),
    city: z.string().nullable(),
    province: z.string().nullable(),
    zip: z.string().nullable(),
    countryCode: z.string().nullable(),
  }),
})
export type ListedLocation = z.output<typeof listedLocation>

/** The shop's locations, by name; without closed ones. Needs read_locations. */
export const storeLocations = operation(
  `query StoreLocations($first: Int!, $after: String) {
    locations(first: $first, after: $after, sortKey: NAME) {
      nodes { id name address { address1 address2 city province zip countryCode } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({ locations: z.object({ nodes: z.array(listedLocation), pageInfo }) }),
)

const storedContact = z.object({
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullable(),
  defaultAddress: z
    .object({
      address1: z.string().nullable(),
      address2: z.string().nullable(),
      city: z.string().nullable(),
      province: z.string().nullable(),
      zip: z.string().nullable(),
      country: z.string().nullable(),
    })
    .nullable(),
})
export type StoredContact = z.output<typeof storedContact>

const signedInPerson = z.object({
  verifiedEmail: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
  defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullable(),
})
export type SignedInCustomer = z.output<typeof signedInPerson>

/** Whether the online store has a password, and the current scopes of the app. */
export const storeState = operation(
  `query StoreState {
    onlineStore { passwordProtection { enabled } }
    currentAppInstallation { accessScopes { handle } }
    shop { name }
  }`,
  z.object({
    onlineStore: z.object({ passwordProtection: z.object({ enabled: z.boolean() }) }),
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
    shop: z.object({ name: z.string() }),
  }),
)

/**
 * The figures of a customer, by exact email address without search syntax; null when there is no such customer. Needs
 * read_customers and the platform's approval of protected customer data, level 1.
 */
export const customerByIdentifier = operation(
  `query CustomerByIdentifier($identifier: CustomerIdentifierInput!) {
    customer: customerByIdentifier(identifier: $identifier) {
      id createdAt numberOfOrders
      amountSpent { amount currencyCode }
    }
  }`,
  z.object({
    customer: z
      .object({
        id: z.string().min(1),
        createdAt: z.string(),
        // Shopify sends both as strings, because they can exceed the range of a JSON number.
        numberOfOrders: z.coerce.number().int().min(0),
        amountSpent: z.object({ amount: z.coerce.number(), currencyCode: z.string() }),
      })
      .nullable(),
  }),
)

/**
 * The customer who is signed in to the shop, by the id that the platform has signed. Level 2: refused fields are null.
 */
export const signedInCustomer: StoreOperation<{ customer: SignedInCustomer | null }> = {
  text: `query SignedInCustomer($id: ID!) {
    customer(id: $id) {
      verifiedEmail
      firstName lastName
      defaultEmailAddress { emailAddress }
      defaultPhoneNumber { phoneNumber }
    }
  }`,
  answer: z.object({ customer: signedInPerson.nullable() }),
  isPartial: true,
}

/** Null when the store has no such segment. Needs read_customers. */
export const customerSegment = operation(
  `query CustomerSegment($id: ID!) { segment(id: $id) { id } }`,
  z.object({ segment: z.object({ id: z.string() }).nullable() }),
)

/**
 * The members of a segment, with their consent to marketing by email. A member's number is also the customer's. The
 * address is of level 2: without it no invitation is possible, so a refusal is an error here.
 */
export const segmentMembers = operation(
  `query SegmentMembers($segment: ID!, $first: Int!, $after: String) {
    customerSegmentMembers(segmentId: $segment, first: $first, after: $after) {
      totalCount
      edges { node { id defaultEmailAddress { emailAddress marketingState } } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({
    customerSegmentMembers: z.object({
      totalCount: z.int32().min(0),
      edges: z
        .array(
          z.object({
            node: z.object({
              id: z.string(),
              defaultEmailAddress: z
                .object({ emailAddress: z.string(), marketingState: z.string() })
                .nullable(),
            }),
          }),
        )
        .max(MEMBERS_AT_ONCE),
      pageInfo,
    }),
  }),
)

/** The customers' languages, as tags. Refused fields are null. */
export const customerLocales: StoreOperation<{
  nodes: ({ id: string; locale: string } | null)[]
}> = {
  text: `query CustomerLocales($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Customer { id locale } }
  }`,
  answer: z.object({ nodes: z.array(z.object({ id: z.string(), locale: z.string() }).nullable()) }),
  isPartial: true,
}

/** Names, number and address: level 2, which the platform approves field by field. Refused fields are null. */
export const customerContact: StoreOperation<{ customer: StoredContact | null }> = {
  text: `query CustomerContact($id: ID!) {
    customer(id: $id) {
      firstName lastName
      defaultPhoneNumber { phoneNumber }
      defaultAddress { address1 address2 city province zip country }
    }
  }`,
  answer: z.object({ customer: storedContact.nullable() }),
  isPartial: true,
}

/** Needs read_all_orders, which the app does not request: used only for stores that granted it anyway. */
export const firstOrderOfCustomer = operation(
  `query FirstOrderOfCustomer($id: ID!) {
    customer(id: $id) { orders(first: 1, sortKey: CREATED_AT) { nodes { createdAt } } }
  }`,
  z.object({
    customer: z
      .object({ orders: z.object({ nodes: z.array(z.object({ createdAt: z.string() })) }) })
      .nullable(),
  }),
)

const themeField = z.object({ key: z.string(), value: z.string() })

/** The app's installation, and the index of the jobs in the shop's theme. Needs no scope. */
export const themeJobsIndex = operation(
  `query ThemeJobsIndex($namespace: String!, $key: String!) {
    currentAppInstallation { id metafield(namespace: $namespace, key: $key) { key value } }
  }`,
  z.object({
    currentAppInstallation: z.object({ id: z.string(), metafield: themeField.nullable() }),
  }),
)

/** The metafields that the store has saved. */
export const themeJobsKept = operation(
  `query ThemeJobsKept($namespace: String!, $first: Int!) {
    currentAppInstallation { metafields(namespace: $namespace, first: $first) { nodes { key value } } }
  }`,
  z.object({
    currentAppInstallation: z.object({ metafields: z.object({ nodes: z.array(themeField) }) }),
  }),
)

/** Atomic. May be sent again when the answer was lost. Needs no scope. */
export const writeThemeJobs = operation(
  `mutation WriteThemeJobs($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { userErrors { code message } }
  }`,
  z.object({ metafieldsSet: z.object({ userErrors: refusals }) }),
)

/** May be sent again when the answer was lost. Needs no scope. */
export const deleteThemeJobs = operation(
  `mutation DeleteThemeJobs($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { userErrors { message } }
  }`,
  z.object({
    metafieldsDelete: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
  }),
)
