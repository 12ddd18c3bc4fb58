// Said to owners on every page of the dashboard while a breach is open: what it is, and how long there is to tell the authority.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SessionView } from '#domain/accounts.ts'
import { breachNews } from '#domain/incidents.ts'
import { memberOf } from '../shell/session.tsx'
import { buttonClass } from '../ui/button.tsx'
import { useNow } from '../ui/time.tsx'
import { urgentIncidentsQuery } from './incidents-api.ts'

export function BreachBanner({ session }: { session: SessionView }) {
  const isOwner = memberOf(session)?.profile.role === 'organization_owner'
  const { data = [] } = useQuery({ ...urgentIncidentsQuery, enabled: isOwner })
  const now = useNow()
  const news = isOwner ? breachNews(data, now) : undefined
  if (!news) return null
  return (
    <section
      aria-label="Open breach"
      className="mb-6 flex flex-wrap items-center gap-3 rounded-control bg-alert px-4 py-2.5 text-alert-text"
    >
      <p className="me-auto min-w-0 font-semibold wrap-anywhere">{news.text}</p>
      <Link
        to="/admin/incidents"
        search={{ itab: 'all', incident: news.id }}
        className={buttonClass('outline', 'small')}
      >
        Open<span className="sr-only"> the breach</span>
      </Link>
    </section>
  )
}
