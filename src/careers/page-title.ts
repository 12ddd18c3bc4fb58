// The title of every public page, and when it says first that something went wrong.
import type { WidgetView } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'

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

export function pageTitle(failed: boolean): string {
  const title = t('careers.pageTitle.button')
  return failed ? t('careers.pageTitle.error', { title }) : title
}
