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
  const [announced, setAnnounced] = useState({ asked, count: '' })
  if (count !== undefined && asked !== announced.asked) setAnnounced({ asked, count })
  return (
    <p role="status" className="sr-only">
      {/* A new element, so that an equal count is said again. */}
      {announced.count && <span key={announced.asked}>{announced.count}</span>}
    </p>
  )
}
