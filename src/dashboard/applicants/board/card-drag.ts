// The drag of a card from one column to another, by keys or by pointer; one at a time.
import { useState } from 'react'
import { fullName } from '#domain/full-name.ts'
import { applicantStatuses, canMove, statusLabel } from '#domain/applicants/applicants.ts'
import type { ApplicantRow, ApplicantStatus } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'

export type DraggedCard = {
  row: ApplicantRow
  /** The column it is over; its own when it is over none that accepts it. */
  over: ApplicantStatus
  by: 'keys' | 'pointer'
}

export type CardDrag = {
  carried: DraggedCard | undefined
  announcement: string
  announce: (text: string) => void
  pickUp: (row: ApplicantRow, by: DraggedCard['by']) => void
  /** To the next column that accepts it, in that direction. */
  turn: (step: 1 | -1) => void
  hover: (over: ApplicantStatus) => void
  /** The target; undefined when the card stays. */
  drop: () => DraggedCard | undefined
  cancel: () => void
}

const namesOf = (row: ApplicantRow) => ({ name: fullName(row), status: statusLabel(row.status) })

export function useCardDrag(): CardDrag {
  const [carried, setCarried] = useState<DraggedCard>()
  const [announcement, announce] = useState('')
  const pickUp = (row: ApplicantRow, by: DraggedCard['by']) => {
    setCarried({ row, over: row.status, by })
    if (by === 'keys') announce(t('board.pickedUp', namesOf(row)))
  }
  const cancel = () => {
    if (!carried) return
    setCarried(undefined)
    announce(t('board.putBack', namesOf(carried.row)))
  }
  return {
    carried,
    announcement,
    announce,
    pickUp,
    cancel,
    turn: (step) => {
      if (!carried) return
      const { row, over } = carried
      const open = applicantStatuses.filter(
        (status) => status === row.status || canMove(row.status, status),
      )
      const next = open[open.indexOf(over) + step]
      if (!next) return
      setCarried({ ...carried, over: next })
      announce(t('board.over', { status: statusLabel(next) }))
    },
    hover: (over) => setCarried((before) => before && { ...before, over }),
    drop: () => {
      if (carried?.over === carried?.row.status) {
        cancel()
        return undefined
      }
      setCarried(undefined)
      return carried
    },
  }
}
