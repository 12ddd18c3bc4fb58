// Customers: the store's data about an applicant who bought there, and its wording in the profile.
import { z } from 'zod'
import { t } from '../texts/text.ts'
import { moneyText } from '../texts/formats.ts'

/** 'unknown' when the app may not read customers in the store: that reveals nothing about the person. */
const customerStatuses = ['customer', 'new', 'unknown'] as const

const addressParts = ['address1', 'address2', 'city', 'province', 'zip', 'country'] as const
const customerAddress = z.record(z.enum(addressParts), z.string().nullable())
export type CustomerAddress = z.output<typeof customerAddress>

/** The store's answer (docs/specification.md §3.6). Null: the store does not have the value, or does not share it. */
export const customer = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  ordersCount: z.number(),
  totalSpent: z.number(),
  /** The store's currency, ISO 4217; null if unknown. */
  currency: z.string().nullable(),
  customerSince: z.string().nullable(),
  /** Null unless the store lets the app read all orders: without the older ones the first order would be wrong. */
  firstOrderDate: z.string().nullable(),
  tenureText: z.string(),
  customerStatus: z.enum(customerStatuses),
  /** The address in one line, its parts separated by commas. */
  defaultAddress: z.string().nullable(),
  address: customerAddress.nullable(),
})
export type Customer = z.output<typeof customer>

/** The result of asking the store about an address. */
export type CustomerLookup =
  | { state: 'not-connected' }
  | { state: 'unknown' }
  | { state: 'none' }
  | { state: 'found'; shop: string; customer: Customer }

/** What staff read about an applicant's customer record; null when the store does not share it. */
export const customerView = z.discriminatedUnion('connected', [
  z.object({ connected: z.literal(false) }),
  z.object({
    connected: z.literal(true),
    customerStatus: z.enum(customerStatuses),
    customer: customer.nullable(),
  }),
])
export type CustomerView = z.output<typeof customerView>

/** The stored customer data of an applicant: figures and the store's id, but neither name nor address. */
const customerSnapshot = z.object({
  customer_status: z.enum(['customer', 'new']),
  customer_id: z.string().nullable(),
  orders_count: z.number(),
  total_spent: z.number(),
  currency: z.string().nullable(),
  customer_since: z.string().nullable(),
})
export type CustomerSnapshot = z.output<typeof customerSnapshot> & {
  /** The shop that answered; null when none has the customer. */
  shop: string | null
}

export const keptCustomer = customerSnapshot.extend({ read_at: z.string() })
export type KeptCustomer = z.output<typeof keptCustomer>

/** What a person with a verified address sees of their own record in the form. */
export const customerPrefill = customer.pick({
  id: true,
  firstName: true,
  lastName: true,
  phone: true,
  customerSince: true,
  totalSpent: true,
  currency: true,
})
export type CustomerPrefill = z.output<typeof customerPrefill>

/** The result of a verification's customer lookup. */
export type KnownCustomer = CustomerPrefill & Pick<Customer, 'ordersCount'>
export type KnownLookup =
  | Exclude<CustomerLookup, { state: 'found' }>
  /** Verifications from before all of an organization's stores were asked have no shop. */
  | { state: 'found'; shop?: string; customer: KnownCustomer }

/** Only what the form shows and the flag needs. */
export function knownOf(lookup: CustomerLookup): KnownLookup {
  if (lookup.state !== 'found') return lookup
  const { id, firstName, lastName, phone, customerSince, totalSpent, currency, ordersCount } =
    lookup.customer
  return {
    state: 'found',
    shop: lookup.shop,
    customer: { id, firstName, lastName, phone, customerSince, totalSpent, currency, ordersCount },
  }
}

/** The form waits for the store at most this long; after that it is empty. */
export const PREFILL_WAIT_MS = 1500

/** The prefilled values of the form, field by field; a field that the store does not have stays empty. */
export function prefilledValues(
  known: KnownCustomer | undefined,
): Partial<Record<'firstName' | 'lastName' | 'phone', string>> {
  return {
    ...(known?.firstName && { firstName: known.firstName }),
    ...(known?.lastName && { lastName: known.lastName }),
    ...(known?.phone && { phone: known.phone }),
  }
}

/** 'Customer since 2021 · £1,240.50', as the form greets a customer; empty for other people. */
export function customerLine(customer: KnownCustomer): string | null {
  if (!isExistingCustomer(customer)) return null
  const since = new Date(customer.customerSince ?? Number.NaN).getUTCFullYear()
  const spent = money(customer.totalSpent, customer.currency, 'USD')
  return Number.isNaN(since) ? spent : t('customer.since', { year: since, spent })
}

export const isExistingCustomer = ({ id, ordersCount }: Pick<Customer, 'id' | 'ordersCount'>) =>
  id !== '' && ordersCount > 0

/** Undefined without an answer of the store: an unknown person is not a new customer. */
export function snapshotOf(lookup: KnownLookup): CustomerSnapshot | undefined {
  if (lookup.state === 'none') {
    return {
      customer_status: 'new',
      customer_id: null,
      orders_count: 0,
      total_spent: 0,
      currency: null,
      customer_since: null,
      shop: null,
    }
  }
  if (lookup.state !== 'found') return undefined
  const { customer } = lookup
  return {
    customer_status: isExistingCustomer(customer) ? 'customer' : 'new',
    customer_id: customer.id,
    orders_count: customer.ordersCount,
    total_spent: customer.totalSpent,
    currency: customer.currency,
    customer_since: customer.customerSince,
    shop: lookup.shop ?? null,
  }
}

export const lineOfAddress = (address: CustomerAddress): string | null =>
  addressParts
    .map((part) => address[part])
    .filter(Boolean)
    .join(', ') || null

const MONTHS_IN_YEAR = 12

/** Whole calendar months between two moments, in UTC. */
function monthsBetween(from: Date, to: Date): number {
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * MONTHS_IN_YEAR +
    (to.getUTCMonth() - from.getUTCMonth())
  return to.getUTCDate() < from.getUTCDate() ? months - 1 : months
}

/** Average days of a month: the label is about a rhythm, not about dates. */
const DAYS_IN_MONTH = 365.25 / MONTHS_IN_YEAR
const DAY_MS = 86_400_000

/** The label of docs/specification.md §9.1, from the order count and how long the person has been a customer. */
export function purchaseFrequency(
  { ordersCount, customerSince }: Pick<Customer, 'ordersCount' | 'customerSince'>,
  now: Date,
): string {
  if (ordersCount <= 1) return t('customer.firstTimeBuyer')
  const since = customerSince === null ? Number.NaN : Date.parse(customerSince)
  if (Number.isNaN(since)) return ''
  const months = Math.max(0, now.getTime() - since) / DAY_MS / DAYS_IN_MONTH
  const between = months / ordersCount
  if (between < 1) return t('customer.severalTimesAMonth')
  if (between < 3) return t('customer.monthly')
  if (between < 6) return t('customer.everyMonths', { months: 3 })
  if (between < 12) return t('customer.everyMonths', { months: 6 })
  return t('customer.annually')
}

/** '2 years, 3 months'; 'less than a month'; empty when the start is unknown. */
export function tenureText(customerSince: string | null, now: Date): string {
  const since = new Date(customerSince ?? Number.NaN)
  if (Number.isNaN(since.getTime())) return ''
  const months = Math.max(0, monthsBetween(since, now))
  if (months === 0) return t('customer.lessThanAMonth')
  const years = Math.floor(months / MONTHS_IN_YEAR)
  const rest = months % MONTHS_IN_YEAR
  return [
    years > 0 && t('count.year', { count: years }),
    rest > 0 && t('count.month', { count: rest }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** In the store's own currency; in `otherwise` if that is unknown: the profile uses pounds, the form dollars. */
export function money(amount: number, currency: string | null, otherwise: 'GBP' | 'USD'): string {
  const known = currency && /^[A-Z]{3}$/.test(currency) ? currency : otherwise
  return moneyText(amount, known)
}

/** Four parts or more are an address; a shorter one does not need its own lines. */
export function addressLines(defaultAddress: string | null): string[] {
  const parts = (defaultAddress ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts.length >= 4 ? parts : []
}
