// One named part of the profile, and the facts in it.
import { createContext, useContext, useId, type ReactNode } from 'react'
import { t } from '#domain/texts/text.ts'
import { classNames } from '../../ui/class-names.ts'

/** The applicant's name in the comparison: two regions of a page must not have the same name. */
export const PartsOf = createContext<string | undefined>(undefined)

export function Part({
  title,
  side,
  anchor,
  className,
  children,
}: {
  title: string
  side?: ReactNode
  /** The target of the links to this part. */
  anchor?: string
  className?: string
  children: ReactNode
}) {
  const heading = useId()
  const owner = useContext(PartsOf)
  const Title = owner ? 'h4' : 'h3'
  return (
    <section
      {...(owner
        ? { 'aria-label': t('applicant.partOf', { part: title, name: owner }) }
        : { 'aria-labelledby': heading })}
      data-part={anchor}
      className={classNames(
        'scroll-mt-24 border-b border-line px-6 py-5 last:border-b-0 max-md:px-4 print:px-0 print:py-3',
        className,
      )}
    >
      <div className="mb-2 flex min-h-7 items-center gap-2">
        <Title
          id={heading}
          tabIndex={anchor ? -1 : undefined}
          className="me-auto text-panel font-semibold outline-none"
        >
          {title}
        </Title>
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
