// A button that leads to another page, with and without scripts.
import type { ReactNode } from 'react'
import { QueryFields } from './query-fields.tsx'

type Props = { href: string; filled?: boolean; before?: ReactNode; children: string }

export function ButtonTo({ href, filled = false, before, children }: Props) {
  const className = filled ? 'button' : 'button outline'
  // A link: the Content Security Policy forbids forms to other origins, such as the shop's site.
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
