// One named part of the profile, and the facts that stand in it.
import { useId, type ReactNode } from 'react'

export function Part({
  title,
  side,
  children,
}: {
  title: string
  side?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="border-b border-line px-6 py-5 last:border-b-0 max-md:px-4"
    >
      <div className="mb-2 flex min-h-7 items-center gap-2">
        <h3 id={heading} className="me-auto text-panel font-semibold">
          {title}
        </h3>
        {side}
      </div>
      {children}
    </section>
  )
}

export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="leader">
      <dt className="text-ink-2">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
