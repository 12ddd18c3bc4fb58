// Adds the style rules that the server has left out: for elements that only React shows, and, after a plain list, for
// the steps.
import type { WidgetTheme } from '#domain/careers/widget.ts'
import fieldsCss from '../document/fields.css?inline'
import listStatesCss from '../document/list-states.css?inline'
import scriptedCss from '../document/scripted.css?inline'
import { themed } from '../document/palette.ts'
import stepsCss from '../document/steps.css?inline'

export function adoptStepStyles(theme: WidgetTheme, isPlainList: boolean): void {
  const sheet = new CSSStyleSheet()
  const steps = isPlainList ? listStatesCss + stepsCss + fieldsCss : ''
  sheet.replaceSync(themed(steps + scriptedCss, theme))
  document.adoptedStyleSheets.push(sheet)
}
