// What the demo's store knows of those demo applicants who have bought there.
import { demoApplicants, seededRandom } from './demo-applicants.ts'

const SEED = 2026
const MONTH = 30 * 86_400_000

/** In the words of the stand-in store, which is a program of its own. */
export type DemoCustomer = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string | null
  orders: number
  /** As the platform writes money: with two decimals. */
  spent: string
  created_at: string
}

/** The same people for the same `now`, customers since one month to four years before it. */
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
