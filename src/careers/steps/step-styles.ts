// Adds the style rules of the steps once: the server omits them from a plain list.
import type { WidgetTheme } from '#domain/careers/widget.ts'
import fieldsCss from '../document/fields.css?inline'
import { themed } from '../document/palette.ts'
import stepsCss from '../document/steps.css?inline'

export function adoptStepStyles(theme: WidgetTheme): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themed(stepsCss + fieldsCss, theme))
  document.adoptedStyleSheets.push(sheet)
}
