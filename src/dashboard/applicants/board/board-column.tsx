// A column of the board: one status, its count, and its cards a page at a time.
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Lock, type LucideIcon } from 'lucide-react'
import { statusLabel, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { badgeDot, badgeIcon } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

import { SkeletonRows } from '../../ui/waiting.tsx'
import { totalText, type Total } from '../list/totals.ts'

type ColumnProps = {
  status: ApplicantStatus
  total: Total | undefined
  shown: number
  isPending: boolean
  hasMore: boolean
  /** A card is being dragged: it may be dropped here (`name` while it is over this column), or the reason why not. */
  carrying: { takes: true; name: string | undefined } | { takes: false; why: string } | undefined
  onMore: () => void
  onHover: (status: ApplicantStatus) => void
  onLeave: () => void
  onDrop: () => void
  children: ReactNode
}

export function BoardColumn(props: ColumnProps) {
  const { status, total, shown, isPending, hasMore, carrying, onMore } = props
  const column = useRef<HTMLElement>(null)
  const takes = useEffectEvent(() => carrying?.takes === true)
  const enter = useEffectEvent(() => props.onHover(status))
  const leave = useEffectEvent(() => props.onLeave())
  const drop = useEffectEvent(() => props.onDrop())
  useEffect(() => {
    if (!column.current) return
    return dropTargetForElements({
      element: column.current,
      canDrop: () => takes(),
      onDragEnter: () => enter(),
      onDragLeave: () => leave(),
      onDrop: () => drop(),
    })
  }, [])
  const word = statusLabel(status)
  const isShut = carrying?.takes === false
  const totalSoFar = total && totalText(total, shown)
  const more = total && !total.isLeast ? Math.max(0, total.count - shown) : 0

  return (
    <section
      ref={column}
      data-column={status}
      aria-label={totalSoFar ? t('board.columnLabel', { status: word, count: totalSoFar }) : word}
      className="board-column min-h-[560px] rounded-panel bg-sunken px-2 pb-2 max-md:min-h-[50dvh]"
    >
      <h2
        className={classNames(
          'flex h-11 items-center gap-2 px-1.5 font-semibold',
          isShut && 'text-ink-2',
        )}
      >
        <Sign icon={badgeIcon(status)} color={badgeDot(status)} />
        {word}
        <span className="ms-auto text-meta font-medium text-ink-2 tabular-nums">{totalSoFar}</span>
      </h2>
      {isShut && (
        <p className="mb-2 flex items-center justify-center gap-2 rounded-control border border-dashed border-field bg-canvas p-2.5 text-label font-medium text-ink-2">
          <Lock size={16} className="flex-none" />
          {carrying.why}
        </p>
      )}
      {carrying?.takes && carrying.name && (
        <div
          aria-hidden="true"
          className="mb-2 min-h-[72px] rounded-control border-[1.5px] border-dashed border-brand-500 bg-brand-tint px-3 py-2.5 font-semibold break-words text-brand-text"
        >
          {carrying.name}
        </div>
      )}
      {isPending && <SkeletonRows label={t('board.columnLoading', { status: word })} />}
      {/* During a drag nothing in it can be used, so it is hidden from screen readers. */}
      <ul inert={isShut} className={classNames('grid gap-2', isShut && 'opacity-45')}>
        {props.children}
      </ul>
      {hasMore && (
        <Button kind="plain" size="small" className="mt-2 ms-0.5" onClick={onMore}>
          {more > 0
            ? t('board.showMore', { count: numberText(Math.min(more, 50)) })
            : t('action.showMore')}
        </Button>
      )}
    </section>
  )
}

function Sign({ icon: Icon, color }: { icon: LucideIcon; color: string }) {
  return <Icon size={16} className="flex-none" style={{ color }} />
}
