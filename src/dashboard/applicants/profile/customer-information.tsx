// The connected store's data about the applicant as a customer: last in the profile, and requested only when it is
// opened.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import {
  addressLines,
  money,
  purchaseFrequency,
  tenureText,
  type Customer,
  type KeptCustomer,
} from '#domain/store/customers.ts'
import { hasStoreApp, removalText } from '#domain/store/store.ts'
import { rich, t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { useStore } from '../../shell/store/use-store.ts'
import { shortDate } from '../../ui/dates.ts'
import { DemoStore } from '../../ui/demo-store.tsx'
import { AfterAMoment } from '../../ui/waiting.tsx'
import { customerQuery } from '../applicants-api.ts'
import { Fact, Part } from './profile-part.tsx'

type Figures = Pick<Customer, 'ordersCount' | 'totalSpent' | 'currency' | 'customerSince'> & {
  defaultAddress: string | null
  tenureText: string
}

/** `kept`: the stored data, shown when the store does not answer. */
export function CustomerInformation({
  applicant,
  kept,
}: {
  applicant: Applicant
  kept: KeptCustomer | null
}) {
  const { data: store } = useStore()
  const isKnown = applicant.is_existing_customer || kept?.customer_status === 'customer'
  if (store && !hasStoreApp(store)) return null
  if (store && !store.store) {
    return (
      <Part title={t('customer.title')} className="print:hidden">
        <p className="text-ink-2">
          {store.removed_because ? removalText(store.removed_because) : t('customer.notConnected')}
        </p>
      </Part>
    )
  }
  return (
    <Part title={t('customer.title')} className="print:hidden">
      {isKnown ? (
        <Folded key={applicant.id} applicant={applicant} kept={kept} isDemo={store?.is_demo} />
      ) : (
        <p className="text-ink-2">{t('customer.none')}</p>
      )}
    </Part>
  )
}

function Folded({
  applicant,
  kept,
  isDemo = false,
}: {
  applicant: Applicant
  kept: KeptCustomer | null
  isDemo?: boolean | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-link">{t('customer.show')}</summary>
      {isOpen && (
        <div className="mt-3">
          <Asked applicant={applicant} kept={kept} />
          {isDemo && <DemoStore className="mt-3" />}
        </div>
      )}
    </details>
  )
}

function Asked({ applicant, kept }: { applicant: Applicant; kept: KeptCustomer | null }) {
  const { data, error, dataUpdatedAt } = useQuery(customerQuery(applicant.id))
  if (error && !data) {
    return (
      <>
        <p className="text-ink-2">{t('dashboard.customerMissing')}</p>
        {kept?.customer_status === 'customer' && <LastKnown kept={kept} />}
      </>
    )
  }
  if (!data) {
    return (
      <AfterAMoment>
        <p role="status" className="text-ink-3">
          {t('customer.loading')}
        </p>
      </AfterAMoment>
    )
  }
  if (!data.connected) return <p className="text-ink-2">{t('customer.notConnected')}</p>
  if (!data.customer) return <p className="text-ink-2">{t('customer.unknown')}</p>
  return <Details customer={data.customer} now={new Date(dataUpdatedAt)} />
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
        {t('customer.lastKnown', { date: shortDate(kept.read_at) })}
      </p>
      <Details customer={customer} now={now} />
    </>
  )
}

function Details({ customer, now }: { customer: Figures; now: Date }) {
  const { customerSince, currency } = customer
  const address = addressLines(customer.defaultAddress)
  const facts: [name: string, value: string][] = [
    [t('customer.fact.orders'), numberText(customer.ordersCount)],
    [t('customer.fact.totalSpent'), money(customer.totalSpent, currency, 'GBP')],
    [t('customer.fact.since'), customerSince ? shortDate(customerSince) : ''],
    [t('customer.fact.tenure'), customer.tenureText],
    [t('customer.fact.frequency'), purchaseFrequency(customer, now)],
  ]
  return (
    <>
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}
      </dl>
      {address.length > 0 && (
        <p className="mt-2 break-words text-ink-2">
          {rich('customer.address', {
            address: address.join(', '),
            label: (text) => (
              <span key="label" className="sr-only">
                {text}
              </span>
            ),
          })}
        </p>
      )}
      <p className="mt-2 text-meta text-ink-3">{t('customer.context')}</p>
    </>
  )
}
