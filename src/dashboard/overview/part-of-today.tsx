// One part of today's list on the overview: a title and a short list.
import { useId, type ReactNode } from 'react'

export function PartOfToday({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="min-w-0 px-6 pt-5 pb-6 max-md:px-4">
      <div className="mb-2.5 flex min-h-7 flex-wrap items-center gap-x-2">
        <h2 id={heading} className="me-auto text-panel font-semibold">
          {title}
        </h2>
        {aside && <span className="text-meta text-ink-3">{aside}</span>}
      </div>
      {children}
    </section>
  )
}
