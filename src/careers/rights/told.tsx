// What was just done, or why it was not. A document without scripts announces nothing, so the browser gives it the focus, and its
// text is the name that is read.
import type { ReactNode } from 'react'

export const Told = ({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) => (
  <p
    id="told"
    className={role === 'status' ? 'news' : 'toast'}
    role={role}
    aria-labelledby="told"
    tabIndex={-1}
    autoFocus
  >
    {children}
  </p>
)
