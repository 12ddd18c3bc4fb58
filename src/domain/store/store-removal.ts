// Taking everything of the app out of a shop: what goes, and how far it is.
import { z } from 'zod'

/** 'failed' can be tried again. While there is a removal of any status, nothing is written into the shop. */
export const removalStatuses = ['running', 'failed', 'finished'] as const
export type RemovalStatus = (typeof removalStatuses)[number]

/** A page that the store did not delete, and the store's words for why. */
export const refusedPage = z.object({ title: z.string(), reason: z.string() })
export type RefusedPage = z.output<typeof refusedPage>

export const storeRemoval = z.object({
  status: z.enum(removalStatuses),
  /** The pages, and the jobs in the theme as one. */
  total: z.number(),
  done: z.number(),
  /** Why it waits or has failed, in a sentence. */
  problem: z.string().nullable(),
  refused: z.array(refusedPage),
})

/** One shop: what the app has in it now, and the removal where one was begun. */
export const shopContent = z.object({
  shop: z.string(),
  shop_name: z.string().nullable(),
  /** Its token works: without one nothing can be removed. */
  is_alive: z.boolean(),
  /** The titles of the pages that were made by the app. */
  pages: z.array(z.string()),
  /** Open jobs, which the theme shows. */
  open_jobs: z.number(),
  removal: storeRemoval.nullable(),
})
export type ShopContent = z.output<typeof shopContent>

export const removalView = z.object({ shops: z.array(shopContent) })
export type RemovalView = z.output<typeof removalView>

export const removalInput = z.object({ shop: z.string().max(500) })
