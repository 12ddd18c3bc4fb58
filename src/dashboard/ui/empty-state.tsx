// Nothing here yet: a drawing, a sentence, and the next step.
import type { ReactNode } from 'react'

export function EmptyState({
  drawing,
  title,
  text,
  children,
}: {
  drawing: ReactNode
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <div className="grid items-center gap-6 px-6 py-8 md:grid-cols-[120px_minmax(0,1fr)] max-md:gap-3 max-md:px-4 max-md:py-6">
      {drawing}
      <div>
        <p className="text-panel font-semibold">{title}</p>
        {text && <p className="max-w-[60ch] text-ink-2">{text}</p>}
        {children && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
      </div>
    </div>
  )
}
