// The title of every public page; begins with the error if there is one.
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

/** A job's own page is named by the job and the shop in every step. */
export function widgetTitle(view: WidgetView): string {
  const { page } = view.options
  if (!page || !('job' in view)) return pageTitle(widgetFailed(view))
  const { title } = view.job
  const own = `${t('careers.applyForTitle', { title })} · ${view.shopName}`
  return widgetFailed(view) ? t('careers.pageTitle.error', { title: own }) : own
}

export function pageTitle(failed: boolean): string {
  const title = t('careers.pageTitle.button')
  return failed ? t('careers.pageTitle.error', { title }) : title
}
