// On the home in the store's admin, once the shop is set up: what has happened lately, and who waits.
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { HOME_PERIOD, WAITING_DAYS, type Overview } from '#domain/overview/overview.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { funnelQuery, useFreshOverview } from './overview-api.ts'

export const homeFunnelQuery = funnelQuery({ period: HOME_PERIOD })

export function HomeFigures({ overview }: { overview: Overview }) {
  const { data: month } = useQuery(homeFunnelQuery)
  useFreshOverview()
  const all = { tab: 'all' } as const
  return (
    <ul className="ledger mt-6 grid grid-cols-4 max-md:grid-cols-2">
      <Figure
        name={t('adminPage.newThisWeek')}
        value={overview.weeks.at(-1)?.applications}
        link={{ to: '/admin/applicants', search: all }}
      />
      <Figure
        name={t('adminPage.noReply', { days: WAITING_DAYS })}
        value={overview.attention.waiting}
        link={{
          to: '/admin/applicants',
          search: { contact: 'not-contacted', sort: 'applied' },
        }}
      />
      <Figure
        name={t('adminPage.applied', { days: HOME_PERIOD })}
        value={month?.applied}
        link={{ to: '/admin/applicants', search: all }}
      />
      <Figure
        name={t('adminPage.views', { days: HOME_PERIOD })}
        value={month?.seen}
        link={{ to: '/admin/jobs' }}
      />
    </ul>
  )
}

function Figure({
  name,
  value,
  link,
}: {
  name: string
  value: number | undefined
  link: Pick<LinkProps, 'to' | 'search'>
}) {
  return (
    <li className="border-line not-first:border-s max-md:nth-3:border-s-0 max-md:nth-[n+3]:border-t">
      <Link {...link} className="block h-full px-5 py-4 hover:bg-sunken max-md:px-4">
        <span className="block text-[28px]/8 font-semibold tabular-nums">
          {value === undefined ? '-' : numberText(value)}
        </span>
        <span className="block text-ink-2">{name}</span>
      </Link>
    </li>
  )
}
