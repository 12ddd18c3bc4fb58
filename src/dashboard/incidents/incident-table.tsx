// The register: seven columns on wide screens; beside an open incident and on phones title, status and the next step.
import { useId, useRef } from 'react'
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
import { None, td, th, wide } from '../ui/list/table.tsx'

const cell = classNames(td, 'py-[5px] max-md:py-3')

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
  return (
    <div className="@container">
      <table
        ref={table}
        aria-label={t('incidents.listLabel')}
        className="w-full border-collapse tabular-nums"
      >
        <thead className="bg-sunken max-md:sr-only">
          <tr>
            <th className={classNames(th, 'ps-4')}>{t('column.incident')}</th>
            <th className={classNames(th, wide)}>{t('column.type')}</th>
            <th className={classNames(th, 'max-md:hidden')}>{t('incidents.severity')}</th>
            <th className={th}>{t('column.status')}</th>
            <th className={classNames(th, wide, 'text-end')}>{t('incidents.affectedUsers')}</th>
            <th className={classNames(th, wide)} aria-sort="descending">
              {t('column.created')}
            </th>
            <th className={th}>
              <span className="@max-3xl:sr-only">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              isOpen={row.id === open}
              onOpen={onOpen}
              onMoved={keepPlace}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  row: IncidentRow
  isOpen: boolean
  onOpen: (id: string) => void
  onMoved: (row: IncidentRow) => void
}

function Row({ row, isOpen, onOpen, onMoved }: RowProps) {
  const name = useId()
  const title = titleOf(row)
  const facts = [
    row.incident_type,
    t('incidents.affected', { count: numberText(row.affected_users) }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <tr
      className={classNames(
        'group/row max-md:align-top',
        isOpen ? 'bg-brand-tint' : 'hover:bg-hover',
      )}
    >
      <td className={classNames(cell, 'w-[38%] max-w-0 ps-4 @max-3xl:w-full')}>
        <button
          id={name}
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
      </td>
      <td className={classNames(cell, wide, 'max-w-0')}>
        <span className="block truncate" title={row.incident_type}>
          {row.incident_type || <None />}
        </span>
      </td>
      <td className={classNames(cell, 'w-px max-md:hidden')}>
        <Badge kind={row.severity}>{severityLabel(row.severity)}</Badge>
      </td>
      <td className={classNames(cell, 'w-px max-md:pe-0')}>
        <Badge kind={row.status}>{incidentStatusLabel(row.status)}</Badge>
      </td>
      <td className={classNames(cell, wide, 'w-px text-end')}>{numberText(row.affected_users)}</td>
      <td className={classNames(cell, wide, 'w-px whitespace-nowrap')}>
        <time dateTime={row.created_at}>{shortDate(row.created_at)}</time>
      </td>
      <td className={classNames(cell, 'w-px pe-4 text-end')}>
        <NextStepButton incident={row} small describedBy={name} onMoved={() => onMoved(row)} />
      </td>
    </tr>
  )
}
