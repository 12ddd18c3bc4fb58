// A list as a table. Its columns are data: heading, order, classes, cell.
import type { ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { SortHead, td, th } from './table.tsx'

export type Column<Row, By extends string = never> = {
  head: string
  /** The heading is for screen readers alone: everywhere, or where the list is narrow. */
  isHeadHidden?: 'always' | 'narrow'
  /** The list can be sorted by it. */
  sort?: { by: By; descendsFirst?: boolean }
  /** The list is always in its order, the newest first. */
  isOrder?: true
  /** Of the heading and of each cell. */
  className?: string
  headClass?: string
  cellClass?: string | ((row: Row) => string)
  cell: (row: Row) => ReactNode
}

type Order<By extends string> = { sort: string; onSort: (sort: By | `-${By}`) => void }

type ListProps<Row, By extends string> = {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row, By>[]
  /** Unique in the list. */
  idOf: (row: Row) => string
  /** Needed when a column has `sort`. */
  order?: Order<By>
  /** Of every cell: its height. */
  cellClass: string
  rowClass?: string | ((row: Row) => string)
  headClass?: string
  table?: Ref<HTMLTableElement>
  body?: Ref<HTMLTableSectionElement>
}

const HIDDEN = { always: 'sr-only', narrow: '@max-3xl:sr-only' }

function Head<Row, By extends string>({
  column,
  order,
}: {
  column: Column<Row, By>
  order: Order<By> | undefined
}) {
  const { head, sort, isOrder, isHeadHidden } = column
  const className = classNames(column.className, column.headClass)
  if (sort && order) {
    return (
      <SortHead {...order} {...sort} className={className}>
        {head}
      </SortHead>
    )
  }
  return (
    <th className={classNames(th, className)} aria-sort={isOrder && 'descending'}>
      {isHeadHidden ? <span className={HIDDEN[isHeadHidden]}>{head}</span> : head}
    </th>
  )
}

const classOf = <Row,>(given: string | ((row: Row) => string) | undefined, row: Row) =>
  typeof given === 'function' ? given(row) : given

/** A container query decides which columns are shown: beside an open panel a list is narrow on a wide screen. */
export function DataList<Row, By extends string = never>({
  label,
  rows,
  columns,
  idOf,
  order,
  cellClass,
  rowClass = 'hover:bg-hover',
  headClass = 'bg-sunken max-md:sr-only',
  table,
  body,
}: ListProps<Row, By>) {
  return (
    <div className="@container">
      <table ref={table} aria-label={label} className="w-full border-collapse tabular-nums">
        <thead className={headClass}>
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={idOf(row)} className={classNames('group/row', classOf(rowClass, row))}>
              {columns.map((column) => (
                <td
                  key={column.head}
                  className={classNames(
                    td,
                    cellClass,
                    column.className,
                    classOf(column.cellClass, row),
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
