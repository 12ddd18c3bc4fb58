// The rules of the steps, added once: the server leaves them out of a plain list.
import stepsCss from './document/steps.css?inline'

export function adoptStepStyles(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(stepsCss)
  document.adoptedStyleSheets.push(sheet)
}
