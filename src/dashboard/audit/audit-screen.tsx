// The audit log, for owners: list, filters, export, and verification.
import { fullName } from '#domain/full-name.ts'
import { useRef, useState } from 'react'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  auditKindLabel,
  auditKinds,
  type AuditEvent,
  type AuditFilter,
  type ChainCheck,
} from '#domain/audit/audit.ts'
import { APPLICANT, partsOfEvent } from '#domain/audit/audit-sentences.ts'
import { rich, t } from '#domain/texts/text.ts'
import { hasUuid } from '#domain/uuid.ts'
import { numberText } from '#domain/texts/formats.ts'
import { call, linkTo, save } from '../api.ts'
import { membersQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { useTitle } from '../shell/title.ts'
import { isInAdmin } from '../ui/store-admin/admin-frame.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FilterChoice } from '../ui/forms/choice.tsx'
import { fullDate, logDate } from '../ui/dates.ts'
import { Padlock } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { useAuditUrl } from './audit-url.ts'
import { DataList, type Column } from '../ui/list/data-list.tsx'
import { FoundCount } from '../ui/list/found-count.tsx'
import { ListFoot } from '../ui/list/table.tsx'

const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/audit', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })

export function AuditScreen() {
  useTitle(t('audit.title'))
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  if (!isOwner) {
    return (
      <>
        <h1 className="mb-2 text-page font-semibold">{t('audit.title')}</h1>
        <p className="text-ink-2">{t('audit.ownersOnly')}</p>
        <Link to="/admin" className="mt-3 inline-block text-link">
          {t('action.backToDashboard')}
        </Link>
      </>
    )
  }
  return <AuditLog />
}

function AuditLog() {
  const url = useAuditUrl()
  const log = useInfiniteQuery(auditQuery(url.filter))
  const events = log.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <>
      <div className="mb-4 flex min-h-9 flex-wrap items-center gap-2">
        <h1 className="me-auto text-page font-semibold">{t('audit.title')}</h1>
        <ChainButton />
        <a
          href={linkTo('GET /api/audit/export.csv', { query: url.filter })}
          download="audit-log.csv"
          onClick={(event) => {
            if (!isInAdmin()) return
            event.preventDefault()
            save(event.currentTarget.href.slice(location.origin.length), 'audit-log.csv')
          }}
          className={buttonClass()}
        >
          {t('action.exportCsv')}
        </a>
      </div>
      <div className="ledger">
        <Filters />
        <FoundCount
          filter={url.filter}
          count={log.data && t('count.event', { count: events.length })}
        />
        {log.isPending && <SkeletonRows label={t('audit.loading')} />}
        {log.error && !log.data && (
          <Problem
            className="mx-4 mb-4"
            text={t('audit.fetchFailed')}
            onRetry={() => void log.refetch()}
          />
        )}
        {log.data && events.length === 0 && (
          <EmptyState drawing={<Padlock />} title={t('audit.filterEmpty')}>
            {url.isFiltered && <Button onClick={url.clear}>{t('action.clearFilters')}</Button>}
          </EmptyState>
        )}
        {events.length > 0 && (
          <>
            <DataList
              label={t('audit.listLabel')}
              rows={events}
              columns={eventColumns()}
              idOf={({ id }) => id}
              cellClass="py-2 align-top"
            />
            <ListFoot
              hasMore={log.hasNextPage}
              isLoading={log.isFetchingNextPage}
              onMore={() => void log.fetchNextPage()}
            >
              {t('count.event', { count: events.length })}
            </ListFoot>
          </>
        )}
      </div>
    </>
  )
}

/** The result stays beside the button: a person who verifies wants to read it, and to note the end of the chain. */
function ChainButton() {
  const check = useServerMutation({
    call: () => call('GET /api/audit/check'),
    failed: () => t('audit.checkFailed'),
  })
  return (
    <>
      <div role="status" className="min-w-0 text-label max-md:order-last max-md:w-full">
        {check.data && <Checked check={check.data} />}
      </div>
      <Button inactive={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? t('action.checking') : t('audit.check')}
      </Button>
    </>
  )
}

function Checked({ check }: { check: ChainCheck }) {
  if (check.broken_at !== null) {
    return (
      <span className="font-semibold text-danger-text">
        {t('audit.chainBroken', { number: numberText(check.broken_at) })}
      </span>
    )
  }
  if (check.unproven_receipt !== null) {
    return (
      <span className="font-semibold text-danger-text">
        {t('audit.ledgerBroken', { receipt: check.unproven_receipt })}
      </span>
    )
  }
  return (
    <span className="text-ink-2">
      {rich('audit.chainHolds', {
        count: check.rows,
        end: check.head.slice(0, 12),
        part: (text) => (
          <span key="part" className="font-mono text-ink" title={check.head}>
            {text}
          </span>
        ),
      })}
    </span>
  )
}

const ALL = 'all'
const dateClass =
  'h-8 rounded-control border border-field bg-surface px-2 text-label text-ink max-md:h-11 max-md:w-full max-md:text-body'
const dateLabel = 'flex min-w-0 items-center gap-1.5 text-label text-ink-2 max-md:grid max-md:gap-1'

function Filters() {
  const { filter, isFiltered, change, clear } = useAuditUrl()
  const members = useQuery(membersQuery).data?.members ?? []
  const me = useSession().user?.id
  const [resource, setResource] = useState(filter.resource ?? '')
  const kinds = [
    { value: ALL, label: t('list.all') },
    ...auditKinds.map((value) => ({ value, label: auditKindLabel(value) })),
  ]
  const people = [
    { value: ALL, label: t('list.all') },
    // The most frequent question: what did I do yesterday.
    ...members
      .toSorted((one, next) => Number(next.id === me) - Number(one.id === me))
      .map(({ id, first_name, last_name }) => ({
        value: id,
        label:
          id === me
            ? t('audit.me', { name: fullName({ first_name, last_name }) })
            : fullName({ first_name, last_name }),
      })),
  ]
  const row = useRef<HTMLDivElement>(null)
  const chosen = (value: string) => (value === ALL ? undefined : value)
  return (
    <div
      ref={row}
      className="flex flex-wrap items-center gap-2 p-3 ps-4 max-md:grid max-md:grid-cols-2 max-md:px-4 max-md:[&>button>:last-child]:ms-auto"
    >
      <FilterChoice
        label={t('audit.filterAction')}
        options={kinds}
        value={filter.action ?? ALL}
        on={!!filter.action}
        onChange={(value) => change({ action: chosen(value) })}
      />
      <FilterChoice
        label={t('audit.filterPerson')}
        options={people}
        value={filter.person ?? ALL}
        on={!!filter.person}
        onChange={(value) => change({ person: chosen(value) })}
      />
      <form
        className="max-md:col-span-2"
        onSubmit={(event) => {
          event.preventDefault()
          change({ resource: resource.trim() || undefined })
        }}
      >
        <input
          aria-label={t('column.resource')}
          placeholder={t('audit.resourceHint')}
          value={resource}
          onChange={(event) => setResource(event.target.value)}
          onBlur={() => change({ resource: resource.trim() || undefined })}
          className={`${dateClass} w-48 max-md:w-full`}
        />
      </form>
      <label className={dateLabel}>
        {t('filter.from')}
        <input
          type="date"
          value={filter.from ?? ''}
          onChange={(event) => change({ from: event.target.value || undefined })}
          className={dateClass}
        />
      </label>
      <label className={dateLabel}>
        {t('filter.to')}
        <input
          type="date"
          value={filter.to ?? ''}
          onChange={(event) => change({ to: event.target.value || undefined })}
          className={dateClass}
        />
      </label>
      {isFiltered && (
        <Button
          kind="plain"
          size="small"
          onClick={() => {
            setResource('')
            clear()
            // The button disappears with the filters, the focus must not.
            row.current?.querySelector('button')?.focus()
          }}
        >
          {t('action.clearFilters')}
        </Button>
      )}
    </div>
  )
}

const eventColumns = (): Column<AuditEvent>[] => [
  {
    head: t('column.number'),
    className: 'ps-4 text-end',
    cellClass: 'w-px text-ink-3',
    cell: (event) => numberText(event.place),
  },
  {
    head: t('column.event'),
    cellClass: 'break-words',
    cell: (event) => <EventDetails event={event} />,
  },
  {
    head: t('column.resource'),
    className: 'max-md:hidden',
    cellClass: 'w-[30%] max-w-0',
    cell: (event) => (
      <span className="block truncate font-mono text-label/5 text-ink-2" title={resourceOf(event)}>
        {resourceOf(event)}
      </span>
    ),
  },
  {
    head: t('column.time'),
    isOrder: true,
    cellClass: 'w-px pe-4 text-end whitespace-nowrap text-ink-2',
    cell: (event) => (
      <time dateTime={event.created_at} title={fullDate(event.created_at)}>
        {logDate(event.created_at)}
      </time>
    ),
  },
]

function EventDetails({ event }: { event: AuditEvent }) {
  const faint = 'block text-meta break-all text-ink-3'
  return (
    <>
      <EventWords event={event} />
      {event.ip_address && (
        <span className={faint} title={event.user_agent ?? undefined}>
          {t('audit.fromAddress', { address: event.ip_address })}
        </span>
      )}
      {event.network_hash && (
        <span className={faint} title={t('audit.networkHint')}>
          {t('audit.fromNetwork', { network: event.network_hash.slice(0, 8) })}
        </span>
      )}
      <span className={`${faint} md:hidden`}>{resourceOf(event)}</span>
    </>
  )
}

/** The sentence of a row, with a link to the applicant while it exists. */
function EventWords({ event }: { event: AuditEvent }) {
  const { applicant_name: name, resource_type: type, resource_id: id } = event
  return partsOfEvent(event).map((part) => {
    if (part !== APPLICANT) return part
    if (name === null || id === null) {
      return type === 'applicant' ? t('audit.applicantDeleted') : t('audit.anApplicant')
    }
    return (
      <Link
        key="applicant"
        to="/admin/applicants"
        search={{ tab: 'all', applicant: id }}
        className="text-link"
      >
        {name}
      </Link>
    )
  })
}

/** A random id tells a reader nothing: the names are in the sentence, and the export and the API have the ids. */
const resourceOf = ({ resource_type: type, resource_id: id }: AuditEvent) =>
  id && !hasUuid(id) ? `${type} ${id}` : type
