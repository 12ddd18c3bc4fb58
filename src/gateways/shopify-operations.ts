// Every operation of the Admin API that the product sends, with the shape of its answer. A test validates each against the real schema.
import { z } from 'zod'
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

/** By the exact address: no search syntax, and null where there is no such customer. Needs read_customers. */
export const customerByIdentifier = operation(
  `query CustomerByIdentifier($identifier: CustomerIdentifierInput!) {
    customer: customerByIdentifier(identifier: $identifier) {
      id firstName lastName createdAt numberOfOrders
      amountSpent { amount currencyCode }
      defaultPhoneNumber { phoneNumber }
      defaultAddress { address1 address2 city province zip country }
    }
  }`,
  z.object({
    customer: z
      .object({
        id: z.string().min(1),
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        createdAt: z.string(),
        // Both come as texts: they may be larger than a number can be.
        numberOfOrders: z.coerce.number().int().min(0),
        amountSpent: z.object({ amount: z.coerce.number(), currencyCode: z.string() }),
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
      .nullable(),
  }),
)

/** Needs read_orders, which is not asked for: used where a store has given it all the same. */
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
