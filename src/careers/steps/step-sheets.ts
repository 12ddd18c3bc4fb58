// The style rules of the widget's steps in parts: the first document carries those of its step, the browser adds the others.
import type { WidgetView } from '#domain/careers/widget.ts'
import aroundFormCss from '../document/around-form.css?inline'
import cardsCss from '../document/cards.css?inline'
import fieldsCss from '../document/fields.css?inline'
import listStatesCss from '../document/list-states.css?inline'
import searchCss from '../document/search.css?inline'
import stepsCss from '../document/steps.css?inline'

const jobs = cardsCss + searchCss
const form = stepsCss + fieldsCss

/** A plain list; everything; the steps that show no jobs; of these, the form. */
export type StepSheet = 'list' | 'steps' | 'around' | 'form'

/** What is added later for the other steps, and for the list of jobs, which a job's own page does not have. */
type Rules = { first: string; forSteps: string; forJobs: string }

export const stepSheets: Readonly<Record<StepSheet, Rules>> = {
  list: { first: jobs, forSteps: form + aroundFormCss, forJobs: listStatesCss },
  steps: { first: jobs + listStatesCss + form + aroundFormCss, forSteps: '', forJobs: '' },
  around: { first: form + aroundFormCss, forSteps: '', forJobs: jobs + listStatesCss },
  form: { first: form, forSteps: aroundFormCss, forJobs: jobs + listStatesCss },
}

/** `isPlainList`: a list whose markup contains everything. */
export function sheetOf(view: WidgetView, isPlainList: boolean): StepSheet {
  if (isPlainList) return 'list'
  if (view.step === 'apply' && !view.stopped) return 'form'
  return 'jobs' in view && !view.options.page ? 'steps' : 'around'
}
