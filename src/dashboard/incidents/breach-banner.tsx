// Shown to owners on every page of the dashboard while a breach is open: its title, and the time left to notify the
// authority.
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { breachNews } from '#domain/incidents/incidents.ts'
import { t, rich } from '#domain/texts/text.ts'
import { memberOf } from '../shell/session/session.tsx'
import { buttonClass } from '../ui/button.tsx'
import { useNow } from '../ui/time.tsx'
import { urgentIncidentsQuery } from '../queries.ts'

export function BreachBanner({ session }: { session: SessionView }) {
  const isOwner = memberOf(session)?.profile.role === 'organization_owner'
  const { data = [] } = useQuery({ ...urgentIncidentsQuery, enabled: isOwner })
  const now = useNow()
  const { pathname, search } = useLocation()
  const news = isOwner ? breachNews(data, now) : undefined
  // Beside the breach itself it would be a repetition.
  if (!news || (pathname === '/admin/incidents' && search.incident === news.id)) return null
  return (
    <section
      aria-label={t('breach.bannerLabel')}
      className="mb-6 flex items-start gap-3 rounded-control bg-alert px-4 py-2.5 text-alert-text"
    >
      <CircleAlert size={16} className="mt-1.5 flex-none max-md:hidden" />
      <p className="me-auto min-w-0 py-1 font-semibold wrap-anywhere max-md:py-2">{news.text}</p>
      <Link
        to="/admin/incidents"
        search={{ itab: 'all', incident: news.id }}
        className={buttonClass('outline', 'small')}
      >
        {rich('breach.open', {
          part: (text) => (
            <span key="part" className="sr-only">
              {text}
            </span>
          ),
        })}
      </Link>
    </section>
  )
}
