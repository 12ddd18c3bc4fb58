// The names behind a number: of a selection, as far as they are loaded.
import type { ApplicantRow } from '#domain/applicants/applicants.ts'

import { fullName } from '#domain/full-name.ts'
import { numberText } from '#domain/texts/formats.ts'
import { rich } from '#domain/texts/text.ts'

const NAMED = 12

export function NamesOf({ rows, people }: { rows: readonly ApplicantRow[]; people: number }) {
  const named = rows.slice(0, NAMED)
  const others = people - named.length
  const names = named.map(fullName).join(', ')
  const shown = (text: string[]) => (
    <span key="names" className="text-ink">
      {text}
    </span>
  )
  return (
    <p className="break-words text-ink-2">
      {others > 0
        ? rich('list.namesAndMore', { names, count: numberText(others), part: shown })
        : shown([names])}
    </p>
  )
}
