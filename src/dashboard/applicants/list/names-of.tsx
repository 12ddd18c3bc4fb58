// Who is meant by a number: the names of a selection, as far as they are loaded.
import type { ApplicantRow } from '#domain/applicants/applicants.ts'

import { fullName } from '#domain/applicants/applicants.ts'
import { numberText } from '#domain/texts/formats.ts'

const NAMED = 12

export function NamesOf({ rows, people }: { rows: readonly ApplicantRow[]; people: number }) {
  const named = rows.slice(0, NAMED)
  const others = people - named.length
  return (
    <p className="break-words text-ink-2">
      <span className="text-ink">{named.map(fullName).join(', ')}</span>
      {others > 0 && ` and ${numberText(others)} more`}
    </p>
  )
}
