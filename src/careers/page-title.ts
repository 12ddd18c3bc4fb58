// The title of every public page, and when it says first that something went wrong.
import type { WidgetView } from '#domain/careers/widget.ts'

export const PRODUCT_TITLE = 'Storehand - Join Our Team'

export function widgetFailed(view: WidgetView): boolean {
  if (view.alert) return true
  switch (view.step) {
    case 'email':
    case 'sent':
      return view.error !== null
    case 'apply':
      return Object.keys(view.errors).length > 0
    default:
      return false
  }
}

export const pageTitle = (failed: boolean): string =>
  failed ? `Error: ${PRODUCT_TITLE}` : PRODUCT_TITLE
