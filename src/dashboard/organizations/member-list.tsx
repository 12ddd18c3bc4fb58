// A titled sheet of people.
import { useId, type ReactNode } from 'react'
import { t } from '#domain/texts/text.ts'

export function MemberList({
  title,
  count,
  children,
}: {
  title: string
  count: number
  children: ReactNode
}) {
  const heading = useId()
  return (
    // The region's name does not contain the number, which belongs to the heading.
    <section aria-label={title} className="mt-8 [section+&]:mt-10">
      <h2 id={heading} className="mb-2 text-section font-semibold tabular-nums">
        {t('organization.peopleCount', { title, count })}
      </h2>
      <div role="table" aria-labelledby={heading} className="ledger">
        {children}
      </div>
    </section>
  )
}
