// The list of applicants: seven columns where there is room, name and status where there is not.
import { useRef } from 'react'
import { Ellipsis, FileText, MailCheck, MailX } from 'lucide-react'
import type { ApplicantRow, ApplicantStatus } from '#domain/applicants.ts'
import { QuietBadge, badgeDot, badgeIcon } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ActionMenu, MenuAction, MenuLine } from '../ui/menu.tsx'
import { Since } from '../ui/time.tsx'
import { openCv, useMarkContacted, useMoveApplicant } from './applicants-api.ts'
import { fullName } from './applicants-cache.ts'
import { HitLine, Marked } from './search-hit.tsx'
import { StatusMenu } from './status-menu.tsx'

// The list answers to its own width: beside an open profile it is narrow on a wide screen.
const wide = '@max-3xl:hidden'
const th = 'h-8 px-3 text-start text-meta font-medium whitespace-nowrap text-ink-2'
const td = 'border-t border-line px-3 py-[5px] group-first/row:border-t-0'

type TableProps = {
  rows: readonly ApplicantRow[]
  open: string | undefined
  fresh: ReadonlySet<string>
  onOpen: (id: string) => void
}

export function ApplicantTable({ rows, open, fresh, onOpen }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  const move = useMoveApplicant()

  // A moved row may leave this list and take the focus with it: its successor gets it instead.
  const moveAndKeepPlace = (row: ApplicantRow, to: ApplicantStatus) => {
    const index = rows.indexOf(row)
    move(row, to)
    setTimeout(() => {
      // The person may have left the screen, and taken the table with them.
      if (!table.current || document.activeElement !== document.body) return
      const names = table.current.querySelectorAll<HTMLElement>('[data-person]')
      names[Math.min(index, names.length - 1)]?.focus()
    }, 250)
  }

  return (
    <div className="@container">
      <table ref={table} className="w-full border-collapse tabular-nums" aria-label="Applicants">
        <thead className="bg-sunken max-md:sr-only">
          <tr>
            <th className={classNames(th, 'ps-4')}>Applicant</th>
            <th className={classNames(th, wide)}>Position</th>
            <th className={classNames(th, wide)}>Customer</th>
            <th className={classNames(th, wide)}>Contacted</th>
            <th
              className={classNames(th, 'max-md:hidden @max-3xl:text-end')}
              aria-sort="descending"
            >
              Applied
            </th>
            <th className={th}>Status</th>
            <th className={classNames(th, wide)}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              isOpen={row.id === open}
              isFresh={fresh.has(row.id)}
              onOpen={onOpen}
              onMove={moveAndKeepPlace}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  row: ApplicantRow
  isOpen: boolean
  isFresh: boolean
  onOpen: (id: string) => void
  onMove: (row: ApplicantRow, to: ApplicantStatus) => void
}

function Row({ row, isOpen, isFresh, onOpen, onMove }: RowProps) {
  const name = fullName(row)
  const faint = isOpen ? 'text-ink-2' : 'text-ink-3'
  return (
    <tr
      className={classNames(
        'group/row max-md:align-top',
        isOpen ? 'bg-brand-tint' : 'hover:bg-hover',
        isFresh && 'animate-arrive',
      )}
    >
      <td className={classNames(td, 'w-[34%] max-w-0 ps-4 max-md:py-3 @max-3xl:w-full')}>
        <button
          type="button"
          data-person={row.id}
          aria-label={`View profile of ${name}`}
          aria-current={isOpen || undefined}
          onClick={() => onOpen(row.id)}
          className={classNames(
            'block max-w-full truncate text-start font-semibold underline-offset-3 hover:underline',
            'max-md:min-h-6 max-md:text-panel max-md:text-balance max-md:break-words max-md:whitespace-normal',
            isOpen && 'md:text-brand-text',
          )}
          title={name}
        >
          <Marked text={name} />
        </button>
        <span
          className={classNames('block truncate text-meta @max-3xl:hidden', faint)}
          title={row.email}
        >
          <Marked text={row.email} />
        </span>

        <span
          className={classNames(
            'hidden truncate text-meta max-md:whitespace-normal @max-3xl:block',
            faint,
          )}
          title={row.role_title}
        >
          {row.role_title}
        </span>
        <span className="block text-meta text-ink-3 md:hidden">
          <Facts row={row} />
        </span>
        <HitLine id={row.id} />
      </td>
      <td className={classNames(td, wide, 'max-w-0')}>
        <span className="block truncate" title={row.role_title}>
          {row.role_title}
        </span>
      </td>
      <td className={classNames(td, wide, 'w-px whitespace-nowrap')}>
        {row.is_existing_customer ? (
          <QuietBadge kind="customer">Customer</QuietBadge>
        ) : (
          <span className="text-ink-3">New</span>
        )}
      </td>
      <td className={classNames(td, wide, 'w-px whitespace-nowrap')}>
        {row.contacted ? <QuietBadge kind="contacted">Contacted</QuietBadge> : <None />}
      </td>
      <td
        className={classNames(
          td,
          'w-px whitespace-nowrap max-md:hidden @max-3xl:text-end @max-3xl:text-ink-2',
        )}
      >
        <Since iso={row.created_at} />
      </td>
      <td className={classNames(td, 'w-px max-md:py-3 max-md:pe-4 max-md:text-end')}>
        <StatusMenu row={row} onMove={(to) => onMove(row, to)} />
      </td>
      <td className={classNames(td, wide, 'w-px text-end')}>
        <RowActions row={row} onMove={onMove} />
      </td>
    </tr>
  )
}

function None() {
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        -
      </span>
      <span className="sr-only">none</span>
    </>
  )
}

/** 'Customer · Contacted · 2 d · CV' */
function Facts({ row }: { row: ApplicantRow }) {
  return (
    <>
      {row.is_existing_customer && 'Customer · '}
      {row.contacted && 'Contacted · '}
      <Since iso={row.created_at} />
      {row.has_cv && ' · CV'}
    </>
  )
}

function RowActions({ row, onMove }: Pick<RowProps, 'row' | 'onMove'>) {
  const markContacted = useMarkContacted()
  return (
    <ActionMenu
      trigger={
        <IconButton name={`More actions for ${fullName(row)}`} size="small">
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuAction icon={row.contacted ? MailX : MailCheck} onChoose={() => markContacted(row)}>
        {row.contacted ? 'Mark as not contacted' : 'Mark as contacted'}
      </MenuAction>
      {row.has_cv && (
        <MenuAction icon={FileText} onChoose={() => void openCv(row.id)}>
          View CV
        </MenuAction>
      )}
      {row.status !== 'rejected' && (
        <>
          <MenuLine />
          <MenuAction
            icon={badgeIcon('rejected')}
            color={badgeDot('rejected')}
            onChoose={() => onMove(row, 'rejected')}
          >
            Reject
          </MenuAction>
        </>
      )}
    </ActionMenu>
  )
}
