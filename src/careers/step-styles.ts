// The rules of the steps, added once: the server leaves them out of a plain list.
import fieldsCss from './document/fields.css?inline'
import stepsCss from './document/steps.css?inline'

export function adoptStepStyles(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(stepsCss + fieldsCss)
  document.adoptedStyleSheets.push(sheet)
}
