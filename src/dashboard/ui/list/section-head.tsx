// The head of a section: its title, its actions, and on the overview a link to the full section.
import type { ReactNode, Ref } from 'react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { classNames } from '../class-names.ts'
import { FoldTitle } from '../fold.tsx'

export function SectionHead({
  id,
  title,
  to,
  overview,
  titleRef,
  className,
  children,
}: {
  id: string
  title: string
  to: LinkProps['to']
  overview: boolean
  /** For a title that can get the focus. */
  titleRef?: Ref<HTMLHeadingElement>
  className?: string
  children?: ReactNode
}) {
  const Title = overview ? FoldTitle : 'h1'
  return (
    <div className={classNames('mb-4 flex min-h-9 flex-wrap items-center gap-2', className)}>
      <Title
        id={id}
        {...(titleRef && { ref: titleRef, tabIndex: -1 })}
        className={`me-auto font-semibold md:whitespace-nowrap ${overview ? 'text-section' : 'text-page'}`}
      >
        {title}
      </Title>
      {children}
      {overview && (
        <Link to={to} className="ms-3 py-1 text-label font-medium text-link max-md:ms-0">
          {t('overview.openSection')}
        </Link>
      )}
    </div>
  )
}
