// The document's title: the view's name on dashboard views, the product's line elsewhere.
import { useEffect } from 'react'

export const PUBLIC_TITLE = 'Storehand - Join Our Team'

export function useTitle(view: string | null): void {
  useEffect(() => {
    document.title = view === null ? PUBLIC_TITLE : `${view} · Storehand`
  }, [view])
}
