// What the platform tells the app about a shop, and what each notice carries.
import { z } from 'zod'

export const noticeTopics = [
  'app/uninstalled',
  'app/scopes_update',
  'customers/data_request',
  'customers/redact',
  'shop/redact',
] as const
export type NoticeTopic = (typeof noticeTopics)[number]

export const isNoticeTopic = (topic: string): topic is NoticeTopic =>
  noticeTopics.some((known) => known === topic)

/** Days in which a request for data is answered. */
export const DATA_REQUEST_DAYS = 30
/** Notices that were worked are remembered so long, to know them again. */
export const NOTICE_DAYS = 30

/** Often only an address; without one nothing of the person can be found here. */
export const customerNotice = z.object({
  customer: z.object({ email: z.string().trim().max(320).nullish() }).nullish(),
})

export const scopesNotice = z.object({ current: z.array(z.string().max(100)).max(200) })
