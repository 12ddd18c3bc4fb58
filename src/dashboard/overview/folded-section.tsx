// One of the sections below the overview: a line with its title until it is expanded. Collapsed it loads nothing.
import { Suspense, useId, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { FoldContext, FoldTitle } from '../ui/fold.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'

type Props = {
  title: string
  to: LinkProps['to']
  /** A summary that needs no request. */
  summary: string | undefined
  Section: ComponentType<{ overview: true }>
  isOpen: boolean
  toggle: () => void
}

export function FoldedSection({ title, to, summary, Section, isOpen, toggle }: Props) {
  const kept = useRef(false)
  const [fold] = useState(() => ({
    keepsFocus: () => kept.current,
    keepFocus: (keeps: boolean) => {
      kept.current = keeps
    },
  }))
  const line = (below?: ReactNode) => (
    <SectionLine title={title} to={to} summary={summary}>
      {below}
    </SectionLine>
  )
  return (
    <FoldContext value={{ isOpen, toggle, ...fold }}>
      <div className={`border-t border-line ${isOpen ? 'py-6' : 'py-1.5'}`}>
        {isOpen ? (
          <Suspense
            fallback={line(<SkeletonRows label={t('screen.loadingSection', { section: title })} />)}
          >
            <Section overview />
          </Suspense>
        ) : (
          line()
        )}
      </div>
    </FoldContext>
  )
}

function SectionLine({
  title,
  to,
  summary,
  children,
}: Pick<Props, 'title' | 'to' | 'summary'> & { children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3">
        <FoldTitle id={heading} className="text-section font-semibold max-md:text-panel">
          {title}
        </FoldTitle>
        {summary && (
          <span className="text-ink-2 tabular-nums max-md:order-last max-md:w-full max-md:ps-6 max-md:pb-1.5">
            {summary}
          </span>
        )}
        <Link to={to} className="ms-auto py-1 text-label font-medium text-link">
          {t('overview.openSection')}
        </Link>
      </div>
      {children}
    </section>
  )
}
