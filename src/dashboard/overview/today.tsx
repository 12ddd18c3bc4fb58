// The person's list of today: new applications, those waiting longest, unsent mails, due dates, and their own last
// actions.
import type { ReactNode } from 'react'
import { fullName } from '#domain/full-name.ts'
import { Link } from '@tanstack/react-router'
import { statusLabel } from '#domain/applicants/applicants.ts'
import { rich, t } from '#domain/texts/text.ts'
import {
  describeOwnAction,
  type ActionSubject,
  type DueDate,
  type OwnAction,
  type PersonToday,
  type Today as Given,
  type UnsentMail,
} from '#domain/overview/today.ts'
import { Button } from '../ui/button.tsx'
import { dayAndTime, logDate, longDate, shortDate } from '../ui/dates.ts'
import { Since, useNow } from '../ui/time.tsx'
import { useUndoOwnAction } from './overview-api.ts'
import { PartOfToday } from './part-of-today.tsx'

const DAY_MS = 24 * 3_600_000
const linkClass = 'font-medium text-link'
const rest = 'mt-2 text-label'

/** Unsent mails and due dates are shown only if there are any. */
export function Today({ today }: { today: Given }) {
  const { fresh, waiting, mails, dates, acts } = today
  return (
    <>
      <PartOfToday
        title={t(today.is_first_visit ? 'today.freshFirst' : 'today.fresh')}
        aside={!today.is_first_visit && t('today.since', { when: logDate(today.since) })}
      >
        {fresh.people.length === 0 ? (
          <p className="text-ink-2">{t('today.freshNone')}</p>
        ) : (
          <People people={fresh.people} />
        )}
        {fresh.count > fresh.people.length && (
          <p className={rest}>
            <Link to="/admin/applicants" search={{ tab: 'all' }} className={linkClass}>
              {t('today.more', { count: fresh.count - fresh.people.length })}
            </Link>
          </p>
        )}
      </PartOfToday>
      <PartOfToday title={t('today.waiting')}>
        {waiting.length === 0 ? (
          <p className="text-ink-2">{t('today.waitingNone')}</p>
        ) : (
          <People people={waiting} inDays />
        )}
      </PartOfToday>
      <PartOfToday title={t('today.acts')}>
        {acts.length === 0 ? (
          <p className="text-ink-2">{t('today.actsNone')}</p>
        ) : (
          <ul>
            {acts.map((act) => (
              <Act key={act.id} act={act} />
            ))}
          </ul>
        )}
      </PartOfToday>
      {mails.count > 0 && (
        <PartOfToday title={t('today.mails')}>
          <ul>
            {mails.mails.map((mail) => (
              <Row key={`${mail.applicant_id} ${mail.send_at}`} end={<MailState mail={mail} />}>
                <PersonLink id={mail.applicant_id} {...mail} />
                <span className="text-ink-2">, {statusLabel(mail.kind)}</span>
              </Row>
            ))}
          </ul>
          {mails.count > mails.mails.length && (
            <p className={`${rest} text-ink-2`}>
              {t('today.more', { count: mails.count - mails.mails.length })}
            </p>
          )}
        </PartOfToday>
      )}
      {dates.length > 0 && (
        <PartOfToday title={t('today.dates')}>
          <ul>
            {dates.map((due) => (
              <Row key={`${due.about} ${due.at}`} end={<DueAt due={due} />}>
                <Due due={due} />
              </Row>
            ))}
          </ul>
        </PartOfToday>
      )}
    </>
  )
}

function Row({ children, end }: { children: ReactNode; end: ReactNode }) {
  return (
    <li className="flex items-baseline gap-3 border-t border-line py-2 first:border-t-0 first:pt-0.5">
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <span className="flex-none text-meta text-ink-3 tabular-nums">{end}</span>
    </li>
  )
}

function PersonLink({
  id,
  first_name,
  last_name,
}: {
  id: string
  first_name: string
  last_name: string
}) {
  return (
    <Link to="/admin/applicants" search={{ tab: 'all', applicant: id }} className={linkClass}>
      {fullName({ first_name, last_name })}
    </Link>
  )
}

function People({ people, inDays = false }: { people: readonly PersonToday[]; inDays?: boolean }) {
  const now = useNow()
  const days = (iso: string) => Math.max(1, Math.floor((now - Date.parse(iso)) / DAY_MS))
  return (
    <ul>
      {people.map((person) => (
        <Row
          key={person.id}
          end={
            inDays ? (
              t('count.day', { count: days(person.created_at) })
            ) : (
              <Since iso={person.created_at} />
            )
          }
        >
          <PersonLink {...person} />
          <span className="text-ink-2">, {person.role_title}</span>
        </Row>
      ))}
    </ul>
  )
}

function MailState({ mail: { state, send_at } }: { mail: UnsentMail }) {
  const now = useNow()
  if (state === 'failed') {
    return <span className="font-medium text-danger-text">{t('today.mailFailed')}</span>
  }
  return Date.parse(send_at) > now
    ? t('today.mailDue', { when: logDate(send_at) })
    : t('today.mailWaiting')
}

function DueAt({ due }: { due: DueDate }) {
  const text = due.about === 'incident' ? dayAndTime(due.at) : shortDate(due.at)
  return (
    <time dateTime={due.at} title={longDate(due.at)}>
      {text}
    </time>
  )
}

function Due({ due }: { due: DueDate }) {
  switch (due.about) {
    case 'incident':
      return (
        <>
          {rich('today.authority', {
            title: due.title,
            incident: (text) => (
              <Link
                key="incident"
                to="/admin/incidents"
                search={{ itab: 'all', incident: due.id }}
                className={linkClass}
              >
                {text}
              </Link>
            ),
          })}
        </>
      )
    case 'requests':
      return (
        <Link to="/admin/requests" className={linkClass}>
          {t('today.requests', { count: due.count })}
        </Link>
      )
    case 'deletions':
      return (
        <Link to="/admin/settings" hash="retention" className={linkClass}>
          {t('today.deletions', { count: due.count })}
        </Link>
      )
  }
}

function Act({ act }: { act: OwnAction }) {
  const undoAction = useUndoOwnAction()
  const now = useNow()
  const [before, name, after] = describeOwnAction(act)
  const { undo } = act
  return (
    <Row
      end={
        <span className="flex items-center gap-2">
          {undo && Date.parse(undo.until) > now && (
            <Button
              size="small"
              className="-my-1"
              aria-label={t('today.undoOf', { act: `${before}${name}${after}` })}
              inactive={undoAction.isPending}
              onClick={() => undoAction.mutate(undo)}
            >
              {t('action.undo')}
            </Button>
          )}
          <Since iso={act.at} />
        </span>
      }
    >
      {before}
      {act.subject && name ? <SubjectLink subject={act.subject} name={name} /> : name}
      {after}
    </Row>
  )
}

function SubjectLink({ subject: { kind, id }, name }: { subject: ActionSubject; name: string }) {
  if (kind === 'applicant') {
    return (
      <Link to="/admin/applicants" search={{ tab: 'all', applicant: id }} className={linkClass}>
        {name}
      </Link>
    )
  }
  return kind === 'job' ? (
    <Link to="/admin/jobs" search={{ job: id }} className={linkClass}>
      {name}
    </Link>
  ) : (
    <Link to="/admin/incidents" search={{ itab: 'all', incident: id }} className={linkClass}>
      {name}
    </Link>
  )
}
