// The places of a store, as the platform knows them, for the place of a job.
import { z } from 'zod'

/** Named as the facts of a job are, because they become them. */
const storeLocation = z.object({
  /** Of all stores of the organization together. */
  key: z.string(),
  name: z.string(),
  /** Of the store that has it, where the organization has several. */
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
  /** The store that was connected last has not given the permission to read them. */
  is_permission_missing: z.boolean(),
})

export const locationsQuery = z.object({ checked: z.enum(['true', 'false']).default('false') })
