// Said where a store could be connected, on an installation that cannot: nobody is sent looking for a way that is not there.
import type { ReactNode } from 'react'
import { messages } from '#domain/messages.ts'
import { classNames } from '../ui/class-names.ts'

/** `children`: the way on, where none stands beside it. */
export function NoStoreApp({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <div
      className={classNames(
        'grid justify-items-start gap-3 rounded-control border border-line bg-sunken px-4 py-3',
        className,
      )}
    >
      <p>
        {messages['store.notConfigured']} {messages['store.notNeeded']}
      </p>
      {children}
    </div>
  )
}
