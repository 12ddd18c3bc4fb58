// Shown instead of the button to connect a store, on an installation without a Shopify app.
import type { ReactNode } from 'react'
import { t } from '#domain/texts/text.ts'
import { classNames } from '../ui/class-names.ts'

/** `children`: a link to continue, if there is none beside it. */
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
