// The part of the account page for sessions: where the person is signed in, and ending a session.
import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone, SquareTerminal } from 'lucide-react'
import { SESSION, type SessionListItem } from '#domain/accounts/sessions.ts'
import { rich, t } from '#domain/texts/text.ts'
import { reasonOf } from '../api.ts'
import { useSignOut } from '../shell/session/session.tsx'
import { Badge, QuietBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { fullDate, logDate } from '../ui/dates.ts'
import { Problem } from '../ui/problem.tsx'
import { Since } from '../ui/time.tsx'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './sessions-api.ts'

export function Sessions() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const signOut = useSignOut()
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const isBusy = end.isPending || endOthers.isPending || signOut.isPending
  const sessions = data?.sessions ?? []
  // The clicked button disappears, and the focus with it.
  const onSuccess = () => heading.current?.focus()
  const endOne = ({ id, is_current }: SessionListItem) => {
    if (is_current) signOut.mutate()
    else end.mutate(id, { onSuccess })
  }
  return (
    <section aria-labelledby="sessions-title" className="mt-8 border-t border-line pt-6">
      <h2 ref={heading} id="sessions-title" tabIndex={-1} className="text-section font-semibold">
        {t('session.title')}
      </h2>
      <p className="mt-1 mb-4 text-ink-2">
        {t('session.intro', {
          hours: SESSION.idleSeconds / 3600,
          days: SESSION.absoluteSeconds / 86_400,
        })}
      </p>
      {error && <Problem className="mb-4" text={reasonOf(error)} onRetry={() => void refetch()} />}
      {sessions.length > 0 && (
        <ul
          aria-label={t('session.listLabel')}
          className="mb-4 divide-y divide-line border-y border-line"
        >
          {sessions.map((session) => (
            <Row key={session.id} session={session} isBusy={isBusy} onEnd={() => endOne(session)} />
          ))}
        </ul>
      )}
      {sessions.length > 1 && (
        <Button inactive={isBusy} onClick={() => endOthers.mutate(undefined, { onSuccess })}>
          {t('session.endOthers')}
        </Button>
      )}
    </section>
  )
}

function Row({
  session,
  isBusy,
  onEnd,
}: {
  session: SessionListItem
  isBusy: boolean
  onEnd: () => void
}) {
  const { device, carried_by, aal, created_at, last_seen_at, is_current } = session
  const began = {
    carrier: carried_by,
    day: logDate(created_at),
    date: (text: string[]) => (
      <time key="date" dateTime={created_at} title={fullDate(created_at)}>
        {text}
      </time>
    ),
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <DeviceIcon device={device} />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium break-words">{device}</span>
          {is_current && <Badge kind="active">{t('session.isThis')}</Badge>}
          {aal === 'aal2' && <QuietBadge kind="active">{t('session.factorShown')}</QuietBadge>}
        </p>
        <p className="text-label text-ink-3">
          {is_current
            ? rich('session.usedNow', began)
            : rich('session.used', {
                ...began,
                when: () => <Since key="when" iso={last_seen_at} />,
              })}
        </p>
      </div>
      <Button
        size="small"
        kind="plain"
        className="max-md:ms-[21px]"
        inactive={isBusy}
        onClick={onEnd}
        aria-label={t('session.endOf', { device })}
      >
        {t('session.end')}
      </Button>
    </li>
  )
}

const icon = { size: 18, className: 'flex-none text-ink-2' } as const

function DeviceIcon({ device }: { device: string }) {
  if (/ on (?:iPhone|iPad|Android)$/.test(device)) return <Smartphone {...icon} />
  return device.includes(' on ') ? <Laptop {...icon} /> : <SquareTerminal {...icon} />
}
