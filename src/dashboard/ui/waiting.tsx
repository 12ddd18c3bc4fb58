// Loading states: nothing for the first moment, then grey rows in the shape of the content, or a small spinner.
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

const grey = 'block h-3 rounded-sm bg-line'
const names = ['w-36', 'w-48', 'w-28', 'w-44', 'w-56', 'w-32']

/** The placeholder of a list inside its sheet; a table with its final head. */
export function SkeletonRows({
  rows = 6,
  label,
  hasHead = false,
}: {
  rows?: number
  label: string
  hasHead?: boolean
}) {
  return (
    <div role="status" aria-label={label} className="@container min-h-[141px]">
      <AfterAMoment>
        {hasHead && <i className="block h-8 bg-sunken max-md:hidden" />}
        {Array.from({ length: rows }, (_, row) => (
          <div
            key={row}
            className="flex min-h-[47px] items-center gap-8 border-t border-line px-4 first:border-t-0"
          >
            <span className="min-w-0 flex-1">
              <i className={`${grey} max-w-full ${names[row % names.length]}`} />
              <i className="mt-1.5 block h-2 w-24 max-w-full rounded-sm bg-line opacity-60" />
            </span>
            <i className={`${grey} w-32 opacity-60 @max-2xl:hidden`} />
            <i className={`${grey} w-20 opacity-60 @max-3xl:hidden`} />
            <i className="h-[22px] w-20 flex-none rounded-badge bg-line opacity-60 @max-xs:hidden" />
          </div>
        ))}
      </AfterAMoment>
    </div>
  )
}

/** The placeholder of a panel beside a list: a name, actions, and facts. */
export function SkeletonPanel({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="px-6 pt-6 max-md:px-4">
      <AfterAMoment>
        <i className={`${grey} h-6 w-56 max-w-full`} />
        <i className={`${grey} mt-3 w-72 max-w-full opacity-60`} />
        <span className="mt-5 flex gap-2">
          <i className={`${grey} h-9 w-36 rounded-control`} />
          <i className={`${grey} h-9 w-28 rounded-control opacity-60`} />
        </span>
        <i className="-mx-6 my-6 block border-t border-line max-md:-mx-4" />
        {Array.from({ length: 4 }, (_, line) => (
          <span key={line} className="flex justify-between gap-8 py-1.5">
            <i className={`${grey} w-28 opacity-60`} />
            <i className={`${grey} w-20`} />
          </span>
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

/** For a whole page that cannot be rendered yet. */
export function PageSpinner({ text }: { text: string }) {
  return (
    <AfterAMoment>
      <div className="grid min-h-[50vh] place-items-center">
        <Spinner text={text} />
      </div>
    </AfterAMoment>
  )
}
