// The document's title: the view's name on dashboard views, the product's line elsewhere.
import { useEffect } from 'react'
import { isInAdmin } from '../ui/store-admin/admin-frame.ts'
import { t } from '#domain/texts/text.ts'

export function useTitle(view: string | null): void {
  useEffect(() => {
    // A store's admin shows it beside the app's own name.
    if (view !== null && isInAdmin()) document.title = view
    else document.title = view === null ? t('screen.publicTitle') : t('screen.title', { view })
  }, [view])
}
