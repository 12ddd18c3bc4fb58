// People of a shop at the stand-in: who works in its admin, and who buys there. A test gives what it is about; the rest is alike.
import type { Customer, StaffUser } from '../../standin/shops.ts'

/** The numbers of the two users. */
export const OWNER = '1001'
export const STAFF = '1002'

/** Ruth, to whom the shop belongs. */
export const ownerUser = (email: string, values: Partial<StaffUser> = {}): StaffUser => ({
  id: OWNER,
  first_name: 'Ruth',
  last_name: 'Lane',
  email,
  email_verified: true,
  account_owner: true,
  ...values,
})

/** Sol, who works for it. */
export const staffUser = (email: string, values: Partial<StaffUser> = {}): StaffUser =>
  ownerUser(email, { id: STAFF, first_name: 'Sol', account_owner: false, ...values })

/** Maya, who has ordered and told no address. */
export const customerOf = (
  values: Pick<Customer, 'id' | 'email'> & Partial<Customer>,
): Customer => ({
  first_name: 'Maya',
  last_name: 'Okafor',
  phone: null,
  orders: 3,
  spent: '120.00',
  created_at: '2024-01-01T00:00:00Z',
  address: { address1: null, address2: null, city: null, province: null, zip: null, country: null },
  ...values,
})
