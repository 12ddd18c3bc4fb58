// The document's title: the view's name on dashboard views, the product's line elsewhere.
import { useEffect } from 'react'
import { t } from '#domain/texts/text.ts'

export function useTitle(view: string | null): void {
  useEffect(() => {
    document.title = view === null ? t('screen.publicTitle') : t('screen.title', { view })
  }, [view])
}
