// Said where a store could be connected, on an installation that cannot: nobody is sent looking for a way that is not there.
import type { ReactNode } from 'react'
import { t } from '#domain/texts/text.ts'
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
        {t('store.notConfigured')} {t('store.notNeeded')}
      </p>
      {children}
    </div>
  )
}
