// Adds the style rules that the server has left out: for elements that only React shows; after a plain list, for the steps; after a
// step without jobs, for their list.
import type { WidgetView } from '#domain/careers/widget.ts'
import cardsCss from '../document/cards.css?inline'
import fieldsCss from '../document/fields.css?inline'
import listStatesCss from '../document/list-states.css?inline'
import scriptedCss from '../document/scripted.css?inline'
import { themed } from '../document/palette.ts'
import searchCss from '../document/search.css?inline'
import stepsCss from '../document/steps.css?inline'

const toSteps = listStatesCss + stepsCss + fieldsCss
const toJobs = cardsCss + searchCss + listStatesCss

export function adoptStepStyles({ options, ...view }: WidgetView, isPlainList: boolean): void {
  const sheet = new CSSStyleSheet()
  // A job's own page leads to no list.
  const missing = isPlainList ? toSteps : 'jobs' in view || options.page ? '' : toJobs
  sheet.replaceSync(themed(missing + scriptedCss, options.theme))
  document.adoptedStyleSheets.push(sheet)
}
