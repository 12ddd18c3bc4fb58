// A decision in the list, and where the focus is after it.
import type { RefObject } from 'react'
import type { ApplicantRow, ApplicantStatus } from '#domain/applicants/applicants.ts'
import { useAdvance } from '../../shell/advance.ts'
import { keepFocus, leadFocus } from '../../ui/hooks/focus.ts'
import { isByKeys } from '../../ui/hooks/waiting-keys.ts'
import { useMoveApplicant } from '../applicants-api.ts'
import { useReject } from '../mails/rejecting.tsx'
import { personIn } from './list-keys.ts'

/**
 * Moves an applicant of the list, and the focus to the next one: at once, because the row that is left may disappear only after the
 * next key. Where the row stays, the person's choice decides.
 */
export function useMoveAndKeepPlace(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly ApplicantRow[],
  isOfAll: boolean,
): (row: ApplicantRow, to: ApplicantStatus) => void {
  const move = useMoveApplicant()
  const reject = useReject()
  const advances = useAdvance()
  return (row, to) => {
    const index = rows.indexOf(row)
    const next = rows[index + 1] ?? rows[index - 1]
    const findPlace = () => (next ? personIn(table.current, next.id) : null)
    const leaves = !isOfAll || (advances && isByKeys())
    // A key in the profile beside the list decides as well, and stays there.
    const isInProfile = document.activeElement?.closest('[data-docked],[data-keys]')
    const place = leaves && !isInProfile ? findPlace : undefined
    if (to === 'rejected') return reject(row, place)
    move(row, to)
    if (place) leadFocus(place)
    else keepFocus(findPlace)
  }
}
