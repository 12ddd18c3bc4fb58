// Customers of the demo's store: the demo applicants who have bought there.
import { demoApplicants } from './demo-applicants.ts'
import { seededRandom } from './seeded-random.ts'

const SEED = 2026
const MONTH = 30 * 86_400_000

/** The format of the stand-in store, which is a separate program. */
export type DemoCustomer = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string | null
  orders: number
  /** Total amount as Shopify writes it, with two decimals. */
  spent: string
  created_at: string
}

/** Deterministic for the same `now`. They became customers between one month and four years before it. */
export function demoCustomers(now: Date): DemoCustomer[] {
  const random = seededRandom(SEED)
  return demoApplicants(now)
    .filter((applicant) => applicant.is_existing_customer)
    .map((applicant, place) => {
      const months = 1 + Math.floor(random() * 48)
      const orders = 1 + Math.floor(random() * random() * months)
      return {
        id: String(9000 + place),
        first_name: applicant.firstName,
        last_name: applicant.lastName,
        email: applicant.email,
        phone: applicant.phone,
        orders,
        spent: (orders * (18 + random() * 120)).toFixed(2),
        created_at: new Date(now.getTime() - months * MONTH).toISOString(),
      }
    })
}
