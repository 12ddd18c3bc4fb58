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
