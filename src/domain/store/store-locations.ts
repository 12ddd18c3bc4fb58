// The locations of a store on the platform, for the place of a job.
import { z } from 'zod'

/** Named like the facts of a job, because they become them. */
const storeLocation = z.object({
  /** Of all stores of the organization together. */
  key: z.string(),
  name: z.string(),
  /** The name of its store, when the organization has several. */
  shop_name: z.string().nullable(),
  street: z.string().nullable(),
  town: z.string().nullable(),
  region: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string().nullable(),
})
export type StoreLocation = z.output<typeof storeLocation>

export const storeLocationsView = z.object({
  locations: z.array(storeLocation),
  /** The most recently connected store has not granted the permission to read them. */
  is_permission_missing: z.boolean(),
})

export const locationsQuery = z.object({ checked: z.enum(['true', 'false']).default('false') })
