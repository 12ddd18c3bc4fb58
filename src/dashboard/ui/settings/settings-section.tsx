// The frame of a section of settings: its heading, what it changes and where that is seen, and its fields.
import { useId, type ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { reasonOf } from '../../api.ts'
import { Problem } from '../problem.tsx'
import { SkeletonRows } from '../waiting.tsx'

export function SettingsSection({
  id,
  title,
  text,
  action,
  children,
}: {
  /** For links to it. */
  id?: string
  title: string
  text: ReactNode
  /** A link to where it is seen. */
  action?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  const sentence = useId()
  return (
    <section id={id} aria-labelledby={heading} aria-describedby={sentence} data-settings="">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-[68ch]">
          <h2 id={heading} className="mb-1 text-section font-semibold">
            {title}
          </h2>
          <p id={sentence} className="text-ink-2">
            {text}
          </p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Its fields, once what is stored is known. */
export function StoredSettings<Stored>({
  query: { data, error, refetch },
  rows,
  loading,
  failed,
  children,
}: {
  query: Pick<UseQueryResult<Stored>, 'data' | 'error' | 'refetch'>
  rows: number
  loading: string
  failed: (reason: string) => string
  children: (stored: Stored) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error) return <Problem text={failed(reasonOf(error))} onRetry={() => void refetch()} />
  return (
    <div className="ledger">
      <SkeletonRows rows={rows} label={loading} />
    </div>
  )
}
