// Waiting: nothing for the first moment, then grey rows in the shape of what comes, or a small spinner.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

const QUIET_MS = 200

/** Shows its children only once waiting has lasted long enough to be noticed. */
export function AfterAMoment({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
  return shown ? children : null
}

const widths = ['46%', '62%', '38%', '54%', '70%', '42%']

/** Stands in for a list inside its sheet. */
export function SkeletonRows({ rows = 6, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="min-h-[141px]">
      <AfterAMoment>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="border-t border-line px-4 py-[11px] first:border-t-0">
            <div
              className="h-3 rounded-sm bg-line"
              style={{ width: widths[row % widths.length] }}
            />
            <div className="mt-1.5 h-2.5 w-1/4 rounded-sm bg-line" />
          </div>
        ))}
      </AfterAMoment>
    </div>
  )
}

export function Spinner({ text }: { text: string }) {
  return (
    <div role="status" className="flex flex-col items-center gap-3 text-ink-2">
      <span
        aria-hidden="true"
        className="size-5 animate-spin rounded-full border-2 border-line border-t-brand-500"
      />
      {text}
    </div>
  )
}

/** For a whole page that cannot be drawn yet. */
export function PageSpinner({ text }: { text: string }) {
  return (
    <AfterAMoment>
      <div className="grid min-h-[50vh] place-items-center">
        <Spinner text={text} />
      </div>
    </AfterAMoment>
  )
}
