// What was just done, or why it was not. A document without scripts announces nothing, so the browser gives it the focus, and its
// text is the name that is read.
import type { ReactNode } from 'react'

export const PageMessage = ({
  role,
  children,
}: {
  role: 'status' | 'alert'
  children: ReactNode
}) => (
  <p
    id="message"
    className={role === 'status' ? 'news' : 'toast'}
    role={role}
    aria-labelledby="message"
    tabIndex={-1}
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- a document without scripts, in which nothing else could lead there
    autoFocus
  >
    {children}
  </p>
)
