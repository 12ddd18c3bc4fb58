// Adds the style rules that the server has left out: those of the other steps, and for elements that only React shows.
import type { WidgetView } from '#domain/careers/widget.ts'
import scriptedCss from '../document/scripted.css?inline'
import { themed } from '../document/palette.ts'
import { sheetOf, stepSheets } from './step-sheets.ts'

export function adoptStepStyles(view: WidgetView, isPlainList: boolean): void {
  const sheet = new CSSStyleSheet()
  const { forSteps, forJobs } = stepSheets[sheetOf(view, isPlainList)]
  const { page, theme } = view.options
  sheet.replaceSync(themed((page ? '' : forJobs) + forSteps + scriptedCss, theme))
  document.adoptedStyleSheets.push(sheet)
}
