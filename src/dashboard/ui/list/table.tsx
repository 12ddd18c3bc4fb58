// Shared parts of the tables of lists: headings, sortable headings, cells, the sign for an empty value, and the button
// that loads more.
import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'

export const th = 'h-8 px-3 text-start text-meta font-medium whitespace-nowrap text-ink-2'
export const td = 'border-t border-line px-3 group-first/row:border-t-0'
/** A container query: beside an open panel a list is narrow on a wide screen. */
export const wide = '@max-3xl:hidden'

/** A second click reverses the order; the arrow is on the column that sorts the list. */
export function SortHead<Column extends string>({
  by,
  sort,
  descendsFirst = false,
  className,
  onSort,
  children,
}: {
  by: Column
  sort: string
  descendsFirst?: boolean
  className?: string
  onSort: (sort: Column | `-${Column}`) => void
  children: string
}) {
  const isDown = sort === `-${by}`
  const isOn = isDown || sort === by
  const next = (isOn ? !isDown : descendsFirst) ? (`-${by}` as const) : by
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <th
      className={classNames(th, className)}
      {...(isOn && { 'aria-sort': isDown ? 'descending' : 'ascending' })}
    >
      <button
        type="button"
        onClick={() => onSort(next)}
        className={classNames(
          'group/sort -mx-1 inline-flex h-6 items-center gap-1 rounded-badge px-1 font-medium hover:text-ink',
          isOn && 'text-ink',
        )}
      >
        {children}
        <Arrow size={13} className={isOn ? '' : 'opacity-0 group-hover/sort:opacity-60'} />
      </button>
    </th>
  )
}

export function None() {
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        -
      </span>
      <span className="sr-only">{t('list.none')}</span>
    </>
  )
}

/** The number of rows, and the button that loads more. */
export function ListFoot({
  hasMore,
  isLoading,
  onMore,
  children,
}: {
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
  children: ReactNode
}) {
  return (
    <div className="flex min-h-[52px] items-center justify-between gap-3 border-t border-line py-2 ps-4 pe-3 text-label text-ink-2 tabular-nums">
      <span>{children}</span>
      {hasMore && (
        <Button size="small" inactive={isLoading} onClick={onMore}>
          {isLoading ? t('list.loading') : t('list.loadMore')}
        </Button>
      )}
    </div>
  )
}
