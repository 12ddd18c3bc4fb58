// Customers: what the store knows of an applicant who bought there, in the words of the profile.

/** As the store answers it, under the specification's names. */
export type Customer = {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string | null
  ordersCount: number
  totalSpent: number
  /** The store's currency, ISO 4217; null where it is not known. */
  currency: string | null
  customerSince: string | null
  firstOrderDate: string | null
  defaultAddress: string | null
}

/** What staff read about an applicant's customer record. Without a connected store nothing is known. */
export type CustomerView = { connected: false } | { connected: true; customer: Customer }

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

/** The specification's label, from the order count and how long the person has been a customer. */
export function purchaseFrequency(
  { ordersCount, customerSince }: Pick<Customer, 'ordersCount' | 'customerSince'>,
  now: Date,
): string {
  if (ordersCount <= 1) return 'first-time buyer'
  const since = customerSince === null ? Number.NaN : Date.parse(customerSince)
  if (Number.isNaN(since)) return ''
  const months = Math.max(0, now.getTime() - since) / DAY_MS / DAYS_IN_MONTH
  const between = months / ordersCount
  if (between < 1) return 'Multiple times per month'
  if (between < 3) return 'Monthly'
  if (between < 6) return 'Every 3 months'
  if (between < 12) return 'Every 6 months'
  return 'Annually'
}

const counted = (value: number, word: string) => `${value} ${word}${value === 1 ? '' : 's'}`

/** '2 years, 3 months'; 'less than a month'; nothing where the beginning is not known. */
export function tenureText(customerSince: string | null, now: Date): string {
  const since = new Date(customerSince ?? Number.NaN)
  if (Number.isNaN(since.getTime())) return ''
  const months = Math.max(0, monthsBetween(since, now))
  if (months === 0) return 'less than a month'
  const years = Math.floor(months / MONTHS_IN_YEAR)
  const rest = months % MONTHS_IN_YEAR
  return [years > 0 && counted(years, 'year'), rest > 0 && counted(rest, 'month')]
    .filter(Boolean)
    .join(', ')
}

/** In the store's own currency; in `otherwise` where that is not known: the profile takes pounds, the form dollars. */
export function money(amount: number, currency: string | null, otherwise: 'GBP' | 'USD'): string {
  const known = currency && /^[A-Z]{3}$/.test(currency) ? currency : otherwise
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: known,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(amount)
}

/** Four parts or more are an address; anything shorter is not worth a label of its own lines. */
export function addressLines(defaultAddress: string | null): string[] {
  const parts = (defaultAddress ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts.length >= 4 ? parts : []
}
