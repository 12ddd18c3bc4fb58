// Removing everything of the app from a shop: what is removed, and the progress.
import { z } from 'zod'

/** 'failed' can be retried. While there is a removal in any status, nothing is written into the shop. */
export const removalStatuses = ['running', 'failed', 'finished'] as const
export type RemovalStatus = (typeof removalStatuses)[number]

/** A page that the store did not delete, and the store's message. */
const refusedPage = z.object({ title: z.string(), reason: z.string() })
export type RefusedPage = z.output<typeof refusedPage>

const storeRemoval = z.object({
  status: z.enum(removalStatuses),
  /** The pages, and the jobs in the theme counted as one. */
  total: z.number(),
  done: z.number(),
  /** Why it waits or failed, as a sentence. */
  problem: z.string().nullable(),
  refused: z.array(refusedPage),
})

/** One shop: what the app has in it now, and the removal if one was started. */
const shopContent = z.object({
  shop: z.string(),
  shop_name: z.string().nullable(),
  /** Its token is valid: without one nothing can be removed. */
  is_alive: z.boolean(),
  /** The titles of the pages that the app created. */
  pages: z.array(z.string()),
  /** Open jobs, which the theme shows. */
  open_jobs: z.number(),
  removal: storeRemoval.nullable(),
})
export type ShopContent = z.output<typeof shopContent>

export const removalView = z.object({ shops: z.array(shopContent) })
export type RemovalView = z.output<typeof removalView>

export const removalInput = z.object({ shop: z.string().max(500) })
