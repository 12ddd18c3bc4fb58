// The list of applicants: seven columns on wide screens, name and status on narrow ones.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { memo, useDeferredValue, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, FileText, MailCheck, MailX, Star, StarOff } from 'lucide-react'
import type { ApplicantRow, ApplicantSort, ApplicantStatus } from '#domain/applicants/applicants.ts'
import { QuietBadge, badgeDot, badgeIcon } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { letterClass } from '../../ui/letters.ts'
import { PHONE, useMediaQuery } from '../../ui/hooks/media-query.ts'
import { ActionMenu, MenuAction, MenuLine } from '../../ui/popups/menu.tsx'
import { keysWaitForSubject } from '../../ui/hooks/waiting-keys.ts'
import { useStableCallbacks } from '../../ui/hooks/stable-callbacks.ts'
import { Since } from '../../ui/time.tsx'
import { openCv, profileQuery, useMarkContacted, useStar } from '../applicants-api.ts'
import { fullName } from '#domain/full-name.ts'
import { t } from '#domain/texts/text.ts'
import { HitLine, Marked } from './search-hit.tsx'
import { useListKeys } from './list-keys.ts'
import { useMoveAndKeepPlace } from './move-and-keep-place.ts'
import { NotSaved } from '../changes/not-saved.tsx'
import { isChosen, type Chosen, type Selection } from './selection.ts'
import { useShortcut } from '../../shell/keys/shortcuts.ts'
import { StarMark } from '../profile/star-mark.tsx'
import { StatusMenu } from '../status-menu.tsx'
import { None, SortHead, td, th, wide } from '../../ui/list/table.tsx'

const cell = classNames(td, 'py-[5px] group-data-compact/table:py-[3px]')

/** Beside a profile on a screen of 1100 pixels the names need the space. */
const tight = 'md:@max-md:px-1.5'

type TableProps = {
  rows: readonly ApplicantRow[]
  /** Of every status: who is moved stays in it. */
  isOfAll: boolean
  open: string | undefined
  fresh: ReadonlySet<string>
  sort: ApplicantSort
  selection: Selection
  isCompact: boolean
  onSort: (sort: ApplicantSort) => void
  onOpen: (id: string) => void
  onMore: () => void
  onCompare: ((ids: readonly string[]) => void) | undefined
}

export function ApplicantTable(props: TableProps) {
  const { rows, isOfAll, open, fresh, sort, selection } = props
  const { isCompact, onSort, onOpen, onMore, onCompare } = props
  const table = useRef<HTMLTableElement>(null)
  const isPhone = useMediaQuery(PHONE)

  const moveAndKeepPlace = useMoveAndKeepPlace(table, rows, isOfAll)
  useCompareKey(selection, onCompare)
  const activeId = useListKeys({ table, rows, open, selection, onMove: moveAndKeepPlace, onMore })
  const marked = useMarked(selection.chosen)
  const selected = rows.filter(({ id }) => selection.has(id)).length
  const client = useQueryClient()
  const acts = useStableCallbacks<RowActs>({
    // Before the button of the mouse is up again the request is on its way.
    prepare: (id) => void client.prefetchQuery(profileQuery(id)),
    open: (id) => {
      keysWaitForSubject(id)
      onOpen(id)
    },
    move: moveAndKeepPlace,
    select: (id, isSelected, withShift) => {
      if (withShift) selection.setTo(id, isSelected)
      else selection.set([id], isSelected)
    },
  })
  const heads = { sort, onSort }

  return (
    <div className="@container">
      <table
        ref={table}
        data-compact={isCompact || undefined}
        className="group/table w-full border-collapse tabular-nums"
        aria-label={t('column.applicants')}
      >
        <thead className="bg-sunken max-md:sr-only">
          <tr>
            <th className={classNames(th, 'w-px ps-4 pe-0 max-md:hidden')}>
              <Checkbox
                name={t('list.selectAll')}
                checked={selected === rows.length || (selected > 0 && 'some')}
                onChange={(all) =>
                  selection.set(
                    rows.map(({ id }) => id),
                    all,
                  )
                }
              />
            </th>
            <SortHead {...heads} by="name" className={tight}>
              {t('column.applicant')}
            </SortHead>
            <SortHead {...heads} by="position" className={wide}>
              {t('column.position')}
            </SortHead>
            <th className={classNames(th, wide)}>{t('applicant.customer')}</th>
            <th className={classNames(th, wide)}>{t('applicant.contacted')}</th>
            <SortHead
              {...heads}
              by="applied"
              descendsFirst
              className={classNames('max-md:hidden @max-3xl:text-end', tight)}
            >
              {t('column.applied')}
            </SortHead>
            <SortHead {...heads} by="status" className={tight}>
              {t('column.status')}
            </SortHead>
            <th className={classNames(th, wide)}>
              <span className="sr-only">{t('column.actions')}</span>
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
              isActive={row.id === activeId}
              isSelected={isChosen(marked, row.id)}
              isPhone={isPhone}
              acts={acts}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Compares the two selected applicants. */
function useCompareKey(selection: Selection, onCompare: TableProps['onCompare']): void {
  useShortcut('applicants.compare', () => {
    if (!selection.isWhole && selection.rows.length === 2) {
      onCompare?.(selection.rows.map(({ id }) => id))
    }
  })
}

type RowActs = {
  prepare: (id: string) => void
  open: (id: string) => void
  move: (row: ApplicantRow, to: ApplicantStatus) => void
  select: (id: string, isSelected: boolean, withShift: boolean) => void
}

type CellsProps = {
  row: ApplicantRow
  isOpen: boolean
  /** Shows in the same cell the facts that have no column on narrow screens. */
  isPhone: boolean
  tabIndex: number
  acts: RowActs
}
/** With more rows than this they are marked one frame after the selection bar. */
const MANY_ROWS = 10

function useMarked(chosen: Chosen): Chosen {
  const before = useDeferredValue(chosen)
  const size = (of: Chosen) => (of.kind === 'filter' ? Number.POSITIVE_INFINITY : of.ids.size)
  return Math.abs(size(chosen) - size(before)) > MANY_ROWS ? before : chosen
}

type RowProps = Omit<CellsProps, 'tabIndex'> & {
  isFresh: boolean
  isActive: boolean
  isSelected: boolean
}

/** Rendered again only when its own applicant changes: a list has hundreds of rows. */
const Row = memo(function Row({ isFresh, isActive, isSelected, ...props }: RowProps) {
  const { row, isOpen, acts } = props
  // One row is a Tab stop, with its controls; arrows and j, k lead to the others.
  const tabIndex = isActive ? 0 : -1
  return (
    <tr
      data-row={row.id}
      className={classNames(
        'group/row max-md:align-top',
        rowGround(isOpen, isSelected),
        isFresh && 'animate-arrive',
      )}
    >
      <td className={classNames(cell, 'w-px ps-4 pe-0 max-md:py-3 max-md:pe-1')}>
        <Checkbox
          name={t('applicant.select', { name: fullName(row) })}
          checked={isSelected}
          tabIndex={tabIndex}
          onChange={(checked, withShift) => acts.select(row.id, checked, withShift)}
        />
      </td>
      <Cells {...props} tabIndex={tabIndex} />
    </tr>
  )
})

/** Separate from the selection, which often changes in all rows at once: each of them has two menus. */
const Cells = memo(function Cells({ row, isOpen, isPhone, tabIndex, acts }: CellsProps) {
  const name = fullName(row)
  const faint = isOpen ? 'text-ink-2' : 'text-ink-3'
  return (
    <>
      <td className={classNames(cell, tight, 'w-[34%] max-w-0 max-md:py-3 @max-3xl:w-full')}>
        <button
          type="button"
          data-person={row.id}
          tabIndex={tabIndex}
          aria-label={t('applicant.viewProfileOf', { name })}
          aria-current={isOpen || undefined}
          onPointerDown={({ pointerType, button }) => {
            // A finger may be about to scroll.
            if (pointerType === 'mouse' && button === 0) acts.prepare(row.id)
          }}
          onClick={() => acts.open(row.id)}
          className={classNames(
            'ring-inside -my-0.5 block max-w-full truncate py-0.5 text-start font-semibold underline-offset-3 hover:underline',
            'max-md:min-h-6 max-md:text-panel max-md:text-balance max-md:break-words max-md:whitespace-normal',
            isOpen && 'md:text-brand-text',
            letterClass(name),
          )}
          title={name}
        >
          <Marked text={name} />
          <StarMark row={row} />
        </button>
        <span
          className={classNames(
            'block truncate text-meta group-data-compact/table:hidden @max-3xl:hidden',
            faint,
          )}
          title={shownEmailAddress(row.email)}
        >
          <Marked text={shownEmailAddress(row.email)} />
        </span>

        <span
          className={classNames(
            'hidden truncate text-meta max-md:wrap-anywhere max-md:whitespace-normal @max-3xl:block',
            faint,
          )}
          title={row.role_title}
        >
          {[row.role_title, ...row.tags].join(' · ')}
        </span>
        {isPhone && (
          <span className="block text-meta text-ink-3 md:hidden">
            <Facts row={row} />
          </span>
        )}
        <NotSaved id={row.id} />
        <HitLine id={row.id} />
      </td>
      <td className={classNames(cell, wide, 'max-w-0')}>
        <span className="block truncate" title={row.role_title}>
          {row.role_title}
        </span>
        {row.tags.length > 0 && (
          <span
            className="block truncate text-meta text-ink-3 group-data-compact/table:hidden"
            title={row.tags.join(' · ')}
          >
            {row.tags.join(' · ')}
          </span>
        )}
      </td>
      <td className={classNames(cell, wide, 'w-px whitespace-nowrap')}>
        {row.is_existing_customer ? (
          <QuietBadge kind="customer">{t('applicant.customer')}</QuietBadge>
        ) : (
          <span className="text-ink-3">{t('applicant.notCustomer')}</span>
        )}
      </td>
      <td className={classNames(cell, wide, 'w-px whitespace-nowrap')}>
        {row.contacted ? (
          <QuietBadge kind="contacted">{t('applicant.contacted')}</QuietBadge>
        ) : (
          <None />
        )}
      </td>
      <td
        className={classNames(
          cell,
          tight,
          'w-px whitespace-nowrap max-md:hidden @max-3xl:text-end @max-3xl:text-ink-2',
        )}
      >
        <Since iso={row.created_at} />
      </td>
      <td className={classNames(cell, tight, 'w-px max-md:py-3 max-md:pe-4 max-md:text-end')}>
        <StatusMenu row={row} tabIndex={tabIndex} onMove={(to) => acts.move(row, to)} />
      </td>
      <td className={classNames(cell, wide, 'w-px text-end')}>
        <RowActions row={row} tabIndex={tabIndex} acts={acts} />
      </td>
    </>
  )
})

function rowGround(isOpen: boolean, isSelected: boolean): string {
  if (isOpen) return 'bg-brand-tint'
  return isSelected ? 'bg-picked' : 'hover:bg-hover'
}

/** 'Customer · Contacted · 2 d · CV' */
function Facts({ row }: { row: ApplicantRow }) {
  return (
    <>
      {row.is_existing_customer && `${t('applicant.customer')} · `}
      {row.contacted && `${t('applicant.contacted')} · `}
      <Since iso={row.created_at} />
      {row.has_cv && ` · ${t('cv.title')}`}
    </>
  )
}

function RowActions({ row, tabIndex, acts }: Pick<CellsProps, 'row' | 'tabIndex' | 'acts'>) {
  const markContacted = useMarkContacted()
  const star = useStar()
  return (
    <ActionMenu
      trigger={
        <IconButton
          name={t('applicant.moreActions', { name: fullName(row) })}
          size="small"
          tabIndex={tabIndex}
        >
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <MenuAction icon={row.contacted ? MailX : MailCheck} onChoose={() => markContacted(row)}>
        {row.contacted ? t('applicant.markNotContacted') : t('applicant.markContacted')}
      </MenuAction>
      <MenuAction icon={row.starred ? StarOff : Star} onChoose={() => star(row)}>
        {row.starred ? t('star.remove') : t('star.add')}
      </MenuAction>
      {row.has_cv && (
        <MenuAction icon={FileText} onChoose={() => void openCv(row.id)}>
          {t('cv.view')}
        </MenuAction>
      )}
      {row.status !== 'rejected' && (
        <>
          <MenuLine />
          <MenuAction
            icon={badgeIcon('rejected')}
            color={badgeDot('rejected')}
            onChoose={() => acts.move(row, 'rejected')}
          >
            {t('action.reject')}
          </MenuAction>
        </>
      )}
    </ActionMenu>
  )
}
