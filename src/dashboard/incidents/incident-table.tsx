// The register: seven columns on wide screens; beside an open incident and on phones title, status and the next step.
import { useRef } from 'react'
import {
  titleOf,
  incidentStatusLabel,
  severityLabel,
  type IncidentRow,
} from '#domain/incidents/incidents.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { shortDate } from '../ui/dates.ts'
import { ClockText } from './incident-clock.tsx'
import { NextStepButton } from './next-step-button.tsx'
import { keepFocus } from '../ui/hooks/focus.ts'
import { DataList, type Column } from '../ui/list/data-list.tsx'
import { None, wide } from '../ui/list/table.tsx'

type TableProps = {
  rows: readonly IncidentRow[]
  open: string | undefined
  onOpen: (id: string) => void
}

export function IncidentTable({ rows, open, onOpen }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  // A moved row may leave this list and take the focus with it: the next row gets the focus.
  const keepPlace = (row: IncidentRow) => {
    const index = rows.indexOf(row)
    keepFocus(() => {
      const titles = table.current?.querySelectorAll<HTMLElement>('[data-incident]') ?? []
      return titles[Math.min(index, titles.length - 1)]
    })
  }
  const columns: Column<IncidentRow>[] = [
    {
      head: t('column.incident'),
      className: 'ps-4',
      cellClass: 'w-[38%] max-w-0 @max-3xl:w-full',
      cell: (row) => <TitleAndFacts row={row} isOpen={row.id === open} onOpen={onOpen} />,
    },
    {
      head: t('column.type'),
      className: wide,
      cellClass: 'max-w-0',
      cell: (row) => (
        <span className="block truncate" title={row.incident_type}>
          {row.incident_type || <None />}
        </span>
      ),
    },
    {
      head: t('incidents.severity'),
      className: 'max-md:hidden',
      cellClass: 'w-px',
      cell: (row) => <Badge kind={row.severity}>{severityLabel(row.severity)}</Badge>,
    },
    {
      head: t('column.status'),
      cellClass: 'w-px max-md:pe-0',
      cell: (row) => <Badge kind={row.status}>{incidentStatusLabel(row.status)}</Badge>,
    },
    {
      head: t('incidents.affectedUsers'),
      className: classNames(wide, 'text-end'),
      cellClass: 'w-px',
      cell: (row) => numberText(row.affected_users),
    },
    {
      head: t('column.created'),
      isOrder: true,
      className: wide,
      cellClass: 'w-px whitespace-nowrap',
      cell: (row) => <time dateTime={row.created_at}>{shortDate(row.created_at)}</time>,
    },
    {
      head: t('column.actions'),
      isHeadHidden: 'narrow',
      cellClass: 'w-px pe-4 text-end',
      cell: (row) => (
        <NextStepButton
          incident={row}
          small
          describedBy={titleId(row)}
          onMoved={() => keepPlace(row)}
        />
      ),
    },
  ]
  return (
    <DataList
      table={table}
      label={t('incidents.listLabel')}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      cellClass="py-[5px] max-md:py-3"
      rowClass={(row) =>
        classNames('max-md:align-top', row.id === open ? 'bg-brand-tint' : 'hover:bg-hover')
      }
    />
  )
}

const titleId = ({ id }: IncidentRow) => `title-of-${id}`

type TitleProps = { row: IncidentRow; isOpen: boolean; onOpen: (id: string) => void }

function TitleAndFacts({ row, isOpen, onOpen }: TitleProps) {
  const title = titleOf(row)
  const facts = [
    row.incident_type,
    t('incidents.affected', { count: numberText(row.affected_users) }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <button
        id={titleId(row)}
        type="button"
        data-incident={row.id}
        aria-current={isOpen || undefined}
        onClick={() => onOpen(row.id)}
        title={title}
        className={classNames(
          'ring-inside -my-0.5 block max-w-full truncate py-0.5 text-start font-semibold underline-offset-3 hover:underline',
          'max-md:min-h-6 max-md:text-panel max-md:break-words max-md:whitespace-normal',
          isOpen && 'md:text-brand-text',
        )}
      >
        {title}
      </button>
      <span
        className={classNames(
          'block truncate text-meta max-md:whitespace-normal',
          isOpen ? 'text-ink-2' : 'text-ink-3',
        )}
        title={facts}
      >
        <ClockText incident={row} />
        {row.withdrawn_at && t('incidents.falseAlarm')}
        <span className="hidden @max-3xl:inline">
          {(row.deadline_at || row.withdrawn_at) && ' · '}
          {facts}
        </span>
        <span className="md:hidden"> · {severityLabel(row.severity)}</span>
      </span>
    </>
  )
}
