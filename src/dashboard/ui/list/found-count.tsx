// Says how long a list is after its filters were changed: the rows change below the person who hears only the filter.
import { useState } from 'react'

export function FoundCount({
  filter,
  count,
}: {
  /** What the list is asked for. */
  filter: object
  /** In words; undefined until the rows of this filter are there. */
  count: string | undefined
}) {
  const asked = JSON.stringify(filter)
  // The first rows are read with the page, and what arrives later has a voice of its own.
  const [said, setSaid] = useState({ asked, count: '' })
  if (count !== undefined && asked !== said.asked) setSaid({ asked, count })
  return (
    <p role="status" className="sr-only">
      {/* A new element, so that an equal count is said again. */}
      {said.count && <span key={said.asked}>{said.count}</span>}
    </p>
  )
}
