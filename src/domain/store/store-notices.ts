// The webhooks of the platform about a shop, and their content.
import { z } from 'zod'
import { readShop } from './store.ts'

const noticeTopics = [
  'app/uninstalled',
  'app/scopes_update',
  'customers/data_request',
  'customers/redact',
  'shop/redact',
] as const
export type NoticeTopic = (typeof noticeTopics)[number]

export const isNoticeTopic = (topic: string): topic is NoticeTopic =>
  noticeTopics.some((known) => known === topic)

/** How long an unanswered request is kept after its due date: by then all applications it was about are deleted. */
export const DATA_REQUEST_KEPT_DAYS = 184
/** Processed webhooks are remembered for this long, to recognise repeated deliveries. */
export const NOTICE_DAYS = 30

/** The person of a notice: by their current address in the store, by the store's own id, or both. */
export type NoticedCustomer = { email: string | null; id: string | null }

/** Often only an address. A notice identifies a customer by number, everything else by the platform's longer id. */
export const customerNotice = z
  .object({
    customer: z
      .object({
        email: z.string().trim().max(320).nullish(),
        id: z.union([z.number(), z.string().trim().max(100)]).nullish(),
      })
      .nullish(),
  })
  .transform(({ customer }): NoticedCustomer => ({
    email: customer?.email || null,
    id: customer?.id ? longId(String(customer.id)) : null,
  }))

const longId = (id: string) => (id.startsWith('gid:') ? id : `gid://shopify/Customer/${id}`)

/** Its shop, in those that name it. */
export const namedShopNotice = z
  .object({
    shop_domain: z.string().max(255).nullish().catch(null),
    myshopify_domain: z.string().max(255).nullish().catch(null),
  })
  .transform((named) => readShop(named.shop_domain ?? named.myshopify_domain ?? ''))

export const scopesNotice = z.object({ current: z.array(z.string().max(100)).max(200) })
