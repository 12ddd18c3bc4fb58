// A button that goes somewhere, with and without scripts.
import type { ReactNode } from 'react'
import { QueryFields } from './query-fields.tsx'

type Props = { href: string; filled?: boolean; before?: ReactNode; children: string }

export function ButtonTo({ href, filled = false, before, children }: Props) {
  const className = filled ? 'button' : 'button outline'
  // A shop's own site is another origin, where the content policy lets no form go.
  if (!href.startsWith('/')) {
    return (
      <a className={className} role="button" href={href}>
        {before}
        {children}
      </a>
    )
  }
  return (
    <form action={href.split('?')[0]}>
      <QueryFields href={href} />
      <button className={className}>
        {before}
        {children}
      </button>
    </form>
  )
}
