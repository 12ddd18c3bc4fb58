// One applicant as a card on the board.
import { memo, useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Ellipsis, FileText, StickyNote } from 'lucide-react'
import { fullName } from '#domain/full-name.ts'
import {
  moves,
  statusLabel,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { badgeDot, badgeIcon, QuietBadge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { letterClass } from '../../ui/letters.ts'
import { ActionMenu, MenuAction } from '../../ui/popups/menu.tsx'
import { Since } from '../../ui/time.tsx'
import { NotSaved } from '../changes/not-saved.tsx'
import { HitLine, Marked } from '../list/search-hit.tsx'
import { StarMark } from '../profile/star-mark.tsx'

type CardProps = {
  row: ApplicantRow
  isOpen: boolean
  isActive: boolean
  isFresh: boolean
  /** It is being dragged to another column. */
  carriedBy: 'keys' | 'pointer' | undefined
  hint: string
  acts: CardActs
}

export type CardActs = {
  press: (event: KeyboardEvent, row: ApplicantRow) => void
  lift: (row: ApplicantRow) => void
  open: (id: string) => void
  move: (row: ApplicantRow, to: ApplicantStatus) => void
}

/** Rendered again only when its own applicant changes. */
export const BoardCard = memo(function BoardCard(props: CardProps) {
  const { row, isOpen, isActive, isFresh, carriedBy, hint, acts } = props
  const card = useRef<HTMLLIElement>(null)
  const lift = useEffectEvent(() => acts.lift(row))
  useEffect(() => {
    if (!card.current) return
    return draggable({
      element: card.current,
      getInitialData: () => ({ applicant: row.id }),
      onDragStart: () => lift(),
    })
  }, [row.id])
  const name = fullName(row)
  const tabIndex = isActive ? 0 : -1
  // The key that picks the card up would click the button on key-up.
  const stay = (event: KeyboardEvent) => event.key === ' ' && event.preventDefault()

  return (
    <li
      ref={card}
      data-row={row.id}
      className={classNames(
        // As high as two lines of facts, so that cards of different columns are level.
        'grid min-h-[110px] cursor-grab content-start gap-0.5 rounded-control border bg-surface py-2.5 ps-3 pe-2',
        isOpen ? 'border-brand-500' : 'border-line',
        carriedBy === 'pointer' && 'opacity-45',
        carriedBy === 'keys' && 'outline-2 -outline-offset-1 outline-brand-500',
        isFresh && 'animate-arrive',
      )}
    >
      <div className="flex items-start justify-between gap-1">
        <button
          type="button"
          data-person={row.id}
          tabIndex={tabIndex}
          aria-label={t('applicant.viewProfileOf', { name })}
          aria-describedby={hint}
          aria-current={isOpen || undefined}
          onClick={() => acts.open(row.id)}
          onKeyDown={(event) => acts.press(event, row)}
          onKeyUp={stay}
          className={classNames(
            'ring-inside -my-0.5 min-w-0 py-0.5 text-start font-semibold break-words underline-offset-3 hover:underline',
            letterClass(name),
          )}
        >
          <Marked text={name} />
          <StarMark row={row} />
        </button>
        <MoveMenu {...props} tabIndex={tabIndex} />
      </div>
      <span className="truncate text-label text-ink-2" title={row.role_title}>
        {row.role_title}
      </span>
      <HitLine id={row.id} />
      <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-ink-3 tabular-nums">
        <Since iso={row.created_at} />
        {row.has_cv && (
          <span className="inline-flex items-center gap-1">
            <FileText size={14} />
            {t('cv.title')}
          </span>
        )}
        {row.has_notes && (
          <span className="inline-flex items-center gap-1">
            <StickyNote size={14} />
            {t('note.title')}
          </span>
        )}
        {row.is_existing_customer && (
          <QuietBadge kind="customer">{t('applicant.customer')}</QuietBadge>
        )}
        {row.contacted && <QuietBadge kind="contacted">{t('applicant.contacted')}</QuietBadge>}
        {row.tags.length > 0 && <span className="basis-full">{row.tags.join(' · ')}</span>}
        <NotSaved id={row.id} />
      </span>
    </li>
  )
})

/** The same moves without dragging. */
function MoveMenu({ row, tabIndex, acts }: CardProps & { tabIndex: number }) {
  return (
    <ActionMenu
      trigger={
        <IconButton
          name={t('applicant.move', { name: fullName(row) })}
          size="small"
          tabIndex={tabIndex}
          data-status-menu=""
          className="-my-0.5 size-6 max-md:-my-1.5 max-md:size-9"
        >
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {moves[row.status].map((to) => (
        <MenuAction
          key={to}
          icon={badgeIcon(to)}
          color={badgeDot(to)}
          onChoose={() => acts.move(row, to)}
        >
          {t('applicant.moveTo', { status: statusLabel(to) })}
        </MenuAction>
      ))}
    </ActionMenu>
  )
}
