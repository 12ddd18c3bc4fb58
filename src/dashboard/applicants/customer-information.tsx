// What the connected store knows of the applicant as a customer.
import { useQuery } from '@tanstack/react-query'
import type { Applicant } from '#domain/applicants.ts'
import {
  addressLines,
  money,
  purchaseFrequency,
  tenureText,
  type Customer,
  type KeptCustomer,
} from '#domain/customers.ts'
import { fill, messages } from '#domain/messages.ts'
import { useStore } from '../use-store.ts'
import { count, shortDate } from '../ui/dates.ts'
import { DemoStore } from '../ui/demo-store.tsx'
import { AfterAMoment } from '../ui/waiting.tsx'
import { customerQuery } from './applicants-api.ts'
import { Fact, Part } from './profile-part.tsx'

type Figures = Pick<Customer, 'ordersCount' | 'totalSpent' | 'currency' | 'customerSince'> & {
  defaultAddress: string | null
  tenureText: string
}

/** `kept` is shown where the store cannot be asked now. */
export function CustomerInformation({
  applicant,
  kept,
}: {
  applicant: Applicant
  kept: KeptCustomer | null
}) {
  const { data, error, dataUpdatedAt } = useQuery(customerQuery(applicant.id))
  const { data: store } = useStore()
  return (
    <Part title="Customer Information">
      {!data && !error && (
        <AfterAMoment>
          <p role="status" className="text-ink-3">
            Loading customer details…
          </p>
        </AfterAMoment>
      )}
      {error && !data && (
        <>
          <p className="text-ink-2">{messages['dashboard.customerMissing']}</p>
          {kept?.customer_status === 'customer' && <LastKnown kept={kept} />}
        </>
      )}
      {data?.connected === false && (
        <p className="text-ink-2">
          {messages[store?.removed_shop ? 'store.uninstalled' : 'customer.notConnected']}
        </p>
      )}
      {data?.connected && !data.customer && (
        <p className="text-ink-2">{messages['customer.unknown']}</p>
      )}
      {data?.connected && data.customer && (
        <Details customer={data.customer} now={new Date(dataUpdatedAt)} />
      )}
      {(data?.connected || error) && store?.is_demo && <DemoStore className="mt-3" />}
    </Part>
  )
}

function LastKnown({ kept }: { kept: KeptCustomer }) {
  const now = new Date(kept.read_at)
  const customer = {
    ordersCount: kept.orders_count,
    totalSpent: kept.total_spent,
    currency: kept.currency,
    customerSince: kept.customer_since,
    tenureText: tenureText(kept.customer_since, now),
    defaultAddress: null,
  }
  return (
    <>
      <p className="mt-3 mb-1.5 text-ink-2">
        {fill('customer.lastKnown', { date: shortDate(kept.read_at) })}
      </p>
      <Details customer={customer} now={now} />
    </>
  )
}

function Details({ customer, now }: { customer: Figures; now: Date }) {
  const { customerSince, currency } = customer
  const address = addressLines(customer.defaultAddress)
  const facts: [name: string, value: string][] = [
    ['Orders', count(customer.ordersCount)],
    ['Total spent', money(customer.totalSpent, currency, 'GBP')],
    ['Customer since', customerSince ? shortDate(customerSince) : ''],
    ['Customer for', customer.tenureText],
    ['Purchase frequency', purchaseFrequency(customer, now)],
  ]
  return (
    <>
      <dl className="grid gap-y-1.5">
        {facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}
      </dl>
      {address.length > 0 && (
        <p className="mt-2 break-words text-ink-2">
          <span className="sr-only">Address: </span>
          {address.join(', ')}
        </p>
      )}
      <p className="mt-2 text-meta text-ink-3">{messages['customer.context']}</p>
    </>
  )
}
