// A customer's applications, as their page in the shop's admin shows them.
import { z } from 'zod'

/** An id of the platform. */
export const customerApplicationsQuery = z.object({
  customer: z
    .string()
    .max(60)
    .regex(/^gid:\/\/shopify\/Customer\/\d{1,20}$/),
})

export const customerApplicationsView = z.object({
  /** The newest first. */
  applications: z.array(
    z.object({
      id: z.string(),
      job_title: z.string(),
      /** In the language of the request, because the block there has no texts of ours. */
      status_text: z.string(),
      applied_at: z.string(),
    }),
  ),
})
